import { join, sep } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { parseHeaderFile } from '../../runner/settings/checked.js';
import { type LoadInput, loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import type { Settings } from '../../runner/settings/settings.js';
import { keyOf } from '../secrets/key.js';
import { holdCases, outcomeOf } from './cases.js';
import { directoryWith } from './directory.js';
import { refusal } from './refusal.js';

const expected = (name: string): string => join(import.meta.dirname, 'expected', `${name}.txt`);

const baseUrl = 'http://localhost:8080/v1';

/** All settings, with their secrets. */
const plain = ({ apiKey, headers, ...settings }: Settings) => ({
  ...settings,
  apiKey: apiKey && `${apiKey.reveal()} of ${apiKey.origin}`,
  headers: headers.map((header) => `${header.name}: ${header.reveal()}`),
});

/** The settings that are not the default ones, as YAML, with paths as they count from this directory. */
function changed(settings: Settings, directory: string): string {
  const defaults: Readonly<Record<string, unknown>> = plain(settingsFromOptions({ baseUrl }));
  const entries = Object.entries(plain(settings)).filter(
    ([name, value]) => stringify(value) !== stringify(defaults[name]),
  );
  return stringify(Object.fromEntries(entries)).replaceAll(directory, '.').replaceAll(sep, '/');
}

interface Files {
  readonly [name: string]: string | Uint8Array;
}

interface Given {
  readonly flags?: RunFlags;
  readonly env?: LoadInput['env'];
}

async function load(input: string): Promise<string> {
  const { flags = {}, env = {}, ...files }: Given & Files = parse(input, { customTags: ['binary'] });
  const cwd = await directoryWith(files);
  return changed(await loadSettings({ flags, env, cwd }), cwd);
}

test('every setting has a default', async () => {
  const text = stringify(plain(await loadSettings({ flags: { baseUrl }, env: {}, cwd: await directoryWith() })));
  await expect(text).toMatchFileSnapshot(expected('defaults'));
});

test('the command line, the environment and the files that they name', async () => {
  await holdCases(expected('command-line'), load);
});

test('certificates that do not belong together are refused, in the words of OpenSSL', async () => {
  const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
  const cwd = await directoryWith({ 'cert.pem': pem('CERTIFICATE'), 'key.pem': pem('EC PRIVATE KEY') });
  const flags = { baseUrl, cert: 'cert.pem', key: 'key.pem' };
  expect(await refusal(() => loadSettings({ flags, env: {}, cwd }))).toMatch(
    /^The TLS certificates or the key cannot be used: .+\. Expected unencrypted PEM files that belong together\.$/,
  );
});

test('a header file', async () => {
  await holdCases(expected('headers'), (input) =>
    parseHeaderFile('h.txt', input.replaceAll('\\r', '\r'), keyOf('sesame-0001')).map((header) => [
      header.name,
      header.reveal(),
    ]),
  );
});

test('a baseline', async () => {
  await holdCases(expected('baseline'), (input) => parseBaseline('b', input));
});

const entry = { requirement: 'list.status', reason: 'The gateway does it.', expires: '2027-01-31' };

const ofLibrary: readonly unknown[] = [
  undefined,
  {},
  { baseUrl, readonly: true },
  { baseUrl, apiKey: 12345678 },
  { baseUrl, apiKey: null },
  { baseUrl, apiKey: '' },
  { baseUrl, apiKey: 'sesame\nopen' },
  { baseUrl: 'http://localhost/sesame%2D17/v1', apiKey: 'sesame-17' },
  { baseUrl, readOnly: 'no' },
  { baseUrl, tls: { ca: 5 } },
  { baseUrl, tls: { insecure: 'no' } },
  { baseUrl, headers: { 'X-Tenant': 'acme\nX-Other: x' } },
  { baseUrl, headers: { Host: 'x' } },
  { baseUrl, signal: {} },
  { baseUrl, concurrency: 1.5 },
  { baseUrl, orders: { pendng: [] } },
  { baseUrl, orders: { pending: [1, 2 ** 53] } },
  { baseUrl, orders: { pending: ['0x1'] } },
  { baseUrl, orders: { pending: [1], shipped: ['2', 1n] } },
  { baseUrl, orders: { pending: [1], shipped: undefined, other: 'none' } },
  { baseUrl, provision: {} },
  { baseUrl, baseline: 'b.yaml' },
  { baseUrl, baseline: [entry, { ...entry, requirement: 'a', expires: '2027-02-30' }] },
  { baseUrl, readOnly: true, strict: true, tls: { insecure: true }, proxy: { http: 'http://proxy', no: '' } },
  { baseUrl, waitMs: 7, timeoutMs: 1, deadlineMs: 2, concurrency: 3, rate: 4, repeat: 5, edition: '2026.1' },
  { baseUrl, suites: ['list'], scenarios: ['list.*'], requirements: ['list.status'], clauses: ['4.2'] },
  { baseUrl, apiKey: 'a-key', headers: { 'X-Tenant': 'acme: 1' }, baseline: [entry], disposable: true },
  { baseUrl, orders: { pending: [9007199254740993n, '9223372036854775807', 101], shipped: [-1], unknown: ['0'] } },
  { baseUrl, provision: { command: './seed.sh', teardown: 'http://localhost/t' }, signal: AbortSignal.abort() },
];

test('the library', async () => {
  const cases: string[] = [];
  for (const options of ofLibrary) {
    const { signal, ...shown } = Object(options);
    const input = inspect(options && { ...shown, ...(signal && { signal: signal.constructor.name }) }, {
      depth: null,
      breakLength: Number.POSITIVE_INFINITY,
    });
    const outcome = await outcomeOf(() =>
      changed(settingsFromOptions(options as ConformanceOptions), join(import.meta.dirname, '../..')),
    );
    cases.push(`## ${input}\n${outcome}\n`);
  }
  await expect(cases.join('\n')).toMatchFileSnapshot(expected('library'));
});

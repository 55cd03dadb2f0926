import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { parseHeaderFile } from '../../runner/settings/checked.js';
import { type LoadInput, loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import type { Settings } from '../../runner/settings/settings.js';
import { holdCases } from '../cases.js';
import { directoryWith } from '../directory.js';
import { refusal } from '../refusal.js';
import { keyOf } from '../secrets/key.js';

const expected = (name: string): string => join(import.meta.dirname, 'expected', `${name}.txt`);

const baseUrl = 'http://localhost:8080/v1';

/** All settings, with their secrets. */
const plain = ({ apiKey, headers, edition, ...settings }: Settings) => ({
  ...settings,
  edition: edition.id,
  apiKey: apiKey && `${apiKey.reveal()} of ${apiKey.origin}`,
  headers: headers.map((header) => `${header.name}: ${header.reveal()}`),
});

/** The settings that differ from the default, as YAML, with paths relative to this directory. */
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

test("a certificate with another key is refused, with OpenSSL's message", async () => {
  const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
  const cwd = await directoryWith({ 'cert.pem': pem('CERTIFICATE'), 'key.pem': pem('EC PRIVATE KEY') });
  const flags = { baseUrl, cert: 'cert.pem', key: 'key.pem' };
  expect(await refusal(() => loadSettings({ flags, env: {}, cwd }))).toMatch(
    /^The TLS certificates or the key cannot be used: .+\. Expected unencrypted PEM files that belong together\.$/,
  );
});

test('a certificate with a key of another type is refused', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const cert = readFileSync(new URL('../http/localhost.cert.pem', import.meta.url), 'utf8');
  const cwd = await directoryWith({ 'cert.pem': cert, 'key.pem': key });
  const flags = { baseUrl, cert: 'cert.pem', key: 'key.pem' };
  expect(await refusal(() => loadSettings({ flags, env: {}, cwd }))).toContain(
    'the key is that of another certificate',
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

/** YAML lacks these values of JavaScript, so each has a tag. */
const customTags = Object.entries({
  bigint: BigInt,
  undefined: () => undefined,
  aborted: () => AbortSignal.abort(),
}).map(([name, resolve]) => ({ tag: `!${name}`, resolve }));

test('the library', async () => {
  await holdCases(expected('library'), (input) => {
    const options: unknown = parse(input, { customTags }) ?? undefined;
    return changed(settingsFromOptions(options as ConformanceOptions), join(import.meta.dirname, '../..'));
  });
});

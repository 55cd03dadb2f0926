import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readText } from '../../interface/helpers/text-file.js';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { parseHeaderFile } from '../../runner/settings/checked.js';
import { type LoadInput, loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import type { Settings } from '../../runner/settings/settings.js';
import { holdCases } from '../cases.js';
import { directoryWith } from '../directory.js';
import { processorMs } from '../processor-ms.js';
import { refusal } from '../refusal.js';
import { keyOf } from '../secrets/key.js';

const expected = (name: string): string => join(import.meta.dirname, 'expected', `${name}.txt`);

const baseUrl = 'http://localhost:8080/v1';

const textOf = (header: Settings['headers'][number]): string =>
  'template' in header ? `shown: ${header.template.replaceAll(/[\da-f]{32}/g, 'RUN')}` : header.reveal();

/** All settings, with their secrets. */
const plain = ({ apiKey, headers, edition, ...settings }: Settings) => ({
  ...settings,
  edition: edition.id,
  apiKey: apiKey && `${apiKey.reveal()} of ${apiKey.origin}`,
  headers: headers.map((header) => `${header.name}: ${textOf(header)}`),
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
      textOf(header),
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

test('a certificate in DER is told as such', async () => {
  const der = Buffer.from([0x30, 0x82, 0x01, 0x0a, 0xff]);
  await expect(readText([der], '--ca: the file ca.der')).rejects.toThrow(
    /it is not UTF-8 text, but perhaps DER: `openssl/,
  );
  await expect(readText([Buffer.from([0xff])], '--ca: the file')).rejects.toThrow(/it is not UTF-8 text\.$/);
});

test('thousands of targets are read within seconds of processor time', async () => {
  const targets = Array.from({ length: 15_000 }, (_, index) => `  t${index}:\n    baseUrl: ${baseUrl}\n`);
  const cwd = await directoryWith({ 'store-orders-conformance.yaml': `targets:\n${targets.join('')}` });
  const from = processorMs();
  const settings = await loadSettings({ flags: { target: 't14999' }, env: {}, cwd });
  expect(settings.baseUrl).toBe(baseUrl);
  expect(processorMs() - from).toBeLessThan(5_000);
});

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { parseBaseline } from '../../runner/settings/baseline.js';
import { parseHeaderFile } from '../../runner/settings/checked.js';
import type { LoadInput, RunFlags } from '../../runner/settings/load.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import { keyOf } from '../secrets/key.js';
import { baseUrl, type Files, load, refusalOf } from './loading.js';
import { refusal } from './refusal.js';

const shown = (value: unknown): string =>
  inspect(value, { depth: null, breakLength: Number.POSITIVE_INFINITY, compact: true });

/** Each input, and its message or what is read of it, as `expected/` has them. None may show a text that says "sesame". */
async function goldenOf<Input>(inputs: readonly Input[], read: (input: Input) => unknown): Promise<string> {
  const entries: string[] = [];
  for (const input of inputs) {
    let value: unknown;
    const message = await refusal(async () => {
      value = await read(input);
    });
    const outcome = message === 'no error' ? shown(value) : message;
    expect(outcome).not.toContain('sesame');
    entries.push(`${shown(input)}\n${outcome.replaceAll(/^/gm, '  ')}\n`);
  }
  return entries.join('\n');
}

const config = 'store-orders-conformance.yaml';
const empty = { STORE_ORDERS_BASE_URL: '' };
const addressed = { [config]: `baseUrl: ${baseUrl}\ntargets: { staging: { baseUrl: "${baseUrl}" } }` };
const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
const pems = { 'ca.pem': 'no PEM', 'cert.pem': pem('CERTIFICATE'), 'key.pem': pem('EC PRIVATE KEY') };
const withKey = (content: string | Uint8Array): Files => ({
  'api.key': content,
  'c.yaml': `baseUrl: ${baseUrl}\napiKeyFile: api.key`,
});

type Given = readonly [flags: RunFlags, env?: LoadInput['env'], files?: Files];

const urls = [
  'localhost:8080/v1',
  'http://localhost:99999/v1',
  'http://u:sesame@localhost/v1',
  'http://localhost/v1?key=sesame',
  'http://localhost/v1#',
  '"http://localhost/v1"',
  `${baseUrl}/store/orders/`,
];

const ofCommandLine: readonly Given[] = [
  [{}],
  [{}, empty, addressed],
  [{}, { ...empty, STORE_ORDERS_TARGET: 'staging' }, addressed],
  [{ target: 'staging' }, empty, addressed],
  [{ baseUrl }, empty, addressed],
  ...urls.map((url): Given => [{ baseUrl: url }]),
  [{}, { STORE_ORDERS_BASE_URL: 'example.com' }],
  [{ baseUrl: '' }],
  [{ baseUrl, fixtures: '' }],
  [{ baseUrl }, { STORE_ORDERS_FIXTURES: '' }],
  [{ baseUrl, timeout: '1e3' }],
  [{ baseUrl, wait: '2h' }],
  [{ baseUrl, wait: '61m' }],
  [{ baseUrl, concurrency: '-1' }],
  [{ baseUrl, fixtures: 'none.yaml' }],
  [{ baseUrl, target: 'staging' }],
  ...['\n', 'sesame\nopen\n', new Uint8Array([0xff, 0xfe, 0x41])].flatMap((content): Given[] => [
    [{ baseUrl, apiKeyFile: 'api.key' }, {}, withKey(content)],
    [{ config: 'c.yaml' }, {}, withKey(content)],
  ]),
  [{ baseUrl, apiKeyFile: 'sesame' }],
  [{ baseUrl }, { STORE_ORDERS_API_KEY: 'sesame\nopen' }],
  [{ baseUrl, key: 'sesame' }],
  [{ config: 'c.yaml' }, {}, { 'c.yaml': `baseUrl: ${baseUrl}\napiKeyVariable: "sesame open"` }],
  [{ baseUrl, ca: 'ca.pem' }, {}, pems],
  [{ baseUrl, ca: 'key.pem' }, {}, pems],
  [{ baseUrl, cert: 'cert.pem' }, {}, pems],
];

const headerFiles = [
  'X-Tenant',
  '\n\nX-Tenant:',
  '# note: x',
  'X-Tenant: žluť',
  'authorization: Bearer x',
  'Content-Type: application/json',
  'Host: other.example',
  'If-None-Match: *',
  'X-HTTP-Method-Override: DELETE',
  'X-Proxy: Basic dXNlcjpzZXNhbWUtMDAwMQ==',
  'X-Api-Key: sesame-0001',
  'X-Tenant: acme: 1 \r\n\nCookie:a=b; c="d"\n',
];

const configFiles = [
  [
    'baseUrll: http://x/v1',
    'target: 7',
    'targets:',
    '  staging: { apiKey: sesame, readOnly: yes, baseUrl: [] }',
    '  production: {}',
    'timeout: 0',
    'concurrency: "4"',
    'report: [json, pdf, 3]',
    'suite: {}',
    'deadline: 1.5',
    'clause: 4.2',
    'quux: 1',
  ].join('\n'),
  'baseUrl: example.com',
  'targets: {}',
  `target: a\ntargets: { b: { baseUrl: "${baseUrl}" } }`,
  `baseUrl: ${baseUrl}\ntimeout: 1\ntimeout: 2`,
  `baseUrl: ${baseUrl}\n# timeout: 1`,
  `baseUrl: ${baseUrl}\nstrict: false`,
];

test('the command line, the environment and the files that they name', async () => {
  const ofConfigs = configFiles.map((text): Given => [{}, {}, { [config]: text }]);
  const inputs = [...ofCommandLine, ...ofConfigs];
  const text = await goldenOf(inputs, async (input) => {
    const { baseUrl: judged, timeoutMs } = await load(...input);
    return { judged, timeoutMs };
  });
  await expect(text).toMatchFileSnapshot('expected/command-line.txt');
  // OpenSSL says it in its own words.
  expect(await refusalOf({ baseUrl, cert: 'cert.pem', key: 'key.pem' }, {}, pems)).toMatch(
    /^The TLS certificates or the key cannot be used: .+\. Expected unencrypted PEM files that belong together\.$/,
  );
});

test('a header file', async () => {
  const text = await goldenOf(headerFiles, (input) =>
    parseHeaderFile('h.txt', input, keyOf('sesame-0001')).map((header) => [header.name, header.reveal()]),
  );
  await expect(text).toMatchFileSnapshot('expected/headers.txt');
});

const entry = { requirement: 'list.status', reason: 'The gateway does it.', expires: '2027-01-31' };

test('the library', async () => {
  const inputs: readonly unknown[] = [
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
  ];
  const text = await goldenOf(inputs, (input) => settingsFromOptions(input as ConformanceOptions).orders);
  await expect(text).toMatchFileSnapshot('expected/library.txt');
});

test('a baseline', async () => {
  const entries = [
    'a',
    '{ requirement: a, reason: "<reason>", expires: "2027-01-31" }',
    '{ requirement: a, reason: "n/a", expires: "2027-01-31" }',
    '{ requirement: a, reason: "  ", expires: "2027-01-31" }',
    '{ requirement: a, reason: b, expires: "2027-1-31" }',
    '{ requirement: a, reason: b, expires: "2027-01-31T00:00:00Z" }',
    '{ requirement: a, reason: b, expires: 2027-02-29 }',
    '{ requirement: a, reason: b, expires: 2027-00-10 }',
    '{ requirement: a, reason: b, expires: 2027-01-31, issue: "javascript:alert(1)" }',
    '{ requirement: a, reason: b, expire: 2027-01-31 }',
    '{ reason: b, expires: 2027-01-31 }',
    '{ requirement: a, reason: b, expires: 2027-01-31 }, { requirement: a, cause: c, reason: b, expires: 2027-01-31 }',
    '{ requirement: a, cause: c, reason: " b\n  b ", issue: "https://a.example/1", expires: 2028-02-29 }',
    '{ requirement: a, cause: c, reason: b, expires: 2027-01-31 }, { requirement: a, cause: d, reason: b, expires: 2027-01-31 }',
  ];
  const inputs = ['', 'entries:', ...entries.map((text) => `entries: [${text}]`)];
  const text = await goldenOf(inputs, (input) => parseBaseline('b', input));
  await expect(text).toMatchFileSnapshot('expected/baseline.txt');
});

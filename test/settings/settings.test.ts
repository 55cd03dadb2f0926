import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LoadInput, RunFlags } from '../../runner/settings/load.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { baseUrl, load } from './loading.js';

const entry = { requirement: 'list.status', reason: 'The gateway does it.', expires: '2027-01-31' };
const noOrders = { pending: [], shipped: [], other: [], unknown: [] };

describe('loadSettings', () => {
  test('gives every setting its default where only a base URL is given', async () => {
    const { cwd, ...settings } = await load({ baseUrl });
    expect(settings).toEqual({
      baseUrl,
      headers: [],
      orders: noOrders,
      select: { suites: [], scenarios: [], requirements: [], clauses: [] },
      readOnly: false,
      dryRun: false,
      strict: false,
      detail: 'normal',
      inputs: [],
      reports: [],
      timeoutMs: 10_000,
      deadlineMs: 300_000,
      concurrency: 24,
      repeat: 1,
      tls: { insecure: false },
      proxy: {},
    });
  });

  test('takes every setting from a configuration file, with paths that count from it', async () => {
    const { cwd, apiKey, ...settings } = await load(
      { config: 'ci/suite.yaml' },
      {},
      {
        'ci/suite.yaml': [
          'baseUrl: http://localhost:8080/v1',
          'apiKeyFile: keys/api.key',
          'headerFile: keys/gateway.txt',
          'fixtures: ../orders.yaml',
          'suite: list',
          'scenario: [list.*, cancel.*]',
          'requirement: []',
          'clause: "4.2"',
          'readOnly: true',
          'dryRun: true',
          'strict: true',
          'baseline: ../known.yaml',
          'edition: "2026.1"',
          'report: [json=report.json, github]',
          'evidence: evidence.gz',
          'wait: 7',
          'timeout: 2s',
          'deadline: 3000ms',
          'concurrency: 4',
          'rate: 5',
          'repeat: 10',
          'insecure: true',
        ].join('\n'),
        'ci/keys/api.key': 'sesame',
        'known.yaml': 'entries: []',
        'ci/keys/gateway.txt': 'X-Tenant: acme',
        'orders.yaml': 'orders: { shipped: [2] }\nprovision: { command: ./seed.sh, teardown: "http://localhost/t" }',
      },
    );
    expect(apiKey?.reveal()).toBe('sesame');
    expect(settings).toEqual({
      baseUrl,
      headers: [expect.objectContaining({ name: 'X-Tenant' })],
      orders: { ...noOrders, shipped: [2n] },
      provision: { seed: './seed.sh', teardown: 'http://localhost/t', directory: cwd },
      select: { suites: ['list'], scenarios: ['list.*', 'cancel.*'], requirements: [], clauses: ['4.2'] },
      readOnly: true,
      dryRun: true,
      strict: true,
      detail: 'normal',
      baseline: [],
      edition: { value: '2026.1', origin: `${join('ci', 'suite.yaml')}:13:10`, directory: join(cwd, 'ci') },
      reports: [
        { value: 'json=report.json', origin: `${join('ci', 'suite.yaml')}:14:10`, directory: join(cwd, 'ci') },
        { value: 'github', origin: `${join('ci', 'suite.yaml')}:14:28`, directory: join(cwd, 'ci') },
      ],
      evidence: join(cwd, 'ci/evidence.gz'),
      inputs: ['ci/suite.yaml', 'ci/keys/api.key', 'orders.yaml', 'ci/keys/gateway.txt', 'known.yaml'].map((file) =>
        join(cwd, file),
      ),
      waitMs: 7,
      timeoutMs: 2000,
      deadlineMs: 3000,
      concurrency: 4,
      rate: 5,
      repeat: 10,
      tls: { insecure: true },
      proxy: {},
    });
  });
});

describe('precedence', () => {
  const url = (name: string) => `http://${name}.test/v1`;
  const env = { STORE_ORDERS_BASE_URL: url('env') };
  const file = `baseUrl: ${url('file')}`;
  const targets = `targets: { t: { baseUrl: "${url('t')}" } }`;

  test.each<[title: string, flags: RunFlags, env: LoadInput['env'], config: string, expected: string]>([
    ['a flag beats everything', { baseUrl: url('flag') }, env, file, 'flag'],
    ['a variable beats the file', {}, env, file, 'env'],
    ['a target that --target names beats a variable', { target: 't' }, env, targets, 't'],
    ['a flag beats the target that --target names', { target: 't', baseUrl: url('flag') }, {}, targets, 'flag'],
    ['a variable beats a target that the file chooses', {}, env, `target: t\n${targets}`, 'env'],
    [
      'an empty variable does not stand in the way of a flag',
      { baseUrl: url('flag') },
      { STORE_ORDERS_BASE_URL: '' },
      file,
      'flag',
    ],
    ['a target beats the member outside of it', { target: 't' }, {}, `${file}\n${targets}`, 't'],
    ['without a target: the member outside of targets', {}, {}, `${file}\n${targets}`, 'file'],
  ])('of the base URL: %s', async (_title, flags, env, config, expected) => {
    const settings = await load(flags, env, { 'store-orders-conformance.yaml': config });
    expect(settings.baseUrl).toBe(url(expected));
  });

  const keys = { STORE_ORDERS_API_KEY: 'e', STAGING_KEY: 's' };
  test.each<[title: string, flags: RunFlags, env: LoadInput['env'], expected: string | undefined]>([
    ['--api-key-file beats all', { target: 'staging', apiKeyFile: 'flag.key' }, keys, 'flag'],
    ['the variable that the target names beats its file', { target: 'staging' }, keys, 's'],
    ['the file is read where that variable is unset', { target: 'staging' }, { ...keys, STAGING_KEY: '' }, 'file'],
    ['STORE_ORDERS_API_KEY is read without a name', { target: 'plain' }, keys, 'e'],
    ['there may be no key', { target: 'plain' }, {}, undefined],
  ])('of the key: %s', async (_title, flags, env, expected) => {
    const settings = await load(flags, env, {
      'flag.key': 'flag',
      'file.key': 'file\r\n',
      'store-orders-conformance.yaml': [
        'targets:',
        `  staging: { baseUrl: "${url('s')}", apiKeyVariable: STAGING_KEY, apiKeyFile: file.key }`,
        `  plain: { baseUrl: "${url('p')}" }`,
      ].join('\n'),
    });
    expect(settings.apiKey?.reveal()).toBe(expected);
  });

  test('of a key in quotation marks, which its file may have kept: they belong to it, and are told with its place', async () => {
    const { apiKey } = await load({ baseUrl: url('a') }, { STORE_ORDERS_API_KEY: '"quoted"' });
    expect([apiKey?.reveal(), apiKey?.origin]).toEqual([
      '"quoted"',
      'STORE_ORDERS_API_KEY, in quotation marks (do they belong to it?)',
    ]);
  });

  test('of the configuration file: --config, then STORE_ORDERS_CONFIG, then the working directory', async () => {
    const files = { 'a.yaml': 'timeout: 1', 'b.yaml': 'timeout: 2', 'store-orders-conformance.yaml': 'timeout: 3' };
    const env = { STORE_ORDERS_CONFIG: 'b.yaml' };
    const timeouts = [
      await load({ baseUrl, config: 'a.yaml' }, env, files),
      await load({ baseUrl }, env, files),
      await load({ baseUrl }, {}, files),
    ].map(({ timeoutMs }) => timeoutMs);
    expect(timeouts).toEqual([1, 2, 3]);
  });

  test('flags replace the lists of the file, and add to its switches', async () => {
    const { cwd, reports, select, readOnly, strict } = await load(
      { baseUrl, report: ['tap'], suite: ['b'], readOnly: true },
      {},
      { 'store-orders-conformance.yaml': 'report: json\nsuite: [a]\nscenario: [s]\nstrict: true\nreadOnly: false' },
    );
    expect({ reports, select, readOnly, strict }).toEqual({
      reports: [{ value: 'tap', origin: '--report', directory: cwd }],
      select: { suites: ['b'], scenarios: ['s'], requirements: [], clauses: [] },
      readOnly: true,
      strict: true,
    });
  });

  test('of the proxy variables: the lower case beats the upper, an empty one is unset', async () => {
    const upper = { HTTP_PROXY: 'http://upper', HTTPS_PROXY: 'http://s', NO_PROXY: '' };
    const { proxy } = await load({ baseUrl }, { ...upper, http_proxy: 'http://lower', https_proxy: '' });
    expect(proxy).toEqual({ http: 'http://lower', https: 'http://s' });
  });
});

describe('settingsFromOptions', () => {
  test('takes every setting', () => {
    const same = {
      baseUrl,
      readOnly: true,
      strict: true,
      waitMs: 7,
      timeoutMs: 1,
      deadlineMs: 2,
      concurrency: 3,
      rate: 4,
      repeat: 5,
      tls: { insecure: true },
      proxy: { http: 'http://proxy', no: '' },
    };
    const selected = { suites: ['list'], scenarios: ['list.*'], requirements: ['list.status'], clauses: ['4.2'] };
    const { apiKey, ...settings } = settingsFromOptions({
      ...same,
      ...selected,
      apiKey: 'sesame',
      headers: { 'X-Tenant': 'acme: 1' },
      baseline: [entry],
      orders: { pending: [9007199254740993n, '9223372036854775807', 101], shipped: [-1], unknown: ['0'] },
      provision: { command: './seed.sh', teardown: 'http://localhost/t' },
      edition: '2026.1',
      signal: new AbortController().signal,
    });
    expect(apiKey?.reveal()).toBe('sesame');
    expect(settings.headers.map((header) => header.reveal())).toEqual(['acme: 1']);
    expect(settings).toEqual({
      ...same,
      select: selected,
      headers: [expect.objectContaining({ name: 'X-Tenant' })],
      baseline: [{ entry, origin: 'baseline:1:28' }],
      orders: { pending: [9007199254740993n, 9223372036854775807n, 101n], shipped: [-1n], other: [], unknown: [0n] },
      provision: { seed: './seed.sh', teardown: 'http://localhost/t', directory: resolve('.') },
      edition: { value: '2026.1', origin: 'edition', directory: resolve('.') },
      inputs: [],
      dryRun: false,
      detail: 'normal',
      reports: [],
    });
  });
});

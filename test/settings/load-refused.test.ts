import { describe, expect, test } from 'vitest';
import type { RunFlags } from '../../runner/settings/load.js';
import { baseUrl, refusalOf } from './loading.js';

describe('a usage error', () => {
  test('says how to give a base URL, and names the demo', async () => {
    expect(await refusalOf({})).toBe(
      [
        'No base URL was given, so there is nothing to judge.',
        'Give the base address of the service, with its /v1, as --base-url URL or STORE_ORDERS_BASE_URL, or baseUrl in a configuration file.',
        'To judge the built-in reference implementation instead, run `store-orders-conformance demo`.',
      ].join('\n'),
    );
  });

  test('is an empty variable, whatever address the configuration file has', async () => {
    const files = {
      'store-orders-conformance.yaml': `baseUrl: ${baseUrl}\ntargets: { staging: { baseUrl: ${baseUrl} } }`,
    };
    const env = { STORE_ORDERS_BASE_URL: '' };
    const message =
      'STORE_ORDERS_BASE_URL is set, but empty: mostly a variable that the pipeline does not have. Give it the base address, or choose one with --base-url or --target; unset it to use the address of a configuration file. Nothing was sent.';
    expect(await refusalOf({}, env, files)).toBe(message);
    expect(await refusalOf({}, { ...env, STORE_ORDERS_TARGET: 'staging' }, files)).toBe(message);
    expect(await refusalOf({ target: 'staging' }, env, files)).toBe('no error');
    expect(await refusalOf({ baseUrl }, env, files)).toBe('no error');
  });

  const expected =
    'Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.';
  const suffixed =
    'The base URL has a user name, a password, a query or a fragment, with which no operation can be asked for. Remove it.';
  test.each([
    ['localhost:8080/v1', expected],
    ['http://localhost:99999/v1', expected],
    ['http://u:sesame@localhost/v1', suffixed],
    ['http://localhost/v1?key=sesame', suffixed],
    ['http://localhost/v1#', suffixed],
    ['"http://localhost/v1"', `${expected} Leave out the quotation marks around it.`],
  ])('refuses the base URL %s', async (url, message) => {
    expect(await refusalOf({ baseUrl: url })).toBe(`--base-url: ${message}`);
    expect(await refusalOf({}, { STORE_ORDERS_BASE_URL: url })).toBe(`STORE_ORDERS_BASE_URL: ${message}`);
  });

  test.each<[RunFlags, string]>([
    [{ baseUrl: '' }, '--base-url is empty; give it a value, or leave it out.'],
    [{ baseUrl, fixtures: '' }, '--fixtures is empty; give it a value, or leave it out.'],
    [
      { baseUrl: `${baseUrl}/store/orders/` },
      `--base-url: The base URL ends with /store/orders, which is the path of the listing below it. Give ${baseUrl} instead. Nothing was sent.`,
    ],
    [
      { baseUrl, timeout: '1e3' },
      '--timeout: Expected a time from 1ms to 60m, such as 20s (a plain number is milliseconds), found "1e3".',
    ],
    [
      { baseUrl, wait: '2h' },
      '--wait: Expected a time from 1ms to 60m, such as 20s (a plain number is milliseconds), found "2h".',
    ],
    [
      { baseUrl, wait: '61m' },
      '--wait: Expected a time from 1ms to 60m, such as 20s (a plain number is milliseconds), found "61m".',
    ],
    [{ baseUrl, concurrency: '-1' }, '--concurrency: Expected a whole number from 1 to 1024, found "-1".'],
    [{ baseUrl, fixtures: 'none.yaml' }, '--fixtures: the fixtures file none.yaml cannot be read: it does not exist.'],
    [
      { baseUrl, target: 'staging' },
      '--target: There is no target "staging"; list it under "targets" in a configuration file (--config).',
    ],
  ])('says what is wrong with %j', async (flags, message) => {
    expect(await refusalOf(flags)).toBe(message);
  });

  test.each<[title: string, content: string | Uint8Array, message: string]>([
    ['empty', '\n', 'The API key is empty. Put the key that the service issued into it.'],
    [
      'two lines',
      'sesame\nopen\n',
      'The API key contains a control character or a line break, which no HTTP header can carry. Check that it is one line of text.',
    ],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x41]), 'The API key file cannot be read: it is not UTF-8 text.'],
  ])('says what is wrong with a key file, and shows nothing of it: %s', async (_title, content, message) => {
    const files = { 'api.key': content, 'c.yaml': `baseUrl: ${baseUrl}\napiKeyFile: api.key` };
    expect(await refusalOf({ baseUrl, apiKeyFile: 'api.key' }, {}, files)).toBe(`--api-key-file: ${message}`);
    expect(await refusalOf({ config: 'c.yaml' }, {}, files)).toBe(`c.yaml:2:13: ${message}`);
  });

  test('does not show a key that is given in place of a path or of a variable name', async () => {
    const config = `baseUrl: ${baseUrl}\napiKeyVariable: "sesame open"`;
    const messages = [
      await refusalOf({ baseUrl, apiKeyFile: 'sesame' }),
      await refusalOf({ baseUrl }, { STORE_ORDERS_API_KEY: 'sesame\nopen' }),
      await refusalOf({ baseUrl, key: 'sesame' }),
      await refusalOf({ config: 'c.yaml' }, {}, { 'c.yaml': config }),
    ];
    expect(messages[0]).toBe('--api-key-file: The API key file cannot be read: it does not exist.');
    expect(messages[1]).toMatch(/^STORE_ORDERS_API_KEY: The API key contains /);
    expect(messages[2]).toBe('--key: the PEM file for TLS cannot be read: it does not exist.');
    expect(messages[3]).toBe('c.yaml:2:17: apiKeyVariable: expected the name of an environment variable, found text.');
    expect(messages.join()).not.toContain('sesame');
  });

  test('tells TLS files that cannot work before anything is sent', async () => {
    const pem = (label: string) => `-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`;
    const files = { 'ca.pem': 'no PEM', 'cert.pem': pem('CERTIFICATE'), 'key.pem': pem('EC PRIVATE KEY') };
    const noCertificate =
      'The certificates to trust (ca): the file holds no certificate as PEM text. Nothing was sent.';
    expect(await refusalOf({ baseUrl, ca: 'ca.pem' }, {}, files)).toBe(noCertificate);
    expect(await refusalOf({ baseUrl, ca: 'key.pem' }, {}, files)).toBe(noCertificate);
    expect(await refusalOf({ baseUrl, cert: 'cert.pem' }, {}, files)).toBe(
      'A client certificate (cert) and its private key (key) are only used together; give both.',
    );
    expect(await refusalOf({ baseUrl, cert: 'cert.pem', key: 'key.pem' }, {}, files)).toMatch(
      /^The TLS certificates or the key cannot be used: .+\. Expected unencrypted PEM files that belong together\.$/,
    );
  });
});

describe('a configuration file with mistakes', () => {
  const config = 'store-orders-conformance.yaml';

  test('is reported with all of them, in the order of the text', async () => {
    const text = [
      'baseUrll: http://x/v1',
      'target: 7',
      'targets:',
      '  staging:',
      '    apiKey: sesame',
      '    readOnly: yes',
      '    baseUrl: []',
      '  production: {}',
      'timeout: 0',
      'concurrency: "4"',
      'report: [json, pdf, 3]',
      'suite: {}',
      'deadline: 1.5',
      'clause: 4.2',
      'quux: 1',
    ].join('\n');
    expect((await refusalOf({}, {}, { [config]: text })).split('\n')).toEqual([
      `${config}:1:1: Unknown member "baseUrll"; did you mean baseUrl?`,
      `${config}:2:9: target: expected the name of a target, found a number.`,
      `${config}:5:5: Unknown member "apiKey" in targets.staging; did you mean apiKeyFile?`,
      `${config}:6:15: targets.staging.readOnly: expected true or false, found text.`,
      `${config}:7:14: targets.staging.baseUrl: expected a base URL, such as https://api.example.com/v1, found a list.`,
      `${config}:8:15: The member "baseUrl" is missing in targets.production.`,
      `${config}:9:10: timeout: expected a time from 1ms to 60m, such as 20s (a plain number is milliseconds), found 0.`,
      `${config}:10:14: concurrency: expected a whole number from 1 to 1024, found text.`,
      `${config}:11:21: report[2]: expected text that is not empty, found a number.`,
      `${config}:12:8: suite: expected text that is not empty, or a list of them, found a mapping.`,
      `${config}:13:11: deadline: expected a time from 1ms to 1440m, such as 20s (a plain number is milliseconds), found 1.5.`,
      `${config}:14:9: clause: expected a clause in quotes, such as "4.2", or a list of them, found 4.2.`,
      `${config}:15:1: Unknown member "quux"; expected one of baseUrl, apiKeyVariable, apiKeyFile, headerFile, target, wait, fixtures, readOnly, dryRun, suite, scenario, requirement, clause, strict, baseline, edition, repeat, report, quiet, verbose, evidence, timeout, deadline, concurrency, rate, ca, cert, key, insecure, targets.`,
    ]);
  });

  test.each<[title: string, text: string, message: string]>([
    [
      'a base URL that is not one',
      'baseUrl: example.com',
      `${config}:1:10: Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.`,
    ],
    ['no targets', 'targets: {}', `${config}:1:10: targets: expected at least one member, found an empty mapping.`],
    [
      'a target by default that is not there',
      `target: a\ntargets: { b: { baseUrl: "${baseUrl}" } }`,
      `${config}:1:9: There is no target "a"; expected one of b.`,
    ],
  ])('is refused: %s', async (_title, text, message) => {
    expect(await refusalOf({}, {}, { [config]: text })).toBe(message);
  });
});

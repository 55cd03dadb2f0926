import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../runner/input/usage-error.js';
import type { ConformanceOptions } from '../../runner/settings/options.js';
import { settingsFromOptions } from '../../runner/settings/options.js';

const baseUrl = 'http://localhost:8080/v1';

/** What a caller without TypeScript may pass. */
function refusal(options: unknown): string {
  try {
    settingsFromOptions(options as ConformanceOptions);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error instanceof UsageError ? error.message : '';
  }
  return 'no error';
}

describe('settingsFromOptions', () => {
  test('gives every setting its default where only a base URL is given', () => {
    expect(settingsFromOptions({ baseUrl: `${baseUrl}/`, apiKey: undefined })).toEqual({
      baseUrl,
      headers: [],
      orders: { pending: [], shipped: [], other: [], unknown: [] },
      select: { suites: [], scenarios: [], requirements: [], clauses: [] },
      readOnly: false,
      dryRun: false,
      strict: false,
      detail: 'normal',
      reports: [],
      timeoutMs: 10_000,
      deadlineMs: 300_000,
      concurrency: 16,
      repeat: 1,
      tls: { insecure: false },
      proxy: {},
    });
  });

  test('takes every setting', () => {
    const { apiKey, ...settings } = settingsFromOptions({
      baseUrl,
      apiKey: 'sesame',
      headers: { 'X-Tenant': 'acme' },
      orders: { pending: [9007199254740993n, '9223372036854775807', 101], shipped: [-1], unknown: ['0'] },
      provision: { command: './seed.sh', teardown: 'http://localhost/t' },
      suites: ['list'],
      scenarios: ['list.*'],
      requirements: ['list.status'],
      clauses: ['4.2'],
      readOnly: true,
      strict: true,
      edition: '2026.1',
      waitMs: 7,
      maxFailures: 8,
      timeoutMs: 1,
      deadlineMs: 2,
      concurrency: 3,
      rate: 4,
      repeat: 5,
      tls: { insecure: true },
      proxy: { http: 'http://proxy', no: '' },
      signal: new AbortController().signal,
    });
    expect(apiKey?.reveal()).toBe('sesame');
    expect(settings).toEqual({
      baseUrl,
      headers: [expect.objectContaining({ name: 'X-Tenant' })],
      orders: { pending: [9007199254740993n, 9223372036854775807n, 101n], shipped: [-1n], other: [], unknown: [0n] },
      provision: {
        seed: './seed.sh',
        teardown: 'http://localhost/t',
        directory: resolve('.'),
      },
      select: { suites: ['list'], scenarios: ['list.*'], requirements: ['list.status'], clauses: ['4.2'] },
      readOnly: true,
      dryRun: false,
      strict: true,
      detail: 'normal',
      edition: { value: '2026.1', origin: 'edition' },
      reports: [],
      waitMs: 7,
      maxFailures: 8,
      timeoutMs: 1,
      deadlineMs: 2,
      concurrency: 3,
      rate: 4,
      repeat: 5,
      tls: { insecure: true },
      proxy: { http: 'http://proxy', no: '' },
    });
  });

  test("takes `other: 'none'` for a declaration", () => {
    const { orders } = settingsFromOptions({ baseUrl, orders: { pending: [1], other: 'none' } });
    expect(orders).toEqual({ pending: [1n], shipped: [], other: [], otherIsNone: true, unknown: [] });
  });

  const orderId =
    'an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807, as a bigint, a string, or a number up to 2^53 - 1';

  test.each<[options: unknown, message: string]>([
    [undefined, 'options: expected an object.'],
    [
      {},
      'baseUrl: Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.',
    ],
    [{ baseUrl: 1 }, 'baseUrl in options: expected a string.'],
    [
      { baseUrl: 'localhost' },
      'baseUrl: Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.',
    ],
    [{ baseUrl, readonly: true }, 'Unknown member "readonly" in options; did you mean readOnly?'],
    [{ baseUrl, apiKey: '' }, 'apiKey: The API key is empty. Put the key that the service issued into it.'],
    [{ baseUrl, readOnly: 'no' }, 'readOnly in options: expected a boolean.'],
    [{ baseUrl, suites: 'list' }, 'suites in options: expected an array of strings.'],
    [{ baseUrl, clauses: 4.2 }, 'clauses in options: expected an array of strings.'],
    [{ baseUrl, scenarios: [1] }, 'scenarios in options: expected an array of strings.'],
    [{ baseUrl, signal: {} }, 'signal in options: expected an AbortSignal.'],
    [{ baseUrl, orders: null }, 'orders: expected an object.'],
    [{ baseUrl, timeoutMs: 0 }, 'timeoutMs: Expected a whole number from 1 to 3600000, found "0".'],
    [{ baseUrl, concurrency: 1.5 }, 'concurrency: Expected a whole number from 1 to 1024, found "1.5".'],
    [{ baseUrl, repeat: 0 }, 'repeat: Expected a whole number from 1 to 1000, found "0".'],
    [{ baseUrl, rate: 1001 }, 'rate: Expected a whole number from 1 to 1000, found "1001".'],
    [{ baseUrl, deadlineMs: Number.NaN }, 'deadlineMs: Expected a whole number from 1 to 86400000, found "NaN".'],
    [{ baseUrl, orders: { pendng: [] } }, 'Unknown member "pendng" in orders; did you mean pending?'],
    [{ baseUrl, orders: { pending: 1 } }, 'pending in orders: expected an array of order ids.'],
    [{ baseUrl, orders: { pending: 'none' } }, 'pending in orders: expected an array of order ids.'],
    [
      { baseUrl, orders: { other: 'None' } },
      "other in orders: expected an array of order ids, or 'none' if there is no such state.",
    ],
    [{ baseUrl, orders: { pending: [1, 2 ** 53] } }, `orders.pending[1]: expected ${orderId}; found 9007199254740992.`],
    [{ baseUrl, orders: { other: [-1e300] } }, `orders.other[0]: expected ${orderId}; found -1e+300.`],
    [{ baseUrl, orders: { pending: [1.5] } }, `orders.pending[0]: expected ${orderId}; found 1.5.`],
    [{ baseUrl, orders: { pending: ['0x1'] } }, `orders.pending[0]: expected ${orderId}; found 0x1.`],
    [
      { baseUrl, orders: { pending: ['9223372036854775808'] } },
      `orders.pending[0]: expected ${orderId}; found 9223372036854775808.`,
    ],
    [{ baseUrl, orders: { pending: [null] } }, `orders.pending[0]: expected ${orderId}; found null.`],
    [
      { baseUrl, orders: { pending: [1], shipped: ['2', 1n] } },
      'orders.shipped[1]: order 1 is already declared, as orders.pending[0]; declare each order once.',
    ],
    [{ baseUrl, provision: {} }, 'provision: expected exactly one of command and url.'],
    [{ baseUrl, provision: { command: 'a', url: 'http://b' } }, 'provision: expected exactly one of command and url.'],
    [{ baseUrl, provision: { url: 'ftp://b' } }, 'provision.url: expected a URL that begins with http:// or https://.'],
    [
      { baseUrl, provision: { command: 'a', teardown: 'http://u:p@b' } },
      'provision.teardown: a URL with a user name or password in it is not called.',
    ],
    [
      { baseUrl, tls: { cert: 'x' } },
      'A client certificate (cert) and its private key (key) are only used together; give both.',
    ],
    [{ baseUrl, tls: { bundle: 'x' } }, 'Unknown member "bundle" in tls; expected one of ca, cert, key, insecure.'],
    [{ baseUrl, proxy: { http: 1 } }, 'http in proxy: expected a string.'],
  ])('refuses %o', (options, message) => {
    expect(refusal(options)).toBe(message);
  });

  test('does not show a key that no header can carry', () => {
    expect(refusal({ baseUrl, apiKey: 'sesame\nopen' })).not.toContain('sesame');
  });
});

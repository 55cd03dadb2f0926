import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeholderOf } from '../../runner/secrets/header.js';
import type { ConformanceOptions } from '../../runner/settings/options.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { refusal } from './refusal.js';

const baseUrl = 'http://localhost:8080/v1';

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
      headers: { 'X-Tenant': 'acme' },
      orders: { pending: [9007199254740993n, '9223372036854775807', 101], shipped: [-1], unknown: ['0'] },
      provision: { command: './seed.sh', teardown: 'http://localhost/t' },
      edition: '2026.1',
      signal: new AbortController().signal,
    });
    expect(apiKey?.reveal()).toBe('sesame');
    expect(settings).toEqual({
      ...same,
      select: selected,
      headers: [expect.objectContaining({ name: 'X-Tenant' })],
      orders: { pending: [9007199254740993n, 9223372036854775807n, 101n], shipped: [-1n], other: [], unknown: [0n] },
      provision: { seed: './seed.sh', teardown: 'http://localhost/t', directory: resolve('.') },
      edition: { value: '2026.1', origin: 'edition', directory: resolve('.') },
      inputs: [],
      dryRun: false,
      detail: 'normal',
      reports: [],
    });
  });

  test("takes `other: 'none'` for a declaration", () => {
    const { orders } = settingsFromOptions({
      baseUrl,
      orders: { pending: [1], shipped: undefined, other: 'none' } as ConformanceOptions['orders'] & object,
    });
    expect(orders).toEqual({ pending: [1n], shipped: [], other: [], otherIsNone: true, unknown: [] });
  });

  const orderId = 'an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807';

  test.each<[options: unknown, message: string]>([
    [undefined, 'options: expected an object.'],
    [
      {},
      'baseUrl: Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.',
    ],
    [{ baseUrl, readonly: true }, 'Unknown member "readonly" in options; did you mean readOnly?'],
    [{ baseUrl, apiKey: 12345678 }, 'apiKey: Expected text.'],
    [{ baseUrl, apiKey: null }, 'apiKey: Expected text.'],
    [{ baseUrl, apiKey: '' }, 'apiKey: The API key is empty. Put the key that the service issued into it.'],
    [
      { baseUrl: 'http://localhost/sesame%2D17/v1', apiKey: 'sesame-17' },
      'baseUrl: The value holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one, and reports show the rest. Remove it. Nothing was sent.',
    ],
    [{ baseUrl, readOnly: 'no' }, 'readOnly: Expected true or false.'],
    [{ baseUrl, tls: { ca: 5 } }, 'tls.ca: Expected text.'],
    [{ baseUrl, tls: { insecure: 'no' } }, 'tls.insecure: Expected true or false.'],
    [
      { baseUrl, headers: { 'X-Tenant': 'acme\nX-Other: x' } },
      'headers:1: The value of the header X-Tenant contains what no HTTP header can carry. Expected one line of plain text.',
    ],
    [{ baseUrl, signal: {} }, 'signal: expected an AbortSignal.'],
    [{ baseUrl, concurrency: 1.5 }, 'concurrency: Expected a whole number from 1 to 1024, found "1.5".'],
    [{ baseUrl, orders: { pendng: [] } }, 'options:1:12: Unknown member "pendng" in orders; did you mean pending?'],
    [
      { baseUrl, orders: { pending: [1, 2 ** 53] } },
      'orders: No number holds the id 9007199254740992 exactly. Give it as a bigint or as a string of digits.',
    ],
    [{ baseUrl, orders: { pending: ['0x1'] } }, `options:1:23: orders.pending[0]: expected ${orderId}, found text.`],
    [
      { baseUrl, orders: { pending: [1], shipped: ['2', 1n] } },
      'options:1:39: orders.shipped[1]: order 1 is already declared, as orders.pending[0]; declare each order once.',
    ],
    [{ baseUrl, provision: {} }, 'options:1:26: Expected exactly one of command and url in provision.'],
  ])('refuses %o', async (options, message) => {
    expect(await refusal(() => settingsFromOptions(options as ConformanceOptions))).toBe(message);
  });

  test('does not show a key that no header can carry', async () => {
    expect(await refusal(() => settingsFromOptions({ baseUrl, apiKey: 'sesame\nopen' }))).not.toContain('sesame');
  });

  test('takes headers by their names', async () => {
    const options = { baseUrl, headers: { 'X-Tenant': 'acme-tenant' } };
    const { headers } = settingsFromOptions(options);
    expect(headers.map((header) => [header.name, header.reveal(), placeholderOf(header.name)])).toEqual([
      ['X-Tenant', 'acme-tenant', '$STORE_ORDERS_HEADER_X_TENANT'],
    ]);
    expect(await refusal(() => settingsFromOptions({ ...options, headers: { Host: 'x' } }))).toBe(
      'headers:1: The header Host cannot be given: the suite sends its own. Remove it.',
    );
  });
});

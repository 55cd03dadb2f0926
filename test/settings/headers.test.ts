import { describe, expect, test } from 'vitest';
import { UsageError } from '../../runner/input/usage-error.js';
import { parseHeaderFile } from '../../runner/settings/checked.js';
import { keyOf } from '../secrets/key.js';

const read = (text: string) =>
  parseHeaderFile('gateway.txt', text, keyOf('Sample-Key-0001')).map((header) => [header.name, header.reveal()]);

describe('a header file', () => {
  test('has a line for each header', () => {
    expect(read('X-Tenant: acme: 1 \r\n\nCookie:a=b; c="d"\n')).toEqual([
      ['X-Tenant', 'acme: 1'],
      ['Cookie', 'a=b; c="d"'],
    ]);
    expect(read('')).toEqual([]);
  });

  test.each([
    ['X-Tenant', 'gateway.txt:1: The line has no colon. Expected `Name: value`.'],
    ['\n\nX-Tenant:', 'gateway.txt:3: The header X-Tenant has no value. Give it one, or remove it.'],
    [
      '# note: x',
      'gateway.txt:1: The name of a header consists of letters, digits and hyphens. Expected a line such as `X-Tenant: value`.',
    ],
    [
      'X-Tenant: žluť',
      'gateway.txt:1: The value of the header X-Tenant contains what no HTTP header can carry. Expected one line of plain text.',
    ],
    [
      'authorization: Bearer x',
      'gateway.txt:1: The header authorization cannot be given: it carries the API key, which STORE_ORDERS_API_KEY or --api-key-file gives. Remove it.',
    ],
    [
      'Content-Type: application/json',
      'gateway.txt:1: The header Content-Type cannot be given: it describes a body, and no request of the contract has one. Remove it.',
    ],
    ['Host: other.example', 'gateway.txt:1: The header Host cannot be given: the suite sends its own. Remove it.'],
    [
      'If-None-Match: *',
      'gateway.txt:1: The header If-None-Match cannot be given: it asks for another response than the one that is judged. Remove it.',
    ],
    [
      'X-HTTP-Method-Override: DELETE',
      'gateway.txt:1: The header X-HTTP-Method-Override cannot be given: it can turn a request into another one, such as a GET into a DELETE. Remove it.',
    ],
    [
      'X-Proxy: Basic dXNlcjpTYW1wbGUtS2V5LTAwMDE=',
      'gateway.txt:1: The header X-Proxy holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one. Remove it.',
    ],
    [
      'X-Api-Key: Sample-Key-0001',
      'gateway.txt:1: The header X-Api-Key holds the API key, which goes into Authorization alone: requests with a wrong key must not carry the right one. Remove it.',
    ],
  ])('%j is refused with its place', (text, message) => {
    expect(() => read(text)).toThrow(new UsageError(message));
  });
});

import { expect, test } from 'vitest';
import type { Exchange } from '../../evidence/exchange.js';
import { exchangesOf } from '../../judge/results/exchanges.js';
import { shortQuote } from '../../judge/results/results.js';
import { requestOf } from '../engine/made-up.js';
import { type Answered, evidenceOf } from '../suites/evidence.js';
import { contract, planned } from './contract.js';

const responseTo = (answered: Answered) =>
  exchangesOf(evidenceOf(planned(contract()), [{ 'listing/before': answered }]), new Set())[0]?.response;

test.each([
  [4096, true],
  [4097, false],
])('of a body of %i characters, up to 4096 are told; that is all of it: %s', (length, whole) => {
  expect(responseTo({ status: 200, body: 'x'.repeat(length) })).toMatchObject({
    body: { length, text: 'x'.repeat(4096), whole },
  });
});

test('a report has up to 1024 characters of a header or of bytes after a 204, and 240 of quotes', () => {
  const whole = 'x'.repeat(1024);
  const long = 'x'.repeat(1030);
  const cut = `${whole}… (6 more characters)`;
  expect(responseTo({ status: 204, headers: [[long, whole]], stray: long })).toMatchObject({
    headers: [[cut, whole]],
    bytesAfter: { length: 1030, text: cut },
  });
  expect([240, 241].map((length) => shortQuote('x'.repeat(length)).length)).toEqual([240, 241]);
  expect(shortQuote(long)).toBe(`${'x'.repeat(240)}…`);
});

test('exchanges are sorted by their end, and name the previous request on a kept connection', () => {
  const exchange = (name: string, begun: number, ended: number, connection?: string, kept?: number): Exchange => ({
    request: requestOf(`some/${name}`, connection === undefined ? {} : { connection }),
    ...{ begun, ended, startedAt: '2026-01-01T00:00:00.000Z', durationMs: 0 },
    sent: {
      ...{ method: 'GET', url: `http://127.0.0.1/${name}`, headers: [['Host', '127.0.0.1']] },
      ...(kept !== undefined && { kept }),
    },
    outcome: { kind: 'failure', failure: { kind: 'reset', message: 'Reset.' } },
  });
  const exchanges = [
    exchange('opener', 0, 1, 'kept', 0),
    exchange('next', 2, 3, 'kept', 1),
    exchange('alone', 4, 5),
    exchange('slow', 6, 9),
    exchange('third', 7, 8, 'kept', 2),
  ];
  const line = (name: string) => `-sS -i 'http://127.0.0.1/${name}' -H 'Accept:'`;
  const told = exchangesOf(evidenceOf(planned(contract()), [], { exchanges }), new Set());
  expect(told.map(({ id, curl }) => [id, curl])).toEqual([
    ['some/opener', `curl ${line('opener')}`],
    ['some/next', `curl ${line('opener')} --next ${line('next')}`],
    ['some/alone', `curl ${line('alone')}`],
    ['some/third', `curl ${line('next')} --next ${line('third')}`],
    ['some/slow', `curl ${line('slow')}`],
  ]);
});

import { expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Answered, evidence } from './evidence.js';

const with429 = (...headers: readonly Header[]) => ({ status: 429, headers });
const refused = { observed: 'requests were refused with 429' };

test.each<[string, readonly Answered[], unknown]>([
  ['are not observed without an answer', [{ failure: 'Reset.' }], []],
  ['are none even where one request was refused', [with429(), 200], [refused, { observed: 'none' }]],
  [
    'are named once each',
    [with429(['Retry-After', '1'], ['RateLimit', 'a']), with429(['ratelimit', 'b'], ['X-Retry-After', '1'])],
    [refused, { observed: '', quoted: 'ratelimit, retry-after' }],
  ],
])('the headers that speak of rates %s', (_, answers, result) => {
  const sent = answers.map((answered) => ({ 'listing/before': answered }));
  const observer = storeOrdersInterface.observers.find(({ ambiguity }) => ambiguity === 'rate-limit-headers');
  expect(observer?.observe(evidence({ sent }))).toEqual(result);
});

import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { reportOn } from '../../judge/contract.js';
import { evidence, listed } from '../evidence.js';

const whole = '{"code":"a","message":"b","status":401}';

test.each([
  ['passes', 'is as it must be', 'application/json', whole, 'pass'],
  ['fails', 'has another type', 'text/plain', whole, 'fail'],
  ['fails', 'is not JSON', 'application/json', 'No.', 'fail'],
  ['passes', 'lacks a member, which its title does not speak of', 'application/json', '{"code":"a"}', 'pass'],
])('the scenario that accepts any type %s where the Error %s', (_, __, type, body, verdict) => {
  const refused = { status: 401, headers: [['Content-Type', type]], body } as const;
  const sent = [{ 'listing/before': listed([7n]) }, { 'accept/refused-any': refused }];
  const { scenarios } = reportOn(storeOrdersInterface, evidence({ sent }));
  expect(scenarios.find(({ id }) => id === 'accept')?.verdict).toBe(verdict);
});

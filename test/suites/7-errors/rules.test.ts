import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../../suites/contract.js';
import { reportOn } from '../../judge/contract.js';
import { evidence, listed } from '../evidence.js';

const whole = '{"code":"a","message":"b","status":401}';

test.each([
  ['is as it must be', 'application/json', whole, []],
  ['has another type', 'text/plain', whole, ['error.401.content-type']],
  ['is not JSON', 'application/json', 'No.', ['error.401.json']],
  ['lacks members', 'application/json', '{"code":"a"}', ['error.401.message', 'error.401.status']],
])('an Error for whoever accepts any type is judged where it %s', (_, type, body, broken) => {
  const refused = { status: 401, headers: [['Content-Type', type]], body } as const;
  const sent = [{ 'listing/before': listed([7n]) }, { 'accept/refused-any': refused }];
  const { findings } = reportOn(storeOrdersInterface, evidence({ sent }));
  expect(findings.map(({ requirement }) => requirement).filter((id) => id.startsWith('error.'))).toEqual(broken);
});

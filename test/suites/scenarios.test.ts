import { expect, test } from 'vitest';
import { stepsOf } from '../../runner/evidence/file/consistency.js';
import { allRequestsOf } from '../../runner/evidence/plan.js';
import { idText, type Request } from '../../runner/evidence/request.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { reportOn } from '../judge/contract.js';
import { evidence, evidenceOf } from './evidence.js';

const { plan } = evidence({ orders: { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] }, sent: [] });
const requests = allRequestsOf(plan);
test.each([
  ['cancel.shipped.status', 'error'],
  ['cancel.other-state', 'error'],
  ['auth.list.missing', 'error'],
  ['cancel.unknown.status', 'inconclusive'],
])('where the suite could not gather the listings, %s is %s', (requirement, verdict) => {
  const defects = [{ scenario: 'listing', reason: 'A defect.' }];
  const { requirements } = reportOn(storeOrdersInterface, evidenceOf(plan, [], { defects }));
  expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe(verdict);
});

/** It goes out later: in a later stage, or after the other on its connection. */
function isAfter(request: Request, earlier: Request): boolean {
  const isLater = stepsOf(earlier).last < stepsOf(request).first;
  const sharesConnection = request.connection !== undefined && request.connection === earlier.connection;
  return isLater || (sharesConnection && requests.indexOf(earlier) < requests.indexOf(request));
}

test('a request that depends on an answer is sent after it', () => {
  const early = requests.filter((request) => {
    const { when } = request;
    if (when === undefined || when === 'not-listed') return false;
    const id = idText('found' in when ? when.found : when.succeeded);
    return requests.some((other) => idText(other.id) === id && !isAfter(request, other));
  });
  expect(early.map(({ id }) => idText(id))).toEqual([]);
});

test('what shares a connection is sent in one stage', () => {
  const stages = new Map<string, Set<string>>();
  for (const { connection, stage } of requests) {
    if (connection !== undefined) stages.set(connection, (stages.get(connection) ?? new Set()).add(stage));
  }
  expect([...stages].filter(([, { size }]) => size > 1)).toEqual([]);
});

import { expect, test } from 'vitest';
import { allRequestsOf } from '../../runner/evidence/plan.js';
import { idText, type Request, type RequestId } from '../../runner/evidence/request.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { reportOn } from '../judge/contract.js';
import { evidence, evidenceOf } from './evidence.js';

const { plan } = evidence({ orders: { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] }, sent: [] });
const requests = allRequestsOf(plan);
const requestOf = new Map(requests.map((request) => [idText(request.id), request]));

/** It waits for this one, or for one that does. */
const isAfter = ({ after }: Request, id: RequestId): boolean =>
  after.some((other) => {
    const request = requestOf.get(idText(other));
    return idText(other) === idText(id) || (request !== undefined && isAfter(request, id));
  });

test.each([
  ['cancel-shipped', 'error'],
  ['cancel-other', 'error'],
  ['auth-list-missing', 'error'],
  ['listing-queries', 'error'],
  ['auth-cancel-unknown', 'inconclusive'],
])('where the suite could not gather the listings, %s is judged as %s', (scenario, verdict) => {
  const defects = [{ scenario: 'listing', reason: 'A defect.' }];
  const { scenarios } = reportOn(storeOrdersInterface, evidenceOf(plan, [], { defects }));
  expect(scenarios.find(({ id }) => id === scenario)?.verdict).toBe(verdict);
});

test('a request on a used connection is sent after the one that used it', () => {
  const early = requests.filter((request, index) => {
    const { connection } = request;
    const previous = connection && requests.slice(0, index).findLast((other) => other.connection === connection);
    return previous && !isAfter(request, previous.id);
  });
  expect(early.map(({ id }) => idText(id))).toEqual([]);
});

test('a request that depends on an answer is sent after it', () => {
  const early = requests.filter((request) => {
    const { when } = request;
    if (when === undefined || when === 'not-listed') return false;
    const ids = 'differs' in when ? when.differs : ['found' in when ? when.found : when.succeeded];
    return ids.some((id) => !isAfter(request, id));
  });
  expect(early.map(({ id }) => idText(id))).toEqual([]);
});

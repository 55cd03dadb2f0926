import { expect, test } from 'vitest';
import { allRequestsOf, type Plan } from '../../runner/evidence/plan.js';
import { idText, type Request, type RequestId, sharedListingOf } from '../../runner/evidence/request.js';
import { planOf } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const planWith = (scenarios?: readonly string[]): Plan =>
  planOf(
    settingsFromOptions({
      baseUrl: 'http://127.0.0.1/v1',
      apiKey: 'Sample-Key-0001',
      orders: { pending: [101n, 102n, 103n, 104n], shipped: [201n], other: [301n] },
      ...(scenarios && { scenarios }),
    }),
    storeOrdersInterface,
  );

const requests = allRequestsOf(planWith());
const requestOf = new Map(requests.map((request) => [idText(request.id), request]));

/** It waits for this one, or for one that does. */
const isAfter = ({ after }: Request, id: RequestId): boolean =>
  after.some((other) => {
    const request = requestOf.get(idText(other));
    return idText(other) === idText(id) || (request !== undefined && isAfter(request, id));
  });

test.each([
  ['cancel-shipped', ['before', 'after', 'last']],
  ['cancel-other', ['before', 'after', 'last']],
  ['auth-list-missing', ['before']],
  ['listing-queries', ['before']],
])('%s, selected alone, has the listings %j: they show what it is judged by', (scenario, listings) => {
  expect(allRequestsOf(planWith([scenario])).flatMap((request) => sharedListingOf(request) ?? [])).toEqual(listings);
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

import { expect, test } from 'vitest';
import { requestsOf } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import { CREDENTIALS } from '../../interface/interface.js';
import { isWithoutKey, SITUATION_IDS, SITUATIONS, situationOf, statusIn } from '../../suites/terms/situation.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { planFor } from '../engine/plans.js';

/** The statuses that the contract states: §4.1, §4.2, §5.3. `open`: it names several, or none. */
const OF_THE_CONTRACT = [
  ['listing', 200],
  ['pending', 204],
  ['shipped', 409],
  ['unknown', 404],
  ['neighbour', 404],
  ['cancelled', 'open'],
  ['other', 'open'],
  ['not-int64', 'open'],
] as const;

/** These show in a run only: which of simultaneous cancels lost. */
const OF_A_RACE = ['loser', 'raced'];

test('the statuses of the situations are those of the tables of the contract', () => {
  expect(OF_THE_CONTRACT.map(([id]) => [id, statusIn(id) ?? 'open'])).toEqual(OF_THE_CONTRACT);
  expect([...OF_THE_CONTRACT.map(([id]) => id), ...OF_A_RACE].sort()).toEqual([...SITUATION_IDS].sort());
});

/** The subject of a request by its plan alone, decided in another way than `situationOf` does. */
function aboutOf({ aim, role }: Request): string {
  switch (aim.kind) {
    case 'listing':
      return 'listing';
    case 'order':
      return aim.order.state === 'pending' && role === 'again' ? 'cancelled' : aim.order.state;
    case 'unknown':
      if (/^(word|above-int64|own-(fraction|fraction-below|suffix|hexadecimal|wrapped))$/.test(aim.unknown))
        return 'not-int64';
      return aim.unknown.startsWith('shares-') ? 'neighbour' : 'unknown';
  }
}

const { evidence } = await gatherInMemory();
const plans = [
  evidence.plan,
  planFor(),
  planFor({ repeat: 3 }),
  planFor({ orders: { pending: [1, 2], shipped: [3] } }),
];

test('each request of each plan is in one pair of what it asks for and with which key', () => {
  const pairs = new Set<string>();
  for (const request of plans.flatMap(requestsOf)) {
    const { id, status, words, right } = situationOf({ request });
    expect(id, idText(request.id)).toBe(aboutOf(request));
    expect(Object.keys(CREDENTIALS)).toContain(request.credential);
    const expected = isWithoutKey(request) ? 401 : statusIn(id);
    expect([idText(request.id), status]).toEqual([idText(request.id), expected]);
    expect(right.status, words).toBe(isWithoutKey(request) ? 401 : SITUATIONS[id].right.status);
    pairs.add(`${id} ${isWithoutKey(request) ? 'refused' : 'accepted'}`);
  }
  // Each situation but those of a race comes with an accepted key; with a refused one, what has a 401 of its own.
  const accepted = OF_THE_CONTRACT.map(([id]) => `${id} accepted`);
  expect([...pairs].filter((pair) => pair.endsWith('accepted')).sort()).toEqual(accepted.sort());
  expect([...pairs].filter((pair) => pair.endsWith('refused')).sort()).toMatchInlineSnapshot(`
    [
      "listing refused",
      "other refused",
      "pending refused",
      "shipped refused",
      "unknown refused",
    ]
  `);
});

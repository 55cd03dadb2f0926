import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fingerprints } from '../../judge/causes/frameworks.generated.js';
import { listingEach, listingWith } from '../../servers/changes.js';
import type { Fault } from '../../servers/fault.js';
import { faults } from '../../servers/faults/index.js';
import type { JsonObject } from '../../servers/json.js';
import type { Order } from '../../servers/order.js';
import { type Behaviour, cancelPending } from '../../servers/steps.js';
import { fault } from '../engine/servers.js';
import { inPart } from '../in-part.js';
import { judgeInMemory, onlyReplies } from './in-memory.js';
import { isByChance } from './lines.js';
import { alreadyDone, follow, judged } from './remedies.js';

/** The causes that each fault has in the golden file. */
const causes: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, 'expected/faults.txt'), 'utf8').matchAll(/^([\w.-]+): .*(?:\n .*)*/gm),
    ([entry, id = '']) => [id, Array.from(entry.matchAll(/\bcause ([\w.-]+)/g), ([, cause = '']) => cause)] as const,
  ),
);

interface Row {
  readonly cause: string;
  readonly fault: Fault;
}

const followed = new Set<string>();

/** Each cause, with the first fault that has it. Of known software, `framework-defaults.test.ts` has the lines. */
const rows: readonly Row[] = faults
  .filter((each) => onlyReplies(each) && !isByChance(each.id))
  .flatMap((each) =>
    (causes.get(each.id) ?? []).flatMap((cause) => {
      if (followed.has(cause) || fingerprints.some(({ id }) => id === cause)) return [];
      followed.add(cause);
      return { cause, fault: each };
    }),
  );

/**
 * Causes whose repair tells no answer: what an order is like, or what the service does. The sentence describes the reference, and
 * where it leaves a choice, `choices` has the other one.
 */
const WITHOUT_ANSWER: readonly string[] = [
  'base.version-prefix',
  'order.object',
  'order.id',
  'order.id-unique',
  'order.pet-id',
  'order.quantity',
  'order.complete',
  'order.members-unique',
  'order.ship-date',
  'order.ship-date-rfc3339',
  'auth.no-effect',
  'cancel.pending.listed',
  'cancel.shipped.unchanged',
  'unsteady-listing',
  'cancel.others-untouched',
  'cancel.not-int64',
  'cancel.told-apart',
  'orders.conserved',
];

test.concurrent.each(inPart(rows, 31).map((row) => [row.cause, row.fault.id, row.fault] as const))(
  '%s: whoever follows the repair to the word conforms (%s)',
  { timeout: 600_000 },
  async (cause, _, faulty) => {
    const before = await judged(faulty);
    const found = before.causes.find(({ id }) => id === cause);
    expect(found, cause).toBeDefined();
    expect(found?.repair.answer === undefined, cause).toBe(WITHOUT_ANSWER.includes(cause));
    if (!found?.repair.answer) return;
    expect(alreadyDone(found, before.evidence)).toEqual([]);
    expect(await follow(faulty, cause, before)).toEqual([]);
  },
);

test('each cause without an answer has a row', () => {
  expect(WITHOUT_ANSWER.filter((cause) => !followed.has(cause))).toEqual([]);
});

const withoutOffset = (members: JsonObject, offset: string): JsonObject =>
  typeof members.shipDate === 'string'
    ? { ...members, shipDate: members.shipDate.replace(/(Z|[+-]\d\d:\d\d)$/, offset) }
    : members;

test.concurrent.each([
  ['leave the member out', 'order.pet-id', listingWith({ petId: undefined })],
  ['leave the member out', 'order.quantity', listingWith({ quantity: undefined })],
  ['leave the member out', 'order.complete', listingWith({ complete: undefined })],
  ['leave it out', 'order.ship-date', listingWith({ shipDate: undefined })],
  ['with Z', 'order.ship-date-rfc3339', listingEach((members) => withoutOffset(members, 'Z'))],
  ['with an offset', 'order.ship-date-rfc3339', listingEach((members) => withoutOffset(members, '+02:00'))],
])('%s conforms, completely: a choice in the repair of %s', async (_, __, behaviour) => {
  const { verdict, complete, causes: left } = await judgeInMemory({ behaviour });
  expect({ verdict, complete, left }).toEqual({ verdict: 'conformant', complete: true, left: [] });
});

test('a misread repair does not conform: 204 to each loser of a race', async () => {
  const faulty = fault('losers-get-500');
  const before = await judged(faulty);
  const found = before.causes.map((each) => ({ ...each, repair: { text: '', answer: { status: 204 } } }));
  expect(await follow(faulty, 'loser-500', { ...before, causes: found })).toEqual([
    expect.stringMatching(/^loser-500: \S+ came: /),
  ]);
});

/**
 * Transactions as PostgreSQL has them by default: a read takes no lock; a write waits for those before it, and then changes each row
 * that its condition fits.
 */
const inTransaction =
  (changes: (found: Order) => boolean): Behaviour =>
  () => {
    let committed: Promise<unknown> = Promise.resolve();
    return {
      cancel: async (orders, order) => {
        if (order.status !== 'pending') return cancelPending(orders, order);
        let isChanged = false;
        committed = committed
          .then(() => delay(1))
          .then(() => {
            const found = orders.get(order.id) ?? order;
            isChanged = changes(found);
            if (isChanged) orders.put({ ...found, status: 'cancelled' });
          });
        await committed;
        return isChanged ? 'cancelled' : 'already-cancelled';
      },
    };
  };

test.each([
  ['a transaction with a conditional update conforms', ({ status }: Order) => status === 'pending', []],
  ['a misread repair does not: a transaction alone', () => true, ['raced-204']],
] as const)('%s', async (_, changes, expected) => {
  const { causes: found } = await judged({ behaviour: inTransaction(changes) });
  expect(found.map(({ id }) => id)).toEqual(expected);
  for (const { repair } of found) expect(repair.text).toContain('a transaction alone is not enough');
});

import { expect, test } from 'vitest';
import { listingEach, together } from '../../servers/changes.js';
import { type Fault, faults } from '../../servers/faults/index.js';
import type { JsonObject } from '../../servers/json.js';
import type { OrderStatus } from '../../servers/order.js';
import type { Behaviour } from '../../servers/steps.js';
import { inPart } from '../in-part.js';
import { judgeInMemory, onlyReplies } from './in-memory.js';
import { isByChance } from './lines.js';

/*
 * A listing need not show states (§2), nor cancelled orders. What a cancel may change is detected all the same. MATRIX=all tries
 * each of these faults in each store.
 */
const showing = (members: (status: OrderStatus) => JsonObject): Behaviour =>
  listingEach(({ status: _, ...rest }, { status }) => ({ ...rest, ...members(status) }));

const leaving: Behaviour = ({ select }) => ({
  select: (orders, call) => select(orders, call).filter(({ status }) => status !== 'cancelled'),
});

const none = showing(() => ({}));
const flag = showing((status) => ({ cancelled: status === 'cancelled' }));

const STORES: Readonly<Record<string, Behaviour>> = {
  'shows no states': none,
  'shows no states, and lists no cancelled orders': together(none, leaving),
  'shows in a flag what is cancelled': flag,
  'shows the states, and lists no cancelled orders': leaving,
};

/** Each is detected in the other stores. */
const UNSEEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'shows no states': {
    'delivered-409-cancelled': 'the order gets 409 before and after, and no listing shows what it became',
    'pending-104-404': 'texts name this order before its own cancel, so one of them may have cancelled it',
    'refused-cancels-take-effect-204-afterwards': 'the order gets 204 before and after',
    'cancels-104-along-204-afterwards': 'the order gets 204 before and after',
  },
};

/** The requirements on the effects of a cancel. */
const EFFECTS: readonly string[] = [
  'orders.conserved',
  'cancel.others-untouched',
  'cancel.other-state',
  'cancel.pending.status',
  'cancel.shipped.status',
  'cancel.shipped.unchanged',
  'cancel.told-apart',
  'auth.no-effect',
];

const isAboutEffects = (fault: Fault): boolean =>
  onlyReplies(fault) && fault.requirements.some((id) => EFFECTS.includes(id));

const rows = faults
  .filter(isAboutEffects)
  .flatMap((fault) => Object.entries(STORES).map(([store, behaviour]) => ({ id: fault.id, fault, store, behaviour })));

for (const { id, fault, store, behaviour } of inPart(rows, 97)) {
  // Now and then, a stale index hits orders so that a late listing explains it as well.
  test(`${id} is detected in a store that ${store}`, { retry: isByChance(id) ? 3 : 0 }, async () => {
    const { verdict } = await judgeInMemory({ ...fault, behaviour: together(behaviour, fault.behaviour) });
    expect(verdict === 'nonconformant').toBe(UNSEEN[store]?.[id] === undefined);
  });
}

test('the faults that are not detected are faults', () => {
  const ids = rows.map(({ id }) => id);
  expect(
    Object.values(UNSEEN)
      .flatMap(Object.keys)
      .filter((id) => !ids.includes(id)),
  ).toEqual([]);
});

const withoutDelivered: Behaviour = ({ select }) => ({
  select: (orders, call) => select(orders, call).filter(({ status }) => status !== 'delivered'),
});

/** Orders declared other that no listing shows may be cancelled ones, where no listing shows that these stay. */
const WITHOUT_OTHERS: Readonly<Record<string, string>> = {
  'shows no states': 'inconclusive',
  'shows no states, and lists no cancelled orders': 'inconclusive',
  'shows in a flag what is cancelled': 'nonconformant',
  'shows the states, and lists no cancelled orders': 'inconclusive',
};

test.each(Object.entries(STORES))(
  'a store that %s is judged in full, unless it lists no other order',
  async (store, behaviour) => {
    const { verdict, complete } = await judgeInMemory({ behaviour });
    expect({ verdict, complete }).toEqual({ verdict: 'conformant', complete: true });
    const others = await judgeInMemory({ behaviour: together(behaviour, withoutDelivered) });
    expect(others.verdict).toBe(WITHOUT_OTHERS[store]);
  },
);

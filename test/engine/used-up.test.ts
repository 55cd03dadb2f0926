import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../servers/json.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import type { Behaviour } from '../../servers/steps.js';
import { judgerFor } from '../detection/in-memory.js';

/*
 * Conforming stores, with fixtures that an earlier run used up in part, or of which one was written down wrongly. With
 * MATRIX=http all of them, over HTTP.
 */

const MEANS = { pending: 'Offen', cancelled: 'Storniert', shipped: 'Versandt', delivered: 'Zugestellt' } as const;
const NUMBERS = { pending: 0, cancelled: 9, shipped: 4, delivered: 7 } as const;

/** In what terms a listing shows the state. */
const SHOWN: Readonly<Record<string, (status: OrderStatus) => JsonObject>> = {
  'as a word': (status) => ({ status }),
  'as a foreign word': (status) => ({ zustand: MEANS[status] }),
  'as a number': (status) => ({ state: NUMBERS[status] }),
  'as a flag': (status) => ({ cancellable: status === 'pending' }),
  'as a time stamp': (status) => ({ cancelledAt: status === 'cancelled' ? '2026-01-02T03:04:05Z' : null }),
  'as an object': (status) => ({ lifecycle: { phase: NUMBERS[status], since: '2026-01-02' } as Json }),
  'not at all': () => ({}),
};

const PENDING = [9007199254740993n, 3000000005n, 115n, 122n, 129n, 136n, 143n, 150n];

const USED: Readonly<Record<string, readonly bigint[]>> = {
  'one is': [115n],
  'the long id is': [9007199254740993n],
  'two are': [9007199254740993n, 3000000005n],
  'half are': [9007199254740993n, 115n, 129n, 143n],
  'most are': [9007199254740993n, 3000000005n, 115n, 122n, 136n, 150n],
};

interface Case {
  readonly shown: string;
  /** What became of declared pending orders before the run. */
  readonly used: string;
  readonly was: OrderStatus;
  /** Cancelled orders leave the listing. */
  readonly leaves: boolean;
  /** What a cancelled order gets. */
  readonly again: 404 | 409;
}

const all: readonly Case[] = Object.keys(SHOWN).flatMap((shown) =>
  Object.keys(USED).flatMap((used) =>
    [true, false].flatMap((leaves) =>
      ([404, 409] as const).flatMap((again): Case[] => [
        { shown, used, leaves, again, was: 'cancelled' },
        ...(used === 'one is' ? [{ shown, used, leaves, again, was: 'shipped' as const }] : []),
      ]),
    ),
  ),
);

/** A prime step meets each term, each use, and each way to be refused. */
const cases = process.env.MATRIX === 'http' ? all : all.filter((_, index) => index % 23 === 0);

const behaviourOf =
  ({ shown, leaves, again }: Case): Behaviour =>
  ({ errors }) => ({
    select: (orders) => orders.all().filter(({ status }) => !(leaves && status === 'cancelled')),
    renderOrder: ({ id, status, members }) => ({ id, ...members, ...SHOWN[shown]?.(status) }),
    errors: { ...errors, 'already-cancelled': { ...errors['already-cancelled'], status: again } },
  });

async function judged(each: Case, fresh: boolean) {
  const used = USED[each.used] ?? [];
  const order = (id: bigint, status: OrderStatus): Order => ({ id, status, members: { petId: 7, quantity: 1 } });
  const orders = [
    ...PENDING.map((id) => order(id, used.includes(id) ? each.was : 'pending')),
    ...[201n, 202n].map((id) => order(id, 'shipped')),
    ...[301n, 302n].map((id) => order(id, 'delivered')),
  ];
  const server = { id: each.used, summary: 'conforms', orders, behaviour: behaviourOf(each) };
  const declared = { pending: PENDING, shipped: [201n, 202n], other: [301n, 302n] };
  const { complete, requirements, causes } = await judgerFor(server)(server, { orders: declared, fresh });
  const musts = requirements.filter(({ level }) => level === 'must');
  const open = musts.filter(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive');
  return {
    complete,
    causes,
    told: requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn'),
    open: open.map(({ id, reason }) => `${id}: ${reason}`),
  };
}

/** Whether the listing tells the orders that are not pending from those that are. */
const isToldApart = ({ shown, leaves, was }: Case): boolean => {
  const show = SHOWN[shown] ?? (() => ({}));
  return (leaves && was === 'cancelled') || JSON.stringify(show(was)) !== JSON.stringify(show('pending'));
};

test.each(cases)(
  '$used $was, shown $shown, and leaves the listing: $leaves, $again: nobody is accused',
  {
    timeout: 60_000,
  },
  async (each) => {
    const { told, causes, complete, open } = await judged(each, false);
    expect({ told, causes }).toEqual({ told: [], causes: [] });
    if (each.used === 'one is' && isToldApart(each)) expect({ complete, open }).toEqual({ complete: true, open: [] });
  },
);

test('what the run was told to be fresh, and is not, is a finding', { timeout: 60_000 }, async () => {
  const hidden: Case = { shown: 'not at all', used: 'half are', was: 'cancelled', leaves: false, again: 409 };
  const { told } = await judged(hidden, true);
  expect(told.map(({ id }) => id)).toContain('cancel.pending.status');
});

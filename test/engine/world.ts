import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Report } from '../../runner/judge/report.js';
import { unknownCandidates } from '../../runner/orders/candidates.js';
import { NO_ORDERS } from '../../runner/orders/declared.js';
import type { Order } from '../../servers/order.js';
import { generateApiKey, idsByState } from '../../servers/reference.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { judgeStore } from './judgement.js';
import { type Received, type Store, type StoreOptions, startStore } from './store.js';

const isInt64 = (id: bigint): boolean => BigInt.asIntN(64, id) === id;

/** A store, what its fixtures say of it, and what the suite did there. */
export interface World {
  readonly store: Pick<Store, 'apiKey' | 'received'>;
  readonly declared: Store['orders'];
  /** Every order that the store has, listed or not. */
  readonly existing: readonly bigint[];
  readonly report: Report;
}

/**
 * Judges a store with these orders; the fixtures declare what it seeds, unless told otherwise. In memory, where that does not
 * show in how it answers.
 */
export async function judgeWorld(options: StoreOptions = {}, orders: Partial<Store['orders']> = {}): Promise<World> {
  const existing = options.orders ?? demoOrders;
  const declared = {
    ...idsByState(existing),
    unknown: [],
    ...(options.unknown && { unknown: options.unknown }),
    ...orders,
  };
  const run = { orders: declared, deadlineMs: 20_000 };
  const world = { declared, existing: existing.map(({ id }) => id) };
  if (!onlyReplies(options)) {
    const store = await startStore(options);
    return { ...world, store, report: await judgeStore(store, run) };
  }
  const received: Received[] = [];
  const apiKey = generateApiKey();
  const report = await judgeInMemory({ ...options, apiKey }, { ...run, received });
  return { ...world, store: { apiKey, received }, report };
}

const kinds = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative', 'word', 'above-int64'] as const;

/** Everything that the suite picks where the fixtures declare nothing unknown. */
const picks = kinds.flatMap((kind) => unknownCandidates(kind, NO_ORDERS));

const shippedOrder = (id: bigint): Order => ({ id, status: 'shipped', members: {} });

/** The orders of the demo, and shipped ones with these ids. */
export const demoAnd = (ids: Iterable<bigint>): Order[] => {
  const known = new Set<bigint>(demoOrders.map(({ id }) => id));
  return [...demoOrders, ...[...new Set(ids)].filter((id) => !known.has(id)).map(shippedOrder)];
};

/** Those of them that an order could have. */
export const takenPicks = picks.flatMap(({ text }) =>
  /^-?\d+$/.test(text) && isInt64(BigInt(text)) ? [BigInt(text)] : [],
);

/** The store grows by many orders, of which the fixtures know only those of the demo. */
export const withStrangers = (
  ids: Iterable<bigint>,
  declared: Partial<Store['orders']> = {},
): [StoreOptions, Partial<Store['orders']>] => [{ orders: demoAnd(ids) }, { shipped: [201n, 202n], ...declared }];

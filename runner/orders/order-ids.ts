import type { OrderList } from '../settings/settings.js';
import { ORDER_LISTS } from '../settings/settings.js';

export const ORDER_ID = 'an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807';

/** A plain decimal integer in the range of int64, exactly; undefined for any other spelling (`1.0`, `1e3`, `0x10`, `007`, `+5`). */
export function parseOrderId(text: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const id = BigInt(text);
  return BigInt.asIntN(64, id) === id ? id : undefined;
}

/** Where an id is declared. */
export interface Declaration {
  readonly list: OrderList;
  readonly index: number;
}

export interface Repetition {
  readonly id: bigint;
  readonly first: Declaration;
  readonly again: Declaration;
}

/** Ids that are declared twice, in one list or in two; what is undefined is passed over. */
export function repeatedOrders(
  orders: Readonly<Record<OrderList, readonly (bigint | undefined)[]>>,
): readonly Repetition[] {
  const declared = new Map<bigint, Declaration>();
  const repetitions: Repetition[] = [];
  for (const list of ORDER_LISTS) {
    for (const [index, id] of orders[list].entries()) {
      if (id === undefined) continue;
      const first = declared.get(id);
      if (first) repetitions.push({ id, first, again: { list, index } });
      else declared.set(id, { list, index });
    }
  }
  return repetitions;
}

/** Calls `read` for every list, in their order. */
export function mapLists<T>(read: (list: OrderList) => readonly T[]): Readonly<Record<OrderList, readonly T[]>> {
  return { pending: read('pending'), shipped: read('shipped'), other: read('other'), unknown: read('unknown') };
}

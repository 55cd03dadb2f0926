import { ORDER_STATES } from './interface.js';

/** The lists of a fixtures file: orders by state, and ids that no order has. */
export const ORDER_LISTS = [...ORDER_STATES, 'unknown'] as const;

export type OrderList = (typeof ORDER_LISTS)[number];

export type Lists<T> = Readonly<Record<OrderList, readonly T[]>>;

/** The orders that the fixtures and the provisioning declare. Ids are int64, exact, and unique over all lists. */
export interface DeclaredOrders extends Lists<bigint> {
  /** `other: none`: no order can be in another state. */
  readonly otherIsNone?: true;
  /** `unknown: neighbours`: no order has an id beside that of a pending one above 2^53. */
  readonly neighboursAreUnknown?: true;
  /** The whole store was made for tests: a server that confuses ids may hit any order in it. */
  readonly disposable?: true;
  /** The orders that a seed made for this run. */
  readonly provisioned?: readonly bigint[];
  /**
   * The orders that nobody has used before (`--fresh`, or `fresh: true` of a seed). If one is refused, the target is
   * wrong.
   */
  readonly fresh?: 'all' | 'provisioned';
}

export type OrderCounts = Readonly<Record<OrderList, number>>;

/**
 * How orders are made before a run. A hook that begins with `http://` or `https://` is a URL; any other one is a
 * command.
 */
export interface Provision {
  readonly seed: string;
  readonly teardown?: string;
  /** The directory in which commands run, absolute: that of the fixtures file. */
  readonly directory: string;
  /** True if commands get the API key, in STORE_ORDERS_API_KEY. */
  readonly passKey?: boolean | undefined;
}

export const mapLists = <T>(read: (list: OrderList) => readonly T[]): Lists<T> =>
  Object.fromEntries(ORDER_LISTS.map((list) => [list, read(list)])) as Lists<T>;

export const NO_ORDERS: DeclaredOrders = mapLists(() => []);

/** @param written the values of these members in the file; `other` may be `none`, and `unknown` may be `neighbours` */
export const declarationOf = (
  lists: Lists<bigint>,
  { other, unknown, disposable }: Readonly<Record<'other' | 'unknown' | 'disposable', unknown>>,
): DeclaredOrders => ({
  ...lists,
  ...(other === 'none' && { otherIsNone: true }),
  ...(unknown === 'neighbours' && { neighboursAreUnknown: true }),
  ...(disposable === true && { disposable: true }),
});

export const ORDER_ID = 'an order id, a plain decimal integer from -9223372036854775808 to 9223372036854775807';

/** Ids that are declared twice, in one list or in two; what is undefined is passed over. */
export function repeatedOrders(orders: Lists<bigint | undefined>) {
  const declared = new Map<bigint, string>();
  return ORDER_LISTS.flatMap((list) =>
    orders[list].flatMap((id, index) => {
      if (id === undefined) return [];
      const place = `orders.${list}[${index}]`;
      const first = declared.get(id) ?? place;
      declared.set(id, first);
      const message = `${place}: order ${id} is already declared, as ${first}; declare each order once.`;
      return first === place ? [] : { list, index, message };
    }),
  );
}

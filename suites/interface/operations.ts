// The interface's own names, written here alone. This folder imports nothing, so every room of runner/ may import it.

/** Ends every base address (§9.1). */
export const VERSION_PREFIX = '/v1';

/** The path of the listing, below the base address (§4.1). */
export const LISTING_PATH = '/store/orders';

/** The base address of a listing; undefined if the address is not that of a listing. */
export const aboveListing = (address: string): string | undefined =>
  address.endsWith(LISTING_PATH) ? address.slice(0, -LISTING_PATH.length) : undefined;

/** The path of a cancel, below the base address (§4.2). */
export const cancelPath = (orderId: string): string => `${LISTING_PATH}/${orderId}`;

/** Each operation as the contract writes it, and every status of its table (§4). */
export const OPERATIONS = {
  listOrders: { method: 'GET', request: `GET ${LISTING_PATH}`, statuses: [200, 401] },
  cancelOrder: { method: 'DELETE', request: `DELETE ${cancelPath('{orderId}')}`, statuses: [204, 401, 404, 409] },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** The states that a run can be told of (§3): the contract names pending and shipped; `other` is any that is neither. */
export const ORDER_STATES = ['pending', 'shipped', 'other'] as const;

export type OrderState = (typeof ORDER_STATES)[number];

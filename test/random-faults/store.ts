import { literal } from '../../servers/json.js';
import type { Order, OrderStatus } from '../../servers/order.js';

/** An order as it is listed: the JSON text of each member, in the order of the listing. */
export interface StoredOrder {
  readonly id: bigint;
  readonly status: OrderStatus;
  readonly members: Readonly<Record<string, string>>;
}

const members = (petId: string, quantity: string, shipDate: string, complete: string) => ({
  petId,
  quantity,
  shipDate: JSON.stringify(shipDate),
  complete,
});

/**
 * The least that the suite asks for, so that no pending order is without a scenario that cancels it; and one shipped
 * and one delivered order that no scenario cancels.
 */
export const store: readonly StoredOrder[] = [
  {
    id: 9_007_199_254_740_993n,
    status: 'pending',
    members: members('9007199254740995', '1', '2026-03-01T09:30:00Z', 'false'),
  },
  { id: 101n, status: 'pending', members: members('11', '2', '2026-03-02T18:00:00.250+02:00', 'false') },
  { id: 102n, status: 'pending', members: { quantity: '40', note: '"ring the \\u0062ell"' } },
  { id: 201n, status: 'shipped', members: members('21', '1', '2026-01-15T08:00:00Z', 'true') },
  { id: 202n, status: 'shipped', members: { petId: '22', parcel: '{"weight":1.5,"notes":[]}' } },
  { id: 301n, status: 'delivered', members: members('31', '5', '2025-12-01T23:59:59+05:30', 'true') },
  { id: 302n, status: 'delivered', members: { complete: 'true' } },
];

/** The same orders for a server. */
export const orders: readonly Order[] = store.map(({ id, status, members }) => ({
  id,
  status,
  members: Object.fromEntries(Object.entries(members).map(([name, text]) => [name, literal(text)])),
}));

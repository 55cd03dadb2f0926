import type { Order } from '../order.js';
import type { Plan, PlannedOrder, PlannedRequest, PlannedScenario } from '../plan.js';

/** As JSON has it: every bigint a text. */
type Saved<T> = T extends bigint
  ? string
  : T extends readonly (infer Element)[]
    ? readonly Saved<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: Saved<T[Key]> }
      : T;

/** Turns the texts of ids back into int64. The line was validated before. */
export function loadPlan(saved: unknown): Plan {
  const { orders, scenarios, listings, ...plan } = saved as Saved<Plan>;
  return {
    ...plan,
    orders: {
      ...orders,
      pending: orders.pending.map(BigInt),
      shipped: orders.shipped.map(BigInt),
      other: orders.other.map(BigInt),
      unknown: orders.unknown.map(BigInt),
    },
    listings: listings.map(loadRequest),
    scenarios: scenarios.map(
      (scenario): PlannedScenario =>
        scenario.state === 'ready'
          ? { ...scenario, orders: scenario.orders.map(loadOrder), requests: scenario.requests.map(loadRequest) }
          : scenario,
    ),
  };
}

const loadOrder = ({ id, state }: Saved<Order>): Order => ({ id: BigInt(id), state });

function loadRequest({ order, ...request }: Saved<PlannedRequest>): PlannedRequest {
  return { ...(request as Omit<PlannedRequest, 'order'>), ...(order && { order: loadPlannedOrder(order) }) };
}

function loadPlannedOrder(order: Saved<PlannedOrder>): PlannedOrder {
  if (order.kind === 'declared') return { kind: 'declared', order: loadOrder(order.order) };
  const { near, candidates, ...unknown } = order;
  return {
    ...unknown,
    ...(near !== undefined && { near: BigInt(near) }),
    candidates: candidates.map(({ text, mistakenFor, ours }) => ({
      text,
      mistakenFor: mistakenFor.map(BigInt),
      ...(ours && { ours: ours.map(BigInt) }),
    })),
  };
}

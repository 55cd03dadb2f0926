import type { ListingReading } from '../listing/index.js';
import { likelyMistakesOf, TWO_53 } from './mistakes.js';
import { once } from './once.js';
import { declaredOrders, isReady, type Plan, type ReadyScenario, requestsOf } from './plan.js';
import { isValid, type Order, orderOf, type Request } from './request.js';

type Listed = Pick<ListingReading, 'lists'>;

/**
 * The listed order that nobody declared and that a server could really take this declared one for. Where the order itself
 * is not listed, its double is taken for it: a target that keeps ids in doubles lists that.
 */
export function endangeredBy(id: bigint, orders: Plan['orders'], listing: Listed): bigint | undefined {
  if (orders.disposable) return undefined;
  const itself = listing.lists(id) ? id : BigInt(Number(id));
  const isDeclared = (other: bigint) =>
    orders.pending.includes(other) || orders.shipped.includes(other) || orders.other.includes(other);
  return likelyMistakesOf(id).find((other) => other !== itself && listing.lists(other) && !isDeclared(other));
}

/**
 * The plan with other declared orders in place of those whose cancels are held back, as far as there are others: spare
 * ones, or what a scenario has beside its own.
 */
export const withSubstitutes = (plan: Plan, listing: Listed): Plan => substitutedBy(listing)(plan);

/** It is asked for again with each condition of a request. */
const substitutedBy = once((listing: Listed) => once((plan: Plan): Plan => substituted(plan, listing)));

function substituted(plan: Plan, listing: Listed): Plan {
  const isHeld = ({ id }: Order) => endangeredBy(id, plan.orders, listing) !== undefined;
  const owned = plan.scenarios.filter(isReady).flatMap(ownOrder);
  const held = owned.filter(isHeld);
  if (held.length === 0) return plan;
  const unowned = declaredOrders(plan).filter((order) => !owned.some(({ id }) => id === order.id) && !isHeld(order));
  // One that stands by proves something there; another one first.
  const standsBy = new Set(
    requestsOf(plan).flatMap(({ role, phase, aim }) =>
      role === 'cancel' && phase === 'changed' && aim.kind === 'order' ? [aim.order.id] : [],
    ),
  );
  const free = [...unowned.filter(({ id }) => !standsBy.has(id)), ...unowned.filter(({ id }) => standsBy.has(id))];
  const substitutes = new Map<bigint, Order>();
  for (const { id, state } of held) {
    const alike = free.filter((order) => order.state === state);
    const substitute = alike.find((order) => order.id > TWO_53 === id > TWO_53) ?? alike[0];
    if (!substitute) continue;
    free.splice(free.indexOf(substitute), 1);
    substitutes.set(id, substitute);
  }
  const given = new Set([...substitutes.values()].map(({ id }) => id));
  const isExtra = (order: Order) => !given.has(order.id) && !isHeld(order);
  const scenarios = plan.scenarios.map((scenario) =>
    isReady(scenario) ? replaced(scenario, substitutes, isExtra) : scenario,
  );
  return { ...plan, scenarios };
}

/** The first one, where a cancel of it could take effect. */
const ownOrder = ({ orders, requests }: ReadyScenario): readonly Order[] =>
  orders.filter(({ id }, index) => index === 0 && requests.some((request) => goesWithKey(request, id)));

const goesWithKey = (request: Request, id: bigint): boolean =>
  orderOf(request)?.id === id && isValid(request.credential);

/** @param isExtra whether an order may be used beside the own one */
function replaced(
  scenario: ReadyScenario,
  substitutes: ReadonlyMap<bigint, Order>,
  isExtra: (order: Order) => boolean,
): ReadyScenario {
  const [first, ...further] = scenario.orders;
  const own = first && ownOrder(scenario).length > 0 ? (substitutes.get(first.id) ?? first) : first;
  const requests = scenario.requests.flatMap((request): Request[] => {
    const { aim } = request;
    const isOwn = aim.kind === 'unknown' ? aim.near === first?.id : orderOf(request)?.id === first?.id;
    if (aim.kind === 'order' && !isOwn) return isExtra(aim.order) ? [request] : [];
    if (!own || own === first || !isOwn || aim.kind === 'listing') return [request];
    const changed = aim.kind === 'unknown' ? { ...aim, near: own.id } : { ...aim, order: own };
    return [{ ...request, aim: changed }];
  });
  return { ...scenario, orders: [...(own ? [own] : []), ...further.filter(isExtra)], requests };
}

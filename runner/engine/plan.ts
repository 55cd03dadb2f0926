import { isReady, type Plan, type PlanInputs, type PlannedScenario } from '../evidence/plan.js';
import {
  type Aim,
  type Condition,
  type Order,
  type OrderState,
  type Request,
  type RequestId,
  sharedListing,
} from '../evidence/request.js';
import { notApplicable } from '../evidence/unjudged.js';
import { UsageError } from '../input/usage-error.js';
import { isNeighbour, neighbourCandidates, sharesBits, unknownCandidates } from '../orders/candidates.js';
import type { DeclaredOrders } from '../orders/declared.js';
import { OrderSupply } from '../orders/supply.js';
import { lackOf } from '../secrets/credentials.js';
import { inOrder, listingsFor, repeated } from './ordering.js';
import {
  type CancelSpec,
  deletesOf,
  isCancelSpec,
  type ListSpec,
  needsTarget,
  type RequestSpec,
  type Scenario,
} from './scenario.js';
import { type Selectable, select } from './selection.js';

export interface PlanInput extends Omit<PlanInputs, 'provision'> {
  readonly provision?: unknown;
}

const inputsOf = ({ orders, select, readOnly, concurrency, rate, repeat = 1, ...input }: PlanInput): PlanInputs => ({
  orders,
  select,
  readOnly,
  concurrency,
  rate,
  repeat: repeat > 1 ? repeat : undefined,
  provision: input.provision === undefined ? undefined : true,
  key: input.key,
});

const NO_KEY =
  'No API key was given, so nothing can be judged. Set STORE_ORDERS_API_KEY, or give --api-key-file. Nothing was sent.';
const READ_ONLY = 'This run is read-only, and the scenario sends DELETE requests.';
const NOT_SELECTED = 'It was not selected.';
const NO_OTHER = 'The fixtures declare that no order is in another state (`other: none`).';
const NOT_MADE = 'Its order is to be made by provisioning, which did not run to its end.';
const NO_CANCELS = 'No pending order is cancelled in this run.';

/** Neighbours of a few orders are enough. */
const MAX_OTHERS = 8;

/** A store full of declared orders need not be probed to the last one. */
const MAX_LEFT = 20;

/**
 * Decides which scenario gets which order and what it may send. Pure: sends nothing.
 * @throws UsageError where it needs a key, and there is none
 */
export function plan(contract: Selectable, input: PlanInput): Plan {
  const selection = select(contract, input.select);
  const supply = new OrderSupply(input.orders);
  const decide = (scenario: Scenario): Decision => {
    if (!selection.scenarios.has(scenario.id)) return { state: 'skipped', reason: NOT_SELECTED };
    if (input.readOnly && deletesOf(scenario).some(({ order }) => order !== 'each-left')) {
      return { state: 'skipped', reason: READ_ONLY };
    }
    if (!input.key && needsTarget(scenario)) throw new UsageError(NO_KEY);
    const { order } = scenario;
    if (order?.state === 'other' && input.orders.otherIsNone) return { state: 'not-applicable', reason: NO_OTHER };
    const own = order && supply.assign(order);
    if (!order || own) return { state: 'ready', own };
    supply.lack(order);
    return { state: 'lacking', of: order.state };
  };
  const entries = contract.suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => ({ suite: suite.id, scenario })),
  );
  const byPriority = entries.map(({ scenario }) => scenario).sort((a, b) => priorityOf(a) - priorityOf(b));
  const decisions = new Map(byPriority.map((scenario) => [scenario, decide(scenario)]));
  const isPending = (decision: Decision) => decision.state === 'ready' && decision.own?.state === 'pending';
  const cancelsPending = [...decisions.values()].some(isPending);
  const decided = entries.map(({ suite, scenario }) => {
    const decision = decisions.get(scenario) as Decision;
    const states = decision.state === 'ready' && !input.readOnly ? furtherStatesOf(scenario) : [];
    const ofSizes = decision.state === 'ready' && !input.readOnly && hasTarget(scenario, 'other-sizes');
    const sizes = ofSizes ? supply.otherSizes() : [];
    return { suite, scenario, decision, further: states.flatMap((state) => supply.further(state)), sizes };
  });
  const left = input.readOnly ? [] : supply.rest().slice(0, MAX_LEFT);
  const planned = decided.map(({ suite, scenario, decision, further, sizes }): PlannedScenario => {
    const { id, title, reads = [] } = scenario;
    if (decision.state === 'lacking') {
      const reason = input.provision ? NOT_MADE : supply.remedyFor(decision.of);
      return { suite, id, title, state: 'blocked', reason };
    }
    if (decision.state !== 'ready') return { suite, id, title, ...decision };
    if (scenario.followsCancels && !cancelsPending) return { suite, id, title, state: 'skipped', reason: NO_CANCELS };
    const { own } = decision;
    const bystander = hasTarget(scenario, 'bystander') ? further[0] : undefined;
    const others = further.filter((order) => order !== bystander);
    const requests = requestsOf(scenario, { own, further: others, bystander, sizes, left }, input);
    const orders = [...(own ? [own] : []), ...sizes, ...further];
    return { suite, id, title, state: 'ready', orders, reads, requests };
  });
  const scenarios = inOrder(planned).map(
    (scenario): PlannedScenario =>
      isReady(scenario) ? { ...scenario, requests: repeated(scenario.requests, input.repeat) } : scenario,
  );
  return {
    inputs: inputsOf(input),
    scenarios,
    listings: repeated(listingsFor(scenarios), input.repeat),
    orders: input.orders,
    concurrency: input.concurrency,
    rate: input.rate,
    selected: selection.requirements,
    named: input.select.requirements.length > 0 ? selection.requirements : [],
  };
}

type Decision =
  | { readonly state: 'ready'; readonly own: Order | undefined }
  | { readonly state: 'lacking'; readonly of: OrderState }
  | { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string };

const LAST = 10;
const priorityOf = ({ order }: Scenario): number => order?.priority ?? LAST;

/** Of which states a few orders more belong to this scenario. */
const furtherStatesOf = (scenario: Scenario): readonly OrderState[] => [
  ...new Set(
    deletesOf(scenario).flatMap(({ order }) =>
      typeof order === 'object' && 'further' in order ? [order.further] : [],
    ),
  ),
];

/** The declared orders that the requests of a scenario can go to. */
interface Given {
  readonly own: Order | undefined;
  readonly further: readonly Order[];
  readonly bystander: Order | undefined;
  readonly sizes: readonly Order[];
  readonly left: readonly Order[];
}

function requestsOf(scenario: Scenario, given: Given, input: PlanInput): Request[] {
  const requests = Object.entries<RequestSpec>(scenario.requests).flatMap(([name, spec]): Request[] => {
    if (!isCancelSpec(spec)) return [planRequest(scenario, name, spec, aimOfListing(spec), input)];
    const many = manyOrders(spec, given);
    if (!many) return [planRequest(scenario, name, spec, aimOf(spec, given, input.orders), input)];
    return many.map((order) => planRequest(scenario, `${name}-${order.id}`, spec, { kind: 'order', order }, input));
  });
  // A race is sent as one: by turns with another, a server with two workers would see each in one worker alone.
  const place = (request: Request) =>
    requests.findIndex((other) => other === request || (other.together && other.together === request.together));
  return [...requests].sort((one, other) => place(one) - place(other));
}

const hasTarget = (scenario: Scenario, target: 'bystander' | 'other-sizes'): boolean =>
  deletesOf(scenario).some(({ order }) => order === target);

/** The orders of a request that is sent once for each; undefined for any other. */
function manyOrders({ order }: CancelSpec, { further, bystander, sizes, left }: Given): readonly Order[] | undefined {
  if (order === 'each-left') return left;
  if (order === 'other-sizes') return sizes;
  if (order === 'bystander') return bystander ? [bystander] : [];
  if (typeof order !== 'object' || !('further' in order)) return undefined;
  return further.filter(({ state }) => state === order.further);
}

function planRequest(
  { id: scenario }: Scenario,
  name: string,
  spec: RequestSpec,
  aim: Aim,
  { key }: PlanInput,
): Request {
  const named = (other: string): RequestId => ({ scenario, name: other, nth: 1 });
  const { role, credential, phase, when, accept, connection } = spec;
  const why = (key && lackOf(credential, key)) ?? whyNoCandidate(aim);
  const after = [
    ...(needsListing(spec) ? [sharedListing('before')] : []),
    ...(spec.after ?? []).map(named),
    ...(phase === 'changed' ? [sharedListing('after')] : []),
  ];
  return {
    id: named(name),
    role,
    aim,
    credential,
    purpose: isCancelSpec(spec) ? spec.purpose : '',
    after,
    phase,
    when: when && fullCondition(when, named),
    lack: why === undefined ? undefined : notApplicable(why, scenario),
    reads: isCancelSpec(spec) ? undefined : spec.reads,
    together: isCancelSpec(spec) && spec.together ? groupOf(scenario, spec.together, aim) : undefined,
    accept,
    connection: connection && `${scenario}/${connection}`,
  };
}

/** No DELETE goes out before the listing has shown what exists, and that this is the service. */
const needsListing = (spec: RequestSpec): boolean => isCancelSpec(spec) || spec.role === 'query';

const groupOf = (scenario: string, name: string, aim: Aim): string =>
  `${scenario}/${name}${aim.kind === 'order' ? `-${aim.order.id}` : ''}`;

function fullCondition(when: Condition<string>, named: (name: string) => RequestId): Condition {
  if (when === 'not-listed') return when;
  if ('succeeded' in when) return { succeeded: named(when.succeeded) };
  if ('found' in when) return { found: named(when.found) };
  return { differs: when.differs.map(named) };
}

const aimOfListing = ({ query }: ListSpec): Aim => ({ kind: 'listing', query });

function aimOf({ order }: CancelSpec, { own, further, bystander }: Given, declared: DeclaredOrders): Aim {
  const unknown = typeof order === 'object' && 'unknown' in order ? order.unknown : undefined;
  if (unknown && !isNeighbour(unknown)) {
    return { kind: 'unknown', unknown, candidates: unknownCandidates(unknown, declared) };
  }
  if (!own) throw new Error('A request goes to an order of its scenario, which asks for none.');
  if (!unknown) return { kind: 'order', order: own };
  if (sharesBits(unknown)) {
    // Where they exist, or could be taken for somebody else's order, those of another will do: of the last, which are cancelled late.
    const others = declared.pending.slice(-MAX_OTHERS).filter((id) => id !== own.id);
    const candidates = neighbourCandidates([own.id, ...others.reverse()], unknown, declared);
    return { kind: 'unknown', unknown, candidates, near: own.id };
  }
  // Where it could be taken for somebody else's order, one that is made from another order may do.
  const ids = [bystander ?? [], own, ...further].flat().flatMap(({ id, state }) => (state === 'pending' ? [id] : []));
  return { kind: 'unknown', unknown, candidates: neighbourCandidates(ids, unknown, declared) };
}

function whyNoCandidate(aim: Aim): string | undefined {
  if (aim.kind !== 'unknown' || aim.candidates.length > 0) return undefined;
  const { unknown, near } = aim;
  if (!isNeighbour(unknown)) return `Each id of this kind (${unknown}) is declared as an order.`;
  return unknown === 'shares-double'
    ? `No unknown id shares its double with order ${near} or another declared pending order; declare a pending order with an odd id above 2^53 and free ids next to it, if your ids go that high.`
    : `No id is made from an order of this scenario in this way (${unknown}).`;
}

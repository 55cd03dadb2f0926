import type { Look, Plan, PlanInputs, PlannedScenario } from '../evidence/plan.js';
import type { Order } from '../evidence/request.js';
import { UsageError } from '../input/usage-error.js';
import { type Assigned, assign, type Purpose } from '../orders/assign.js';
import { idsToLookUp } from '../orders/candidates.js';
import { KnownOrders } from '../orders/known-orders.js';
import { listingsFor, type PlanInput, repeated, requestsFor } from './requests.js';
import { deletesOf, isShared, needsTarget, type Scenario } from './scenario.js';
import { type Selectable, select } from './selection.js';

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
  'No API key was given, so nothing can be judged. Give it in STORE_ORDERS_API_KEY or --api-key-file, or as `apiKey` of the library. Nothing was sent.';
const READ_ONLY = 'This run is read-only, and the scenario sends DELETE requests.';
const NOT_SELECTED = 'It was not selected.';
const NO_OTHER = 'The fixtures declare that no order is in another state (`other: none`).';
const NOT_MADE = 'Its order is to be made by provisioning, which did not run to its end.';
const NO_CANCELS = 'No pending order is cancelled in this run.';

/**
 * Decides which order gets which probe, and what is sent in which stage. Pure, and final once the first listing is read.
 * @param look what that listing showed; absent before it was sent: then ids that no order has are several candidates each
 * @throws UsageError where it needs a key, and there is none
 */
export function plan(contract: Selectable, input: PlanInput, look?: Look): Plan {
  const selection = select(contract, input.select);
  const entries = contract.suites.flatMap((suite) =>
    suite.scenarios.map((scenario) => ({ suite: suite.id, scenario, idle: whyIdle(scenario, selection, input) })),
  );
  const active = entries.flatMap(({ scenario, idle }) => (idle ? [] : [scenario]));
  if (!input.key && active.some(needsTarget)) throw new UsageError(NO_KEY);
  const wanted = PURPOSES.filter((purpose) => active.some((scenario) => purposeOf(scenario) === purpose));
  const first = assign(input.orders, wanted);
  const lookUp = idsToLookUp(input.orders, first.own.get('told-apart')?.id);
  const known = look && new KnownOrders(input.orders, look.listing, lookUp);
  const assigned = known ? assign(input.orders, wanted, (id) => known.whyHeldBack(id) !== undefined) : first;
  const cancelsPending = PENDING.some((purpose) => assigned.own.has(purpose));
  const scenarios = entries.map(({ suite, scenario, idle }): PlannedScenario => {
    const { id, title, reads = [] } = scenario;
    if (idle) return { suite, id, title, ...idle };
    const own = ownOf(scenario, assigned);
    if (scenario.order && !own) {
      return {
        suite,
        id,
        title,
        state: 'blocked',
        reason: input.provision ? NOT_MADE : remedyFor(scenario, active, assigned),
      };
    }
    if (scenario.followsCancels && !cancelsPending) return { suite, id, title, state: 'skipped', reason: NO_CANCELS };
    const requests = repeated(requestsFor(scenario, { own, assigned }, input, known), input.repeat);
    return { suite, id, title, state: 'ready', own, reads, requests };
  });
  return {
    inputs: inputsOf(input),
    scenarios,
    listings: repeated(listingsFor(scenarios), input.repeat),
    lookUp,
    orders: input.orders,
    concurrency: input.concurrency,
    rate: input.rate,
    selected: selection.requirements,
    named: input.select.requirements.length > 0 ? selection.requirements : [],
  };
}

/** The most important first: where too few orders are declared, these get them. */
const PENDING = ['told-apart', 'alone', 'race'] as const satisfies readonly Purpose[];
const PURPOSES: readonly Purpose[] = [...PENDING, 'shipped', 'other'];

const purposeOf = ({ order }: Scenario): Purpose | undefined =>
  order && (order.state === 'pending' ? order.for : order.state);

const ownOf = (scenario: Scenario, { own }: Assigned): Order | undefined => {
  const purpose = purposeOf(scenario);
  return purpose && own.get(purpose);
};

type Idle = { readonly state: 'blocked' | 'skipped' | 'not-applicable'; readonly reason: string };

function whyIdle(scenario: Scenario, selection: ReturnType<typeof select>, input: PlanInput): Idle | undefined {
  if (!selection.scenarios.has(scenario.id)) return { state: 'skipped', reason: NOT_SELECTED };
  // What a listing lacks is asked for beside other probes, and not at all in such a run.
  if (input.readOnly && deletesOf(scenario).some(({ order }) => order !== 'left')) {
    return { state: 'skipped', reason: READ_ONLY };
  }
  if (scenario.order?.state === 'other' && input.orders.otherIsNone)
    return { state: 'not-applicable', reason: NO_OTHER };
  return undefined;
}

/** What to do about all scenarios that lack an order of this state: one number for all of them. */
function remedyFor({ order }: Scenario, active: readonly Scenario[], { own }: Assigned): string {
  const state = order?.state ?? 'pending';
  const wishes = active.filter((scenario) => scenario.order?.state === state);
  const lacking = wishes.filter((scenario) => !own.has(purposeOf(scenario) as Purpose));
  const missing = Math.max(1, lacking.filter((scenario) => scenario.order && !isShared(scenario.order)).length);
  const more = `${missing} more ${state} order${missing === 1 ? '' : 's'}`;
  const orElse = state === 'other' ? ', or write `other: none` where the store knows no other state' : '';
  return `The fixtures declare too few ${state} orders. Add ${more} (\`orders.${state}\`)${orElse}.`;
}

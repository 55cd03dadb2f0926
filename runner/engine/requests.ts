import { isReady, type Look, type PlanInputs, type PlannedScenario } from '../../evidence/plan.js';
import {
  type Aim,
  type Condition,
  isCancel,
  isValid,
  type Order,
  orderOf,
  type Request,
  type RequestId,
  SHARED,
  type SharedListing,
  sharedListing,
} from '../../evidence/request.js';
import { STAGE_NAMES, STAGES, type Stage } from '../../evidence/stages.js';
import { blocked, notApplicable, type Unjudged } from '../../evidence/unjudged.js';
import type { DeclaredOrders } from '../../interface/declared.js';
import { isLong } from '../../interface/helpers/helpers.js';
import { whyNotMade } from '../../interface/interface.js';
import { cancelOf } from '../../suites/terms/requests.js';
import { type CancelSpec, isCancelSpec, type RequestSpec, type Scenario } from '../../suites/terms/scenario.js';
import type { Assigned } from '../fixtures/assign.js';
import { isNeighbour, neighbourCandidates, sharesBits, unknownCandidates } from '../fixtures/candidates.js';
import type { KnownOrders } from '../fixtures/known-orders.js';
import { permitted } from '../fixtures/permission.js';
import { whyHeldBack, whyNeverAllowed, whyNoCandidate } from '../fixtures/why-not-sent.js';

/** The number of other orders whose neighbours are tried. */
const MAX_OTHERS = 8;

/** A store full of declared orders need not be probed to the last one. */
const MAX_SPARES = 20;

export interface PlanInput extends Omit<PlanInputs, 'provision'> {
  readonly provision?: unknown;
}

/** Everything that requests are made from. */
export interface Planning {
  readonly input: PlanInput;
  /** Absent before the first listing was sent. */
  readonly knownOrders: KnownOrders | undefined;
  readonly assigned: Assigned;
}

/**
 * The requests of a scenario, in order. The requests of a race are kept together: if two races alternated, one worker
 * of a server might get all cancels of an order.
 */
export function requestsFor(scenario: Scenario, order: Order | undefined, planning: Planning): readonly Request[] {
  const requests = Object.entries<RequestSpec>(scenario.requests).flatMap(([name, spec]): Request[] => {
    const make = (named: string, aim: Aim): Request => requestFor(scenario.id, named, spec, aim, planning);
    if (!isCancelSpec(spec)) return [make(name, { kind: 'listing', query: spec.query })];
    const many = manyOrders(spec, planning);
    if (!many) return [make(name, aimOf(spec, order, planning))];
    return many.map((order) => make(`${name}-${order.id}`, { kind: 'order', order }));
  });
  const raced = ({ together }: Request) => requests.filter((other) => other.together === together);
  return [...new Set(requests.flatMap((request) => (request.together === undefined ? request : raced(request))))];
}

/** The orders of a request that is sent once for each of them. Undefined for any other request. */
function manyOrders({ order }: CancelSpec, { assigned, input }: Planning): readonly Order[] | undefined {
  if (order === 'own') return undefined;
  if (order === 'spares') return input.readOnly ? [] : assigned.spares.slice(0, MAX_SPARES);
  if (typeof order === 'string') return assigned[order];
  return 'further' in order ? assigned.further.filter(({ state }) => state === order.further) : undefined;
}

function requestFor(scenario: string, name: string, spec: RequestSpec, aim: Aim, planning: Planning): Request {
  const named = (other: string): RequestId => ({ scenario, name: other, nth: 1 });
  const { role, credential, stage, when, accept, connection } = spec;
  const { key, orders } = planning.input;
  const whyNoKey = key && whyNotMade(credential, key);
  const resolved = resolve(aim, credential, planning);
  const unjudged = whyNoKey === undefined ? (whyNoneOfKind(aim, orders) ?? resolved.unjudged) : notApplicable(whyNoKey);
  return {
    id: named(name),
    role,
    aim: resolved.aim,
    credential,
    purpose: isCancelSpec(spec) ? spec.purpose : '',
    stage,
    when: when && fullCondition(when, named),
    notSentBecause: unjudged && { ...unjudged, scenario },
    reads: isCancelSpec(spec) ? undefined : spec.reads,
    together: isCancelSpec(spec) && spec.together ? groupOf(scenario, spec.together, aim) : undefined,
    accept,
    connection: connection && `${scenario}/${connection}`,
  };
}

/** The aim, with one candidate after the first listing; or why nothing is sent to it. */
function resolve(
  aim: Aim,
  credential: Request['credential'],
  { input: { orders }, knownOrders }: Planning,
): { readonly aim: Aim; readonly unjudged?: Unjudged | undefined } {
  switch (aim.kind) {
    case 'listing':
      return { aim };
    case 'order':
      return { aim, unjudged: isValid(credential) ? whyHeldBack(aim.order, orders, knownOrders) : undefined };
    case 'unknown': {
      if (!knownOrders) return { aim, unjudged: isValid(credential) ? whyNeverAllowed(aim, orders) : undefined };
      const candidate = permitted(aim, knownOrders);
      return candidate
        ? { aim: { ...aim, candidates: [candidate] } }
        : { aim, unjudged: whyNoCandidate(aim, knownOrders) };
    }
  }
}

const groupOf = (scenario: string, name: string, aim: Aim): string =>
  `${scenario}/${name}${aim.kind === 'order' ? `-${aim.order.id}` : ''}`;

function fullCondition(when: Condition<string>, named: (name: string) => RequestId): Condition {
  if (typeof when === 'string') return when;
  return 'succeeded' in when ? { succeeded: named(when.succeeded) } : { found: named(when.found) };
}

function aimOf({ order }: CancelSpec, ownOrder: Order | undefined, { assigned, input }: Planning): Aim {
  const declared = input.orders;
  const unknown = typeof order === 'object' && 'unknown' in order ? order.unknown : undefined;
  if (unknown && !isNeighbour(unknown)) {
    return { kind: 'unknown', unknown, candidates: unknownCandidates(unknown, declared) };
  }
  if (!ownOrder) throw new Error('A request goes to an order of its scenario, which asks for none.');
  if (!unknown) return { kind: 'order', order: ownOrder };
  if (sharesBits(unknown)) {
    // If its own neighbours exist, or could be read as a stranger's order, those of another order serve.
    const longFirst = [...declared.pending].sort((one, other) => Number(isLong(other)) - Number(isLong(one)));
    const others = longFirst.slice(0, MAX_OTHERS).filter((id) => id !== ownOrder.id);
    const candidates = neighbourCandidates([ownOrder.id, ...others], unknown, declared);
    return { kind: 'unknown', unknown, candidates, neighbourOf: ownOrder.id };
  }
  // If its own text could be read as a stranger's order, a text made from another order may serve.
  const ids = [...assigned.texts, ownOrder, ...assigned.further].flatMap(({ id, state }) =>
    state === 'pending' ? id : [],
  );
  return { kind: 'unknown', unknown, candidates: neighbourCandidates(ids, unknown, declared) };
}

function whyNoneOfKind(aim: Aim, { pending, disposable }: DeclaredOrders): Unjudged | undefined {
  if (aim.kind !== 'unknown' || aim.candidates.length > 0) return undefined;
  const { unknown } = aim;
  if (unknown !== 'shares-double')
    return notApplicable(
      `No id of this kind (${unknown}) can be used: each is declared as an order, or none can be made from an order of this scenario.`,
    );
  return (pending.some(isLong) && !disposable ? blocked : notApplicable)(
    'None of the pending orders that this run can use has an id above 2^53 next to a free id with the same double: if your ids go that high, declare one whose id is above 2^53 and an odd number, and whose neighbour, the even number below it, no order has.',
  );
}

const LISTING = { role: 'listing', aim: { kind: 'listing' }, credential: 'valid', reads: 'elements' } as const;

/**
 * The shared listings of these scenarios: the first one, and one after each stage that may have changed the listing.
 */
export function listingsFor(
  scenarios: readonly PlannedScenario[],
  planning: Planning,
  look?: Look,
): readonly Request[] {
  const ready = scenarios.filter(isReady);
  const requests = ready.flatMap((scenario) => scenario.requests);
  const speaks = requests.length > 0 || ready.some(({ listings }) => listings.length > 0);
  const listing = (name: SharedListing, stage: Stage, purpose: string): Request => {
    return { ...LISTING, id: sharedListing(name), purpose, stage };
  };
  // A stage that only has spare cancels needs no listing.
  const changed = new Set(requests.filter(changesOrCompares).map(({ stage }) => stage));
  // A stage alongside ends with the one that it names.
  const isFollowed = (stage: Stage): boolean =>
    STAGE_NAMES.some((name) => (name === stage || STAGES[name].until === stage) && changed.has(name));
  return [
    ...(speaks ? [listing('before', 'look', 'shows which orders exist'), ...controlsFor(planning, look)] : []),
    ...STAGE_NAMES.flatMap((stage) => {
      const { listing: follows } = STAGES[stage];
      return follows && isFollowed(stage) ? [listing(follows.name, stage, follows.purpose)] : [];
    }),
  ];
}

/**
 * Three tries, at different times, show whether a target gives every request the same answer; one more tells a wrong
 * scheme from a wrong key. Before the first listing, which scheme its 401 may ask for is not known: `Token` stands for
 * all of them.
 */
function controlsFor(
  planning: Planning,
  { otherScheme }: Pick<Look, 'otherScheme'> = { otherScheme: 'valid-under-token' },
): readonly Request[] {
  const { orders, readOnly } = planning.input;
  const probe = { role: 'control', when: 'refused', stage: 'look' } as const;
  const page = { ...probe, reads: 'page' } as const;
  const purpose = 'shows whether the valid key is still accepted';
  const cancel = { ...cancelOf('not-found', 'plain', purpose, 'control'), when: 'refused' } as const;
  const unknown = { kind: 'unknown', unknown: 'plain', candidates: unknownCandidates('plain', orders) } as const;
  const make = (name: string, spec: RequestSpec): Request =>
    requestFor(SHARED, name, spec, isCancelSpec(spec) ? unknown : { kind: 'listing' }, planning);
  return [
    ...['', '-2', '-3'].flatMap((nth) => [
      make(`control${nth}`, { ...page, credential: 'valid' }),
      ...(readOnly ? [] : [make(`control-cancel${nth}`, cancel)]),
      make(`control-missing${nth}`, { ...probe, credential: 'missing' }),
    ]),
    ...(otherScheme
      ? [{ ...make('asked-scheme', { ...page, when: 'challenged', credential: otherScheme }), purpose: SCHEME }]
      : []),
  ];
}

const SCHEME = 'tells a wrong scheme from a wrong key';

/** A cancel, or a listing with a query, which is compared with the next shared listing. */
const changesOrCompares = (request: Request): boolean =>
  request.when !== 'not-listed' && (isCancel(request) || request.role === 'query');

/** Marks requests that do not use up an order to be sent this many times. */
export const repeated = (requests: readonly Request[], times = 1): readonly Request[] =>
  times === 1
    ? requests
    : requests.map((request) => (isRepeatable(request, requests) ? { ...request, times } : request));

/** True if neither this request nor another one on its connection can use up an order. */
const isRepeatable = (request: Request, all: readonly Request[]): boolean =>
  request.notSentBecause === undefined &&
  all
    .filter((other) => other === request || (request.connection && other.connection === request.connection))
    .every(usesUpNothing);

function usesUpNothing(request: Request): boolean {
  const { role, credential } = request;
  if (role === 'racer' || role === 'spare' || role === 'control') return false;
  // A second cancel uses up nothing.
  return credential !== 'valid' || orderOf(request)?.state !== 'pending' || role === 'again';
}

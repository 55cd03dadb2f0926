import { type Answer, type Evidence, isSuccess } from '../../evidence/evidence.js';
import { declaredOrders } from '../../evidence/plan.js';
import { isCancel, type Order } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { readListings } from '../answers/answers.js';
import { ORDER_MEMBERS } from '../answers/schema.js';
import { elementIn, JUDGED_MEMBERS, listedElements, type Members, valueReader, valueText } from './elements.js';
import { cancelsWithKey, firstSuccesses, gives204, secondSuccesses } from './own-cancels.js';
import type { Sighting } from './sighting.js';

// How listings show the state of an order. The contract does not say which member has the state (§2), so it is learned
// from the orders that the run cancelled: a member that had one value before their 204 and another one after it.

export interface ListedState {
  /** The value of the deciding member, as JSON. @sent */
  readonly text: string;
  /**
   * `else`: not the value of pending orders, and no cancel gives it. `unknown`: nothing shows whether a cancel gives
   * it.
   */
  readonly means: 'pending' | 'cancelled' | 'else' | 'unknown';
  /** The values of all members that show the state. */
  readonly all: string;
  readonly bySomebody: Sighting['bySomebody'];
  /** Only orders that can be cancelled have this value, as far as the run shows. */
  readonly isCancellable: boolean;
}

/** The state of an order in a listing, by default in the first one. Undefined if no state member is known. */
export function listedState(
  evidence: Evidence,
  { id }: Order,
  elements = listedElements(evidence),
): ListedState | undefined {
  const text = elements?.get(id);
  if (text === undefined) return undefined;
  const { members } = elementIn(evidence, text);
  const states = learned(evidence).map((member) => {
    const value = member.read(members);
    return { ...member, value, means: meaningOf(member, value) };
  });
  const [deciding] = DECISIVE.flatMap((means) => states.filter((state) => state.means === means));
  if (!deciding) return undefined;
  const { means } = deciding;
  const mayBeSomebody = means === 'unknown' || deciding.others.has(deciding.value);
  return {
    text: valueText(members[deciding.name]),
    means,
    all: states.map(({ value }) => value).join(),
    bySomebody: means === 'else' ? 'certain' : mayBeSomebody ? 'possible' : undefined,
    isCancellable: means === 'pending' && states.some(({ settled, value }) => !settled.has(value)),
  };
}

/** If members disagree, the first of these decides. */
const DECISIVE = ['else', 'cancelled', 'unknown', 'pending'] as const satisfies readonly ListedState['means'][];

/**
 * True if the first listing contradicts the declaration as shipped or other: only orders that can be cancelled have the
 * value of this one, which is the contract's word, or which others of its state do not have; and it was not refused.
 */
export function isListedAsPending(evidence: Evidence, order: Order): boolean {
  const state = listedState(evidence, order);
  if (order.state === 'pending' || !state?.isCancellable) return false;
  const answers = cancelsWithKey(evidence).get(order.id) ?? [];
  if (answers.length > 0 && !answers.some(({ status }) => isSuccess(status))) return false;
  const peers = declaredOrders(evidence.plan).filter(({ state }) => state === order.state);
  return isContractsWord(state.text) || peers.some((peer) => listedState(evidence, peer)?.isCancellable === false);
}

/** True if this value, as JSON, is the word that the contract has for orders that can be cancelled (§3). */
export const isContractsWord = (json: string): boolean => json.toLowerCase() === `"${PENDING}"`;

/** A member that shows the state, and its values. */
interface Learned {
  readonly name: string;
  readonly pending: ReadonlySet<string>;
  /** The values that a cancel gives. Undefined if no cancel showed any. Empty if cancelled orders leave the listing. */
  readonly cancelled: ReadonlySet<string> | undefined;
  /** The values of orders declared shipped or other, in the first listing. */
  readonly others: ReadonlySet<string>;
  /** The values that orders have which cannot be cancelled any more. */
  readonly settled: ReadonlySet<string>;
  read(members: Members): string;
}

function meaningOf({ pending, cancelled, others }: Learned, value: string): ListedState['means'] {
  if (pending.has(value)) return 'pending';
  if (cancelled?.has(value)) return 'cancelled';
  return cancelled || others.has(value) ? 'else' : 'unknown';
}

const learned = memoised((evidence: Evidence): readonly Learned[] => {
  const first = listedElements(evidence);
  if (!first) return [];
  const listed = declaredOrders(evidence.plan)
    .filter(({ id }) => first.has(id))
    .map(({ id, state }) => ({ state, members: elementIn(evidence, first.get(id)).members }));
  const orders = listed.map(({ members }) => members);
  const samples = cancelledOrders(evidence, first);
  // A service that answers second cancels with 204 may not have cancelled anything.
  const mayBeKept = secondSuccesses(evidence).has(204);
  const settled = settledOrders(evidence, mayBeKept);
  const names = new Set([...orders, ...samples.map(({ after }) => after ?? {})].flatMap(Object.keys));
  const membersBy = (learn: typeof valuesFromCancels): readonly Learned[] =>
    [...names].flatMap((name) => {
      const values = ORDER_MEMBERS.has(name) ? undefined : learn(name, { samples, orders, mayBeKept });
      if (!values || changesByItself(evidence, values.read)) return [];
      const others = listed.flatMap(({ state, members }) => (state === 'pending' ? [] : values.read(members)));
      return { name, ...values, others: new Set(others), settled: new Set(settled.map(values.read)) };
    });
  const fromCancels = membersBy(valuesFromCancels);
  if (fromCancels.length > 0) return fromCancels;
  return membersBy(valuesFromWords).filter(({ others, pending }) => [...others].some((value) => !pending.has(value)));
});

/** In the last listing, the orders whose own cancel has been answered, so that they cannot be cancelled any more. */
function settledOrders(evidence: Evidence, mayBeKept: boolean): readonly Members[] {
  const last = plainListings(evidence).at(-1);
  return declaredOrders(evidence.plan).flatMap(({ id, state }) => {
    const text = last?.reading.elements.get(id);
    if (!last || text === undefined) return [];
    // The refusal of a pending order may be wrong, or its fixture.
    const isSettled = ({ status, exchange }: Answer): boolean =>
      exchange.ended < last.exchange.begun && (state === 'pending' ? status === 204 && !mayBeKept : status < 500);
    return cancelsWithKey(evidence).get(id)?.some(isSettled) ? [elementIn(evidence, text).members] : [];
  });
}

type Values = Pick<Learned, 'pending' | 'cancelled' | 'read'>;

interface Samples {
  readonly samples: readonly Sample[];
  /** The declared orders in the first listing. */
  readonly orders: readonly Members[];
  readonly mayBeKept: boolean;
}

/** Learns a state member from cancels: orders had one value before their 204, and another one after it. */
function valuesFromCancels(name: string, { samples, orders, mayBeKept }: Samples): Values | undefined {
  const readValue = valueReader([
    samples.map(({ before }) => before[name]),
    samples.flatMap(({ after }) => (after ? [after[name]] : [])),
  ]);
  const read = (members: Members): string => readValue(members[name]);
  const values = samples.map(({ before, after }) => ({ was: read(before), is: after && read(after) }));
  const changed = values.filter(({ was, is }) => is !== undefined && is !== was);
  const earlierValues = new Set(values.map(({ was }) => was));
  // If cancelled orders leave the listing, a value counts that all of them had and some other order does not have.
  const isShared =
    samples.length > 1 &&
    earlierValues.size === 1 &&
    !earlierValues.has('null') &&
    samples.every(({ after }) => !after) &&
    orders.some((members) => !earlierValues.has(read(members)));
  const pending = isShared ? earlierValues : new Set(changed.map(({ was }) => was));
  const cancelled = new Set(changed.flatMap(({ is = [] }) => is));
  // Most orders had the new value before their own cancel, so the cancel did not give it.
  const early = samples.filter(({ justBefore }) => cancelled.has(read(justBefore)));
  if (early.length * 2 > samples.length && !mayBeKept) return undefined;
  const isTold = pending.size > 0 && ![...pending].some((value) => cancelled.has(value));
  return isTold ? { pending, cancelled, read } : undefined;
}

const PENDING = 'pending';

/**
 * Learns a state member from the contract's own word (§3), if the cancels showed none. All cancelled orders must have
 * had that word.
 */
function valuesFromWords(name: string, { samples, orders, mayBeKept }: Samples): Values | undefined {
  const read = ({ [name]: value }: Members): string => (isContractsWord(valueText(value)) ? PENDING : valueText(value));
  const isOfCancelled = samples.every(
    ({ before, after }) => read(before) === PENDING && (!after || (mayBeKept && read(after) === PENDING)),
  );
  if (!isOfCancelled || !orders.some((members) => read(members) === PENDING)) return undefined;
  return { pending: new Set([PENDING]), cancelled: undefined, read };
}

/** A declared pending order that the run cancelled, as listings show it. */
interface Sample {
  readonly before: Members;
  /** In the last listing before its cancel. */
  readonly justBefore: Members;
  /** In the last listing. Absent if the order is not there. */
  readonly after: Members | undefined;
}

function cancelledOrders(evidence: Evidence, first: ReadonlyMap<bigint, string>): readonly Sample[] {
  return [...firstSuccesses(evidence)].flatMap(([id, { exchange, status }]): Sample | [] => {
    const later = plainListings(evidence).filter((listing) => listing.exchange.begun > exchange.ended);
    // Orders that an earlier run cancelled may get another success.
    const isOther = status !== 204 && gives204(evidence);
    if (isOther || !first.has(id) || later.length === 0) return [];
    const earlier = plainListings(evidence).findLast((listing) => listing.exchange.ended < exchange.begun);
    const after = later.findLast(({ reading }) => reading.elements.has(id));
    const membersIn = (elements: ReadonlyMap<bigint, string> | undefined): Members =>
      elementIn(evidence, elements?.get(id)).members;
    return {
      before: membersIn(first),
      justBefore: membersIn(earlier?.reading.elements),
      after: after && membersIn(after.reading.elements),
    };
  });
}

/** Listings that accept any media type are left out: they may be another representation. */
const plainListings = memoised((evidence: Evidence) =>
  readListings(evidence).filter(({ exchange }) => exchange.request.accept === undefined),
);

/** Members that change from one listing to the next without a cancel in between. Nobody is blamed for their changes. */
export const unsteadyMembers = memoised(
  (evidence: Evidence): ReadonlySet<string> => new Set(JUDGED_MEMBERS.filter((name) => !isSteady(evidence, name))),
);

/** True if the value differs between two listings, and no cancel was sent in between. */
const changesByItself = (evidence: Evidence, read: Learned['read']): boolean =>
  quietPairs(evidence).some(([earlier, later]) => read(earlier) !== read(later));

export const isSteady = (evidence: Evidence, name: string): boolean =>
  !changesByItself(evidence, (members) => valueText(members[name]));

/** A run may have thousands of listings; the first pairs are enough. */
const MAX_PAIRS = 200;

/** The same orders in two listings without a cancel in between. */
const quietPairs = memoised((evidence: Evidence) => {
  const listings = plainListings(evidence).slice(0, MAX_PAIRS);
  const cancels = evidence.exchanges.filter(({ request }) => isCancel(request));
  return listings.slice(1).flatMap((next, at) => {
    const earlier = listings[at];
    if (!earlier || cancels.some(({ begun, ended }) => ended > earlier.exchange.begun && begun < next.exchange.ended))
      return [];
    return [...earlier.reading.elements].flatMap(([id, text]) => {
      const later = next.reading.elements.get(id);
      return later === undefined
        ? []
        : [[elementIn(evidence, text).members, elementIn(evidence, later).members] as const];
    });
  });
});

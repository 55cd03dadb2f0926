import type { Evidence, Listing } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { isCancel, type Order } from '../../runner/evidence/request.js';
import { once } from '../../runner/once.js';
import { type Members, valueReader, valueText } from '../../runner/orders/odd.js';
import { readListings } from '../answers.js';
import { ORDER_MEMBERS } from '../schema.js';
import { elementIn, JUDGED_MEMBERS, listedElements } from './elements.js';
import { firstSuccesses, secondSuccesses } from './own-cancels.js';

// What a listing says of the state of an order. The contract does not show which member carries it (§2), so that is learned from
// the orders that the run cancelled: the member whose value they shared before their 204, and left after it.

export interface ShownState {
  /** The value of the member that decides, as it was listed: JSON. */
  readonly text: string;
  /** `else`: neither the value of pending orders nor one that a cancel gives; `unknown`: whether a cancel gives it is not known. */
  readonly means: 'pending' | 'cancelled' | 'else' | 'unknown';
  /** The values of all members that show the state. */
  readonly all: string;
  /** Orders that are declared shipped or other are first listed with that value. */
  readonly isLikeOthers: boolean;
  /** One of these members tells pending orders from shipped ones or others. */
  readonly tellsApart: boolean;
  /** It is listed as pending orders are, in every such member, and one of them tells others from them. */
  readonly isToldPending: boolean;
}

/** What a listing, most often the first one, says of the state of an order; undefined where nothing is learned. */
export function shownState(
  evidence: Evidence,
  { id }: Order,
  elements = listedElements(evidence),
): ShownState | undefined {
  const text = elements?.get(id);
  if (text === undefined) return undefined;
  const { members } = elementIn(evidence, text);
  const shown = learned(evidence).map((state) => ({ ...state, value: state.read(members) }));
  const isOf = (means: ShownState['means']) => (state: (typeof shown)[number]) => meaningOf(state) === means;
  const says = shown.find(isOf('else')) ?? shown.find(isOf('cancelled')) ?? shown.find(isOf('unknown')) ?? shown[0];
  if (!says) return undefined;
  const tellsApart = shown.some((state) => state.tellsApart);
  return {
    text: JSON.stringify(members[says.name] ?? null),
    means: meaningOf(says),
    all: shown.map(({ value }) => value).join(),
    isLikeOthers: says.others.has(says.value),
    tellsApart,
    isToldPending: meaningOf(says) === 'pending' && tellsApart,
  };
}

/** A member that shows the state, and the values that show it. */
interface Learned {
  readonly name: string;
  readonly pending: ReadonlySet<string>;
  /** The values that a cancel gives; undefined where no cancel showed that. Empty: cancelled orders leave the listing. */
  readonly cancelled: ReadonlySet<string> | undefined;
  /** The first values of orders that are declared shipped or other. */
  readonly others: ReadonlySet<string>;
  /** Some of these differ from the value of pending orders. */
  readonly tellsApart: boolean;
  read(members: Members): string;
}

function meaningOf({ value, pending, cancelled, others }: Learned & { readonly value: string }): ShownState['means'] {
  if (pending.has(value)) return 'pending';
  if (cancelled?.has(value)) return 'cancelled';
  return cancelled || others.has(value) ? 'else' : 'unknown';
}

const learned = once((evidence: Evidence): readonly Learned[] => {
  const first = listedElements(evidence);
  if (!first) return [];
  const samples = cancelledOrders(evidence, first);
  const listed = declaredOrders(evidence.plan)
    .filter(({ id }) => first.has(id))
    .map(({ id, state }) => ({ state, members: elementIn(evidence, first.get(id)).members }));
  const members = [...listed.map((order) => order.members), ...samples.flatMap(({ after }) => (after ? [after] : []))];
  const names = [...new Set(members.flatMap(Object.keys))].filter((name) => !ORDER_MEMBERS.has(name));
  const found = (all: readonly (Values | undefined)[]): readonly Learned[] =>
    all.flatMap((values) => {
      if (!values || changesByItself(evidence, values.read)) return [];
      const others = new Set(listed.flatMap((order) => (order.state === 'pending' ? [] : values.read(order.members))));
      return { ...values, others, tellsApart: [...others].some((value) => !values.pending.has(value)) };
    });
  const orders = listed.map((order) => order.members);
  // A service that goes on answering 204 may not have cancelled anything.
  const mayBeKept = secondSuccesses(evidence).has(204);
  const shown = found(names.map((name) => valuesShown(name, { samples, orders, mayBeKept })));
  if (shown.length > 0) return shown;
  const said = found(names.map((name) => valuesInWords(name, { samples, orders, mayBeKept })));
  return said.filter(({ tellsApart }) => tellsApart);
});

type Values = Pick<Learned, 'name' | 'pending' | 'cancelled' | 'read'>;

interface Listed {
  readonly samples: readonly Sample[];
  /** The first elements of declared orders. */
  readonly orders: readonly Members[];
  readonly mayBeKept: boolean;
}

/** The value that orders had before their 204, and left after it. */
function valuesShown(name: string, { samples, orders, mayBeKept }: Listed): Values | undefined {
  const readValue = valueReader([
    samples.map(({ before }) => before[name]),
    samples.flatMap(({ after }) => (after ? [after[name]] : [])),
  ]);
  const read = (members: Members): string => readValue(members[name]);
  const left = samples.flatMap(({ before, after }) => {
    const [was, is] = [read(before), after && read(after)];
    return is === undefined || is === was ? [] : [{ was, is }];
  });
  const shared = new Set(samples.map(({ before }) => read(before)));
  // Cancelled orders leave the listing: a value that all of them had, and some other order has not.
  const isShared =
    samples.length > 1 &&
    shared.size === 1 &&
    !shared.has('null') &&
    samples.every(({ after }) => !after) &&
    orders.some((members) => !shared.has(read(members)));
  const pending = isShared ? shared : new Set(left.map(({ was }) => was));
  const cancelled = new Set(left.map(({ is }) => is));
  // Most of them showed that value before their own cancel was sent, so it is not the cancel that gives it.
  const early = samples.filter(({ justBefore }) => cancelled.has(read(justBefore)));
  if (early.length * 2 > samples.length && !mayBeKept) return undefined;
  const isTold = pending.size > 0 && ![...pending].some((value) => cancelled.has(value));
  return isTold ? { name, pending, cancelled, read } : undefined;
}

const PENDING = 'pending';

/** Where no success shows more: the contract's own word (§3), in a member that says it of all orders that were cancelled. */
function valuesInWords(name: string, { samples, orders, mayBeKept }: Listed): Values | undefined {
  const read = ({ [name]: value }: Members): string =>
    typeof value === 'string' && value.toLowerCase() === PENDING ? PENDING : valueText(value);
  const isOfCancelled = samples.every(
    ({ before, after }) => read(before) === PENDING && (!after || (mayBeKept && read(after) === PENDING)),
  );
  if (!isOfCancelled || !orders.some((members) => read(members) === PENDING)) return undefined;
  return { name, pending: new Set([PENDING]), cancelled: undefined, read };
}

/** A declared pending order that the run cancelled, and how listings show it. */
interface Sample {
  readonly before: Members;
  /** In the last listing before its cancel. */
  readonly justBefore: Members;
  /** In the last listing; absent where it left the listing. */
  readonly after: Members | undefined;
}

function cancelledOrders(evidence: Evidence, first: ReadonlyMap<bigint, string>): readonly Sample[] {
  return [...firstSuccesses(evidence)].flatMap(([id, { exchange }]) => {
    const { begun, ended } = exchange;
    const later = plainListings(evidence).filter((listing) => listing.exchange.begun > ended);
    if (!first.has(id) || later.length === 0) return [];
    const membersIn = (listing: Listing | undefined): Members =>
      elementIn(evidence, listing?.reading.elements.get(id)).members;
    const after = later.findLast(({ reading }) => reading.elements.has(id));
    const justBefore = plainListings(evidence).findLast((listing) => listing.exchange.ended < begun);
    const before = elementIn(evidence, first.get(id)).members;
    return [{ before, justBefore: membersIn(justBefore), after: after && membersIn(after) }];
  });
}

/** Without listings of any media type, which may be another representation. */
const plainListings = once((evidence: Evidence) =>
  readListings(evidence).filter(({ exchange }) => exchange.request.accept === undefined),
);

/** Members of which nobody is to blame for what they show: they change from listing to listing, without a cancel between. */
export const unsteadyMembers = once(
  (evidence: Evidence): ReadonlySet<string> =>
    new Set(JUDGED_MEMBERS.filter((name) => changesByItself(evidence, (members) => valueText(members[name])))),
);

/** Whether the value differs between two listings that no cancel was sent between. */
const changesByItself = (evidence: Evidence, read: Learned['read']): boolean =>
  quietPairs(evidence).some(([one, next]) =>
    [...one].some(([id, element]) => {
      const later = next.get(id);
      const membersIn = (text: string): Members => elementIn(evidence, text).members;
      return later !== undefined && read(membersIn(element)) !== read(membersIn(later));
    }),
  );

/** Of a run with thousands of listings, the first are enough. */
const MAX_PAIRS = 200;

const quietPairs = once((evidence: Evidence) => {
  const listings = plainListings(evidence).slice(0, MAX_PAIRS);
  const cancels = evidence.exchanges.filter(({ request }) => isCancel(request));
  return listings.slice(1).flatMap((next, at) => {
    const one = listings[at];
    // Cancels are in the order in which they were begun: where this one is too late, all after it are.
    const cancel = one && cancels.find(({ ended }) => ended > one.exchange.begun);
    const isQuiet = one && !(cancel && cancel.begun < next.exchange.ended);
    return isQuiet ? [[one.reading.elements, next.reading.elements] as const] : [];
  });
});

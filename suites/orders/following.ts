import { type Evidence, type Listing, showsAbsence } from '../../evidence/evidence.js';
import { statusOf } from '../../evidence/exchange.js';
import { declaredOrders } from '../../evidence/plan.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { readListings } from '../answers/answers.js';
import { ORDER_MEMBERS } from '../answers/schema.js';
import { elementIn, listedElements, valueText } from './elements.js';
import { firstSuccesses } from './own-cancels.js';
import { millisecondsOf } from './sighting.js';
import { isContractsWord, isSteady } from './state.js';

// An instrument has to be seen to work: a listing shows that an order was left alone only as far as listings were seen to
// follow the cancels of this run.

/** How the last listing follows the 204s of pending orders that the first listing showed. */
export interface Following {
  /**
   * The ids whose 204 it does not show as the first listing did that showed one: the order is gone, or the same member
   * changed.
   */
  readonly unshown: readonly bigint[];
  /** The ids that it lists as before with the contract's word `pending`, where that word tells states (`hasWord`). */
  readonly stillPending: readonly bigint[];
  /** How the first listing that shows a 204 shows it. Absent: none does. */
  readonly seen?: 'gone' | 'changed' | undefined;
  /** A listing is expected to show each of them, sooner or later. */
  readonly isExpected: boolean;
}

/** Undefined if there is no such 204, or no listing after it that can be read. */
export const followingOf = memoised((evidence: Evidence): Following | undefined => {
  const first = listedElements(evidence);
  const last = evidence.listing('last');
  if (!first || isUnjudged(last)) return undefined;
  const cancels = [...firstSuccesses(evidence)]
    .filter(([id, { status }]) => status === 204 && first.has(id))
    .sort(([one], [other]) => Number(one - other));
  const changesIn = ({ exchange, reading }: Listing): readonly (readonly [bigint, readonly string[]])[] =>
    cancels
      .filter(([, success]) => success.exchange.ended < exchange.begun)
      .map(([id]) => [id, changesOf(evidence, id, first, reading)] as const);
  const atLast = changesIn(last);
  if (atLast.length === 0) return undefined;
  const way = readListings(evidence)
    .flatMap(changesIn)
    .find(([, changes]) => changes.length > 0)?.[1];
  const isShown = ([, changes]: (typeof atLast)[number]): boolean => changes.some((change) => way?.includes(change));
  const member = memberWithWord(evidence, first);
  const idsOf = (some: typeof atLast): readonly bigint[] => some.map(([id]) => id);
  const isPending = (elements: ReadonlyMap<bigint, string>, id: bigint): boolean =>
    member !== undefined && isContractsWord(valueText(elementIn(evidence, elements.get(id)).members[member]));
  return {
    unshown: idsOf(atLast.filter((each) => !isShown(each))),
    stillPending: idsOf(atLast).filter((id) => isPending(first, id) && isPending(last.reading.elements, id)),
    seen: way && (way.includes(GONE) ? 'gone' : 'changed'),
    isExpected: way !== undefined || member !== undefined,
  };
});

const GONE = 'gone';

/** Differences from the first listing, without members that the contract names and members that change by themselves. */
function changesOf(
  evidence: Evidence,
  id: bigint,
  first: ReadonlyMap<bigint, string>,
  reading: Listing['reading'],
): readonly string[] {
  if (!reading.lists(id)) return showsAbsence(reading) ? [GONE] : [];
  const [was, is] = [first, reading.elements].map((of) => elementIn(evidence, of.get(id)).members);
  const names = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...names].filter(
    (name) => !ORDER_MEMBERS.has(name) && valueText(was?.[name]) !== valueText(is?.[name]) && isSteady(evidence, name),
  );
}

/**
 * True if the first listing tells pending orders from others by the contract's own word. Undefined if it does not show
 * declared orders of both kinds.
 */
export function hasWord(evidence: Evidence): boolean | undefined {
  const first = listedElements(evidence) ?? new Map<bigint, string>();
  const states = declaredOrders(evidence.plan).filter(({ id }) => first.has(id));
  const isOfBothKinds = new Set(states.map(({ state }) => state === 'pending')).size === 2;
  return isOfBothKinds ? memberWithWord(evidence, first) !== undefined : undefined;
}

/** True if the last listing still has this order as pending, after its own 204. */
export const isStillPending = (evidence: Evidence, id: bigint): boolean =>
  followingOf(evidence)?.stillPending.includes(id) === true;

/** The member in which the first listing has the contract's own word for pending orders, and other values for other ones. */
function memberWithWord(evidence: Evidence, first: ReadonlyMap<bigint, string>): string | undefined {
  const listed = declaredOrders(evidence.plan)
    .filter(({ id }) => first.has(id))
    .map(({ id, state }) => ({ isPending: state === 'pending', ...elementIn(evidence, first.get(id)) }));
  const names = new Set(listed.flatMap(({ members }) => Object.keys(members)));
  return [...names].find(
    (name) =>
      !ORDER_MEMBERS.has(name) &&
      listed.some(({ isPending, members }) => isPending && isContractsWord(valueText(members[name]))) &&
      listed.some(
        ({ isPending, members }) => !isPending && name in members && !isContractsWord(valueText(members[name])),
      ),
  );
}

/** One sentence on the 204s that the last listing does not show. Undefined if it shows each. */
export function notFollowed(evidence: Evidence): string | undefined {
  const { unshown = [] } = followingOf(evidence) ?? {};
  if (unshown.length === 0) return undefined;
  const orders = `${unshown.length === 1 ? 'order' : 'orders'} ${unshown.join(', ')}`;
  return `The last listing does not show the cancel of ${orders} (204): listings show no states, or follow late. So what cancels did to other orders was seen by the cancels of these orders only.`;
}

/** Sentences on what the last listing could not show of the effects of this run's cancels. */
export function notSeen(evidence: Evidence): readonly string[] {
  const last = evidence.listing('last');
  const cancels = evidence.exchanges.filter((exchange) => statusOf(exchange) === 204);
  if (isUnjudged(last) || cancels.length === 0) return [];
  const ended = Math.max(...cancels.map((exchange) => millisecondsOf(evidence, exchange, 'end')));
  const gap = ((millisecondsOf(evidence, last.exchange, 'begin') - ended) / 1000).toFixed(2);
  return [
    `The last listing began ${gap} s after the last 204: what a job does later was not seen.`,
    ...[notFollowed(evidence) ?? []].flat(),
  ];
}

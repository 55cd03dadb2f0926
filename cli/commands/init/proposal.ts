import { elementTexts } from '../../../evidence/listing/index.js';
import { TWO_53 } from '../../../evidence/mistakes.js';
import { NO_ORDERS } from '../../../interface/declared.js';
import { int64From } from '../../../interface/helpers/helpers.js';
import { ORDER_STATES, type OrderState } from '../../../interface/interface.js';
import { oneLine, safeLines } from '../../../reporters/printable.js';
import { someOf } from '../../../reporters/wording.js';
import { neighbourCandidates } from '../../../runner/fixtures/candidates.js';
import { ORDER_MEMBERS } from '../../../suites/answers/schema.js';
import { coverage } from '../../../suites/contract.js';
import { type Members, readElement } from '../../../suites/orders/elements.js';
import { likePending } from '../../../suites/orders/outliers.js';

/**
 * The listed orders, with their states if a member seems to hold them: never from `complete`, which shipped orders may share
 * with pending ones. `sign` is the reason for a guess: `status: "pending"`.
 * @param body the listing; if it is long, its beginning is enough
 * @param redact removes secrets from a quote
 * @returns undefined if the listing is not a JSON array
 */
export function proposedOrders(body: Uint8Array, redact: (quote: string) => string) {
  const elements = elementTexts(body)?.flatMap((text) => {
    const { members: order, sources } = readElement(text);
    const id = int64From(sources.get('id')?.replaceAll('"', '') ?? '');
    return id === undefined ? [] : [{ id, order }];
  });
  const orders = elements?.map(({ order }) => order) ?? [];
  const names = new Set(orders.flatMap((order) => Object.keys(order)));
  const member = [...names].find((name) => mayBeState(name, orders));
  const listed = elements?.map(({ id, order }) => ({ id, members: order })) ?? [];
  const stateIn = (members: Members) => (member === undefined ? undefined : stateOf(members[member]));
  const [pending = [], ...others] = ORDER_STATES.map((state) =>
    listed.filter(({ members }) => stateIn(members) === state),
  );
  // A run would not use them.
  const doubtful = likePending(pending, others);
  return elements?.map(({ id, order }) => {
    const sign = redact(member === undefined ? '' : `${member}: ${JSON.stringify(order[member])}`);
    return { id, state: stateIn(order), sign, isDoubtful: doubtful.has(id) };
  });
}

/**
 * True if the member may hold the state. The contract does not name it (§2), so its name or the value "pending"
 * decides.
 */
const mayBeState = (name: string, orders: readonly Members[]): boolean =>
  !ORDER_MEMBERS.has(name) &&
  (/^(status|state)$/i.test(name) || orders.some(({ [name]: value }) => /^pending$/i.test(String(value))));

function stateOf(value: unknown): OrderState | undefined {
  if (typeof value !== 'string') return undefined;
  return ORDER_STATES.find((state) => state === value.toLowerCase()) ?? 'other';
}

/** How many more orders to propose than full coverage needs, since a run uses up orders. */
const SPARE = 2;

/**
 * The `orders` of a fixtures file. Proposals are comments, so that the suite uses no order before a person confirmed
 * it.
 */
export function proposalText(proposed: ProposedOrders): string {
  const ids = proposed.map(({ id }) => id);
  const usedIds = new Set<bigint>();
  const repeated = new Set(ids.filter((id) => usedIds.size === usedIds.add(id).size));
  const leftOut = `  # Left out, since they are listed several times: ${someOf([...repeated].map(String))}. A listing that rounds ids looks like this.`;
  // Ids above 2^53 first: they show whether ids survive as 64-bit integers.
  const usable = proposed
    .filter(({ id }) => !repeated.has(id))
    .toSorted((a, b) => Number(b.id > TWO_53) - Number(a.id > TWO_53));
  const hasStates = proposed.some(({ state }) => state !== undefined);
  const lines = [
    'orders:',
    ...(repeated.size > 0 ? [leftOut] : []),
    ...(areDoubles(ids) ? [ONLY_DOUBLES] : []),
    ...(hasStates ? ORDER_STATES.flatMap((state) => linesFor(state, usable)) : choiceOf(usable)),
    ...neighbourLines(usable.find(({ state }) => !hasStates || state === 'pending')?.id, ids),
  ];
  return safeLines(lines.join('\n').trimEnd());
}

type ProposedOrders = NonNullable<ReturnType<typeof proposedOrders>>;

function linesFor(state: OrderState, proposed: ProposedOrders): readonly string[] {
  const orders = proposed.filter((order) => order.state === state);
  const appearance = state === 'other' ? 'to be in another state' : state;
  if (orders.length === 0) return [`  ${state}: []`, `  # No listed order looks ${appearance}.`, ''];
  const use = state === 'pending' ? 'WILL BE CANCELLED' : 'get cancels that must be refused';
  const signs = someOf([...new Set(orders.map(({ sign }) => oneLine(sign).slice(0, 60)))]);
  return [
    `  ${state}: []`,
    `  # Looks ${appearance} (${signs}): ${orders.length} of the listed orders. Orders that you list here ${use}.`,
    '  # Confirm each with its owner; then use this line in place of the one above:',
    `  # ${state}: [${idsOf(orders, coverage[state])}]`,
    '',
  ];
}

/** The ids to choose from where a listing shows no states. */
const choiceOf = (orders: ProposedOrders): readonly string[] => [
  '  # The listing does not show which orders are pending, shipped, or neither.',
  `  # Ids that were read: ${orders.length}. Some of them: ${idsOf(orders, coverage.pending + coverage.shipped + coverage.other) || 'none'}.`,
  '  # Choose orders whose states you know, and write each id into its list. Orders that you list as pending WILL BE CANCELLED.',
  ...ORDER_STATES.map((state) => `  ${state}: []`),
];

/** The neighbour of a pending order above 2^53, for a person who knows that no order has this id. */
function neighbourLines(pending: bigint | undefined, ids: readonly bigint[]): readonly string[] {
  if (pending === undefined || pending <= TWO_53 || areDoubles(ids)) return [];
  const candidates = neighbourCandidates([pending], 'shares-double', NO_ORDERS);
  const free = candidates.find(({ text }) => !ids.includes(BigInt(text)));
  if (free === undefined) return [];
  return [
    `  # Does no order have the id ${free.text}? Then use this line: a cancel of it must get 404, and leave order ${pending} alone.`,
    `  # unknown: [${free.text}]`,
  ];
}

const idsOf = (orders: ProposedOrders, needed: number): string =>
  orders
    .filter(({ isDoubtful }) => !isDoubtful)
    .slice(0, needed + SPARE)
    .map(({ id }) => id)
    .join(', ');

function areDoubles(ids: readonly bigint[]): boolean {
  const long = ids.filter((id) => id > TWO_53);
  return long.length > 1 && long.every((id) => BigInt(Number(id)) === id);
}

const ONLY_DOUBLES =
  '  # All ids above 2^53 are exact doubles, so the listing may be rounding them. Compare them with the store.';

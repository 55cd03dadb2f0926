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

/**
 * The listed orders, with their states if those can be guessed: from the member that seems to hold it, else from
 * `complete`. `sign` is the reason for a guess: `status: "pending"`.
 * @param body the listing; if it is long, its beginning is enough
 * @param redact removes secrets from a quote
 * @returns undefined if the listing is not a JSON array
 */
export function proposedOrders(body: Uint8Array, redact: (quote: string) => string) {
  const listed = elementTexts(body)?.flatMap((text) => {
    const { members: order, sources } = readElement(text);
    const id = int64From(sources.get('id')?.replaceAll('"', '') ?? '');
    return id === undefined ? [] : [{ id, order }];
  });
  const orders = listed?.map(({ order }) => order) ?? [];
  const names = new Set(orders.flatMap((order) => Object.keys(order)));
  const stateMember = [...names].find((name) => mayBeState(name, orders));
  const member = stateMember ?? 'complete';
  return listed?.map(({ id, order }) => {
    const { [member]: value } = order;
    const sign = redact(`${member}: ${JSON.stringify(value)}`);
    const reason = stateMember === undefined ? `a guess from ${sign}, not from a status` : sign;
    return { id, state: stateOf(value), sign: reason };
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
  if (typeof value === 'boolean') return value ? 'shipped' : 'pending';
  if (typeof value !== 'string') return undefined;
  return ORDER_STATES.find((known) => known === value.toLowerCase()) ?? 'other';
}

/** How many more orders to propose than full coverage needs, since a run uses up orders. */
const SPARE = 2;

/** Says how the suite treats an order that is declared with this state. */
const USES: Readonly<Record<OrderState, string>> = {
  pending: 'WILL BE CANCELLED',
  shipped: 'get cancels that must be refused',
  other: 'get cancels that must be refused',
};

/**
 * The `orders` of a fixtures file. Proposals are comments, so that the suite uses no order before a person confirmed
 * it.
 */
export function proposalText(proposed: NonNullable<ReturnType<typeof proposedOrders>>): string {
  const ids = proposed.map(({ id }) => id);
  const seen = new Set<bigint>();
  const repeated = new Set(ids.filter((id) => seen.size === seen.add(id).size));
  if (proposed.every(({ state }) => state === undefined)) return ['orders:', ...choiceOf(ids, repeated)].join('\n');
  const blocks = ORDER_STATES.flatMap((state) => {
    const orders = proposed.filter((order) => order.state === state && !repeated.has(order.id));
    const [verb, pronoun] = orders.length === 1 ? ['looks', 'it'] : ['look', 'they'];
    const appearance = state === 'other' ? `as if ${pronoun} were in another state` : state;
    if (orders.length === 0) return [`  ${state}: []`, `  # No listed orders look ${appearance}.`, ''];
    // Ids above 2^53 first: they show whether ids survive as 64-bit integers.
    const longFirst = orders.toSorted((a, b) => Number(b.id > TWO_53) - Number(a.id > TWO_53));
    const ids = longFirst.slice(0, coverage[state] + SPARE).map(({ id }) => id);
    const signs = someOf([...new Set(orders.map(({ sign }) => oneLine(sign).slice(0, 60)))]);
    return [
      `  ${state}: []`,
      `  # ${orders.length} of the listed orders ${verb} ${appearance} (${signs}). Orders that you list here ${USES[state]}.`,
      '  # Confirm each with its owner; then use this line in place of the one above:',
      `  # ${state}: [${ids.join(', ')}]`,
      '',
    ];
  });
  const [long] = proposed.filter(({ id, state }) => state === 'pending' && id > TWO_53).map(({ id }) => id);
  const free =
    long === undefined
      ? undefined
      : neighbourCandidates([long], 'shares-double', NO_ORDERS).find(({ text }) => !ids.includes(BigInt(text)));
  const unknown = free
    ? [
        `  # Does no order have the id ${free.text}? Then use this line; it shows whether ${long} is told apart from it:`,
        `  # unknown: [${free.text}]`,
      ]
    : [];
  return safeLines(['orders:', ...remarksOn(ids, repeated), ...blocks, ...unknown].join('\n').trimEnd());
}

/** The ids to choose from where a listing shows no states: the first ones, the largest, and one above 2^53. */
function choiceOf(ids: readonly bigint[], repeated: ReadonlySet<bigint>): readonly string[] {
  const usable = ids.filter((id) => !repeated.has(id));
  const first = usable.slice(0, coverage.pending + coverage.shipped + coverage.other + SPARE);
  const largest = usable.reduce((max: bigint, id: bigint) => (id > max ? id : max), first[0] ?? 0n);
  const long = usable.find((id) => id > TWO_53 && BigInt(Number(id)) !== id) ?? usable.find((id) => id > TWO_53);
  const chosen = [
    `first ${first.join(', ')}`,
    ...(first.includes(largest) ? [] : [`largest ${largest}`]),
    ...(long === undefined || long === largest || first.includes(long) ? [] : [`above 2^53 ${long}`]),
  ];
  const line = `  # The ids that were read (${usable.length}): ${chosen.join('; ')}.`;
  return [
    '  # The listing does not show which orders are pending, shipped, or neither.',
    ...(usable.length > 0 ? [line] : []),
    ...remarksOn(ids, repeated),
    '  # Choose orders whose states you know, and write each id into its list. Orders that you list as pending WILL BE CANCELLED.',
    ...ORDER_STATES.map((state) => `  ${state}: []`),
  ];
}

/** Comments about ids that are unfit for fixtures. */
function remarksOn(ids: readonly bigint[], repeated: ReadonlySet<bigint>): readonly string[] {
  const long = ids.filter((id) => id > TWO_53);
  const areDoubles = long.length > 1 && long.every((id) => BigInt(Number(id)) === id);
  const leftOut = `  # Left out, since they are listed several times: ${someOf([...repeated].map(String))}. A listing that rounds ids looks like this.`;
  return [...(repeated.size > 0 ? [leftOut] : []), ...(areDoubles ? [ONLY_DOUBLES] : [])];
}

const ONLY_DOUBLES =
  '  # All ids above 2^53 are exact doubles, so the listing may be rounding them. Compare them with the store.';

import { printable } from '../../../reporters/printable.js';
import { someOf } from '../../../reporters/wording.js';
import { TWO_53 } from '../../../runner/evidence/mistakes.js';
import { int64From } from '../../../runner/helpers/helpers.js';
import { elementTexts } from '../../../runner/listing/index.js';
import { neighbourCandidates } from '../../../runner/orders/candidates.js';
import { NO_ORDERS } from '../../../runner/orders/declared.js';
import type { Members } from '../../../runner/orders/odd.js';
import { coverage } from '../../../suites/contract.js';
import { ORDER_STATES, type OrderState } from '../../../suites/interface/interface.js';
import { readElement } from '../../../suites/orders/elements.js';
import { ORDER_MEMBERS } from '../../../suites/schema.js';

/**
 * Guesses the states of listed orders: from the member that seems to hold it, else from `complete`. `sign` is the
 * reason for a guess: `status: "pending"`.
 * @param body the listing; if it is long, its beginning is enough
 * @param redact removes secrets from a quote
 * @returns undefined if the listing is not a JSON array
 */
export function proposedOrders(body: Uint8Array, redact: (quote: string) => string) {
  const listed = elementTexts(body)?.flatMap((text) => {
    const { members: order, sources } = readElement(text);
    const id = int64From(sources.get('id') ?? '');
    return id === undefined ? [] : [{ id, order }];
  });
  const orders = listed?.map(({ order }) => order) ?? [];
  const names = new Set(orders.flatMap((order) => Object.keys(order)));
  const found = [...names].find((name) => mayBeState(name, orders));
  const member = found ?? 'complete';
  return listed?.flatMap(({ id, order }) => {
    const { [member]: value } = order;
    const state = stateOf(value);
    const sign = redact(`${member}: ${JSON.stringify(value)}`);
    return state ? [{ id, state, sign: found === undefined ? `a guess from ${sign}, not from a status` : sign }] : [];
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
  shipped: 'gets cancels that must be refused',
  other: 'gets cancels that must be refused',
};

/**
 * The `orders` of a fixtures file. Proposals are comments, so that the suite uses no order before a person confirmed
 * it.
 */
export function proposalText(proposed: NonNullable<ReturnType<typeof proposedOrders>>): string {
  const ids = proposed.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  const blocks = ORDER_STATES.flatMap((state) => {
    const alike = proposed.filter((order) => order.state === state && !repeated.has(order.id));
    // Ids above 2^53 first: they show whether ids survive as 64-bit integers.
    const longFirst = [...alike].sort((a, b) => Number(b.id > TWO_53) - Number(a.id > TWO_53));
    const shown = longFirst.slice(0, coverage[state] + SPARE);
    const signs = someOf([...new Set(alike.map(({ sign }) => printable(sign).slice(0, 60)))]);
    const looks = state === 'other' ? `as if ${alike.length === 1 ? 'it' : 'they'} were in another state` : state;
    return [
      `  ${state}: []`,
      ...(shown.length === 0
        ? [`  # No listed orders look ${looks}.`]
        : [
            `  # ${alike.length} of the listed orders ${alike.length === 1 ? 'looks' : 'look'} ${looks} (${signs}). What is declared here ${USES[state]}.`,
            '  # Confirm each with its owner; then use this line in place of the one above:',
            `  # ${state}: [${shown.map(({ id }) => id).join(', ')}]`,
          ]),
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
  return ['orders:', ...remarksOn(ids, repeated), ...blocks, ...unknown].join('\n').trimEnd();
}

/** Comments about ids that are unfit for fixtures. */
function remarksOn(ids: readonly bigint[], repeated: ReadonlySet<bigint>): readonly string[] {
  const long = ids.filter((id) => id > TWO_53);
  const areDoubles = long.length > 1 && long.every((id) => BigInt(Number(id)) === id);
  return [
    ...(repeated.size === 0
      ? []
      : [
          `  # Left out, since they are listed several times: ${someOf([...repeated].map(String))}. Ids that a listing rounds look like that.`,
        ]),
    ...(areDoubles
      ? [
          '  # Each id above 2^53 is one that a double holds exactly: the listing may round its ids. Compare them with the store.',
        ]
      : []),
  ];
}

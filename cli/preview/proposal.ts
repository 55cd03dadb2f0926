import { printable } from '../../reporters/printable.js';
import { coverage } from '../../runner/engine/scenario.js';
import { sourceIn } from '../../runner/evidence/body.js';
import { ORDER_STATES, type OrderState } from '../../runner/evidence/request.js';
import { elementTexts } from '../../runner/listing/index.js';
import { parseOrderId } from '../../runner/orders/declared.js';
import { storeOrdersInterface } from '../../suites/contract.js';

/** A listed order, and what makes it look as if it were in a state. */
export interface Proposed {
  readonly id: bigint;
  readonly state: OrderState;
  /** `status: "pending"`. */
  readonly sign: string;
}

/**
 * Guesses the states of listed orders. The contract does not say which member carries the status (§2): one that is
 * called so, else one that says "pending" or "shipped" somewhere, else `complete`.
 *
 * @param body of the listing; of a long one, the beginning is enough
 * @returns undefined where it is not a JSON array
 */
export function proposedOrders(body: Uint8Array): readonly Proposed[] | undefined {
  const texts = elementTexts(body) ?? firstOf(beginningsOf(body), elementTexts);
  if (!texts) return undefined;
  const listed = texts.flatMap((text) => {
    const id = parseOrderId(sourceIn(text, '/id') ?? '');
    return id === undefined ? [] : [{ id, order: JSON.parse(text) as Members }];
  });
  const member = stateMember(listed.map(({ order }) => order));
  return listed.flatMap(({ id, order }) => {
    const guess = guessOf(order, member);
    return guess ? [{ id, ...guess }] : [];
  });
}

/** Enough orders to choose from. */
const BEGINNING_BYTES = 64 * 1024;
const MAX_BRACES = 50;

/** Of a long listing, what may be its first elements, closed as an array. */
function* beginningsOf(body: Uint8Array): Generator<Uint8Array> {
  const text = Buffer.from(body.subarray(0, BEGINNING_BYTES));
  let end = text.length;
  for (let tries = 0; tries < MAX_BRACES && end > 0; tries++) {
    end = text.lastIndexOf('}', end - 1);
    if (end > 0) yield Buffer.concat([text.subarray(0, end + 1), Buffer.from(']')]);
  }
}

function firstOf<From, To>(values: Iterable<From>, make: (value: From) => To | undefined): To | undefined {
  for (const value of values) {
    const made = make(value);
    if (made !== undefined) return made;
  }
  return undefined;
}

type Members = Readonly<Record<string, unknown>>;

const NAMED = /^(order[_-]?)?(status|state)$/i;
const TELLING = /^(pending|shipped)$/i;

function stateMember(orders: readonly Members[]): string | undefined {
  const names = [...new Set(orders.flatMap((order) => Object.keys(order)))];
  const values = (name: string) =>
    orders.map(({ [name]: value }) => value).filter((value) => typeof value === 'string');
  return (
    names.find((name) => NAMED.test(name) && values(name).length > 0) ??
    names.find((name) => values(name).some((value) => TELLING.test(value)))
  );
}

function guessOf(order: Members, member: string | undefined) {
  const { [member ?? 'complete']: value } = order;
  const sign = `${member ?? 'complete'}: ${JSON.stringify(value)}`;
  if (member === undefined) {
    return typeof value === 'boolean'
      ? { state: value ? ('shipped' as const) : ('pending' as const), sign }
      : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const state = ORDER_STATES.find((known) => known === value.toLowerCase());
  return { state: state ?? ('other' as const), sign };
}

const TWO_53 = 2n ** 53n;

/** More than full coverage needs: a run uses up orders. */
const SPARE = 2;

/** What becomes of an order that is declared so. */
const USES: Readonly<Record<OrderState, string>> = {
  pending: 'WILL BE CANCELLED',
  shipped: 'gets cancels that must be refused',
  other: 'gets cancels that must be refused',
};

/**
 * The `orders` of a fixtures file: empty lists, and the proposals as comments, so that nothing is used before a person has
 * confirmed it.
 */
export function proposalText(proposed: readonly Proposed[]): string {
  const wanted = coverage(storeOrdersInterface.suites);
  const blocks = ORDER_STATES.flatMap((state) => {
    const alike = proposed.filter((order) => order.state === state);
    // One above 2^53 first: it shows whether ids survive as 64-bit integers.
    const longFirst = [...alike].sort((a, b) => Number(b.id > TWO_53) - Number(a.id > TWO_53));
    const shown = longFirst.slice(0, wanted[state] + SPARE);
    const signs = [...new Set(shown.map(({ sign }) => printable(sign).slice(0, 60)))].join(', ');
    const looks = state === 'other' ? 'as if they were in another state' : state;
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
  return ['orders:', ...blocks].join('\n').trimEnd();
}

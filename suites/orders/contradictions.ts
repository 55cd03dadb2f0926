import { type Evidence, type ListingReading, showsAbsence } from '../../runner/evidence/evidence.js';
import { listedImages } from '../../runner/evidence/mistakes.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import type { Order } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { once } from '../../runner/helpers/once.js';
import { type Odd, oddOnes } from '../../runner/orders/odd.js';
import { ORDER_MEMBERS } from '../schema.js';
import { cancelsWithKey } from './own-cancels.js';
import { shownState } from './state.js';

// Declared orders that the first listing does not show as they are declared: the warnings of a report, `doctor`, what is said of
// a seed, and the reasons of open requirements all come from here.

export interface Contradiction {
  readonly order: Order;
  /**
   * `image`: it is listed under the id that its own becomes in a double, or in 32 bits. `odd`: no cancel has shown which member
   * is the state, but one differs from that of the other pending orders.
   */
  readonly kind: 'absent' | 'image' | 'state' | 'odd';
  /** How the order is listed, with the order as subject: `is listed as "shipped"`. */
  readonly shown: string;
}

/** In the order of the fixtures. */
export const contradictions = once((evidence: Evidence): readonly Contradiction[] => {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const odd = oddOnes(evidence.plan.orders, before.reading, ORDER_MEMBERS);
  return declaredOrders(evidence.plan).flatMap((order) => {
    const shown = before.reading.lists(order.id)
      ? stateShown(evidence, order, odd.get(order.id))
      : absenceShown(evidence, before.reading, order);
    return shown ? [{ order, ...shown }] : [];
  });
});

type Shown = Omit<Contradiction, 'order'>;

function absenceShown({ plan }: Evidence, reading: ListingReading, { id }: Order): Shown | undefined {
  const declared = declaredOrders(plan).map((order) => order.id);
  const [image] = listedImages(id, declared, reading);
  if (image) return { kind: 'image', shown: `is listed as ${image[1]}, its id ${image[0]}` };
  return showsAbsence(reading) ? { kind: 'absent', shown: 'is not listed' } : undefined;
}

/** @param odd the member in which it differs from most orders that are declared pending, where no cancel has shown what a state is */
function stateShown(evidence: Evidence, order: Order, odd: Odd | undefined): Shown | undefined {
  const state = shownState(evidence, order);
  if (!state) {
    const wasCancelled = cancelsWithKey(evidence)
      .get(order.id)
      ?.some(({ status }) => status === 204);
    if (odd === undefined || wasCancelled) return undefined;
    return { kind: odd.isWord ? 'state' : 'odd', shown: `is listed with ${odd.text}` };
  }
  const contradicts = order.state === 'pending' ? state.means !== 'pending' : state.isToldPending;
  return contradicts ? { kind: 'state', shown: `is listed as ${state.text}` } : undefined;
}

export const contradictionOf = (evidence: Evidence, { id }: Order): Contradiction | undefined =>
  contradictions(evidence).find(({ order }) => order.id === id);

export const STATE_TEXT = { pending: 'pending', shipped: 'shipped', other: 'neither pending nor shipped' } as const;

/** "Order 103, declared pending, is not listed" */
export const contradictionText = ({ order: { id, state }, shown }: Contradiction): string =>
  `Order ${id}, declared ${state}, ${shown}`;

const isProvisioned = ({ plan }: Evidence, { id }: Order): boolean => plan.orders.provisioned?.includes(id) ?? false;

/** Whose mistake a wrong fixture is, and what to do. A seed made its orders for this run, so no earlier run used them up. */
export const whoseMistake = (evidence: Evidence, order: Order): string =>
  isProvisioned(evidence, order)
    ? `your seed returned it for this run, so look into the seed: it must make an order that is ${STATE_TEXT[order.state]}.`
    : `the fixture is wrong, or an earlier run used it up. Declare another order that is ${STATE_TEXT[order.state]}, or let \`provision\` make one.`;

/** What a report says before any verdict: each declared order that the first listing contradicts, a sentence each. */
export function fixtureWarnings(evidence: Evidence): readonly string[] {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const taken = evidence.plan.orders.unknown
    .filter((id) => before.reading.lists(id))
    .map((id) => `Order ${id} is declared unknown, but the target lists it. It is left alone; declare another id.`);
  const wrong = contradictions(evidence).map((each) => `${contradictionText(each)}${whatFollows(evidence, each)}`);
  return [...taken, ...wrong];
}

function whatFollows(evidence: Evidence, { kind, order }: Contradiction): string {
  switch (kind) {
    case 'image':
      return ': the listing does not keep ids whole.';
    case 'odd':
      return ', unlike other orders that are declared pending. It may be used up, so others are used first.';
    case 'absent':
      return `: ${whoseMistake(evidence, order)} If it exists, the listing is incomplete.`;
    case 'state':
      return `: ${whoseMistake(evidence, order)}`;
  }
}

/** What the first listing contradicts of the orders that a seed returned: a clause, with `returned` before it. */
export function wronglyMade(evidence: Evidence): string | undefined {
  const [first, ...others] = contradictions(evidence).filter(
    ({ order, kind }) => kind !== 'odd' && isProvisioned(evidence, order),
  );
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (${others.length} more ${others.length === 1 ? 'is' : 'are'} wrong, too)`;
  return `order ${first.order.id} as ${first.order.state}, but it ${first.shown}${more}`;
}

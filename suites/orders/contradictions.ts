import { type Evidence, showsAbsence } from '../../evidence/evidence.js';
import { listedImages } from '../../evidence/mistakes.js';
import { declaredOrders } from '../../evidence/plan.js';
import { quote } from '../../evidence/quoted.js';
import type { Order } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { type Outlier, outliers } from './outliers.js';
import { cancelsWithKey } from './own-cancels.js';
import { isListedAsPending, listedState } from './state.js';

// Declared orders that the first listing contradicts. Warnings of the report and of `doctor`, complaints about a seed
// and reasons of open requirements all read this list.

export interface Contradiction {
  readonly order: Order;
  /**
   * `image`: the order is listed under another id, as a double or 32 bits would change it. `outlier`: a member of the order
   * differs from other pending orders, but no cancel has shown that this member is the state.
   */
  readonly kind: 'absent' | 'image' | 'state' | 'outlier';
  /** How the order is listed; the order is the subject: `is listed as "shipped"`. */
  readonly listing: string;
  /** Another order of its declared state, which takes the place of this one, since that may be pending. */
  readonly peer?: bigint | undefined;
}

/** In the order of the fixtures. */
export const contradictions = memoised((evidence: Evidence): readonly Contradiction[] => {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const { reading } = before;
  const declared = declaredOrders(evidence.plan);
  const imagesIn = listedImages(
    declared.map(({ id }) => id),
    reading,
  );
  const unlike = outliers(evidence.plan.inputs.orders, reading);
  return declared.flatMap((order): Contradiction | [] => {
    if (reading.lists(order.id)) return stateContradiction(evidence, order, unlike.get(order.id));
    const [image] = imagesIn(order.id);
    if (image) return { order, kind: 'image', listing: `is listed as ${image[1]}, its id ${image[0]}` };
    return showsAbsence(reading) ? { order, kind: 'absent', listing: 'is not listed' } : [];
  });
});

/**
 * @param outlier how the order differs from most declared pending orders; read if no cancel showed which
 * member is the state
 */
function stateContradiction(evidence: Evidence, order: Order, outlier: Outlier | undefined): Contradiction | [] {
  const state = listedState(evidence, order);
  if (state) {
    const contradicts = order.state === 'pending' ? state.means !== 'pending' : isListedAsPending(evidence, order);
    const listing = `is listed as ${quote(evidence, state.text)}`;
    return contradicts ? { order, kind: 'state', listing, peer: outlier?.peer } : [];
  }
  const answers = cancelsWithKey(evidence).get(order.id) ?? [];
  const isIdle = outlier?.isTold || (outlier?.peer !== undefined && evidence.plan.inputs.orders.disposable);
  if (outlier === undefined || isIdle || answers.some(({ status }) => status === 204)) return [];
  const kind = outlier.isWord ? 'state' : 'outlier';
  return { order, kind, listing: `is listed with ${quote(evidence, outlier.text)}`, peer: outlier.peer };
}

export const contradictionOf = (evidence: Evidence, { id }: Order): Contradiction | undefined =>
  contradictions(evidence).find(({ order }) => order.id === id);

export const STATE_TEXT = { pending: 'pending', shipped: 'shipped', other: 'neither pending nor shipped' } as const;

/** "Order 103, declared pending, is not listed" */
export const contradictionText = ({ order: { id, state }, listing }: Contradiction): string =>
  `Order ${id}, declared ${state}, ${listing}`;

const isProvisioned = ({ plan: { inputs } }: Evidence, { id }: Order) => inputs.orders.provisioned?.includes(id);

/**
 * Says who made a wrong fixture, and what to do. A seed made its orders for this run, so no earlier run used them up.
 */
export const whoseMistake = (evidence: Evidence, order: Order): string =>
  isProvisioned(evidence, order)
    ? `your seed returned it for this run, so look into the seed: it must make an order that is ${STATE_TEXT[order.state]}.`
    : `the fixture is wrong${order.state === 'pending' ? ', or an earlier run used it up' : ''}. Declare another order that is ${STATE_TEXT[order.state]}, or let \`provision\` make one.`;

/** The warnings of a report about fixtures: one sentence for each declared order that the first listing contradicts. */
export function fixtureWarnings(evidence: Evidence): readonly string[] {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  const taken = evidence.plan.inputs.orders.unknown
    .filter((id) => before.reading.lists(id))
    .map((id) => `Order ${id} is declared unknown, but the target lists it. It is left alone; declare another id.`);
  const wrong = contradictions(evidence).map((each) => `${contradictionText(each)}${whatFollows(evidence, each)}`);
  return [...taken, ...wrong];
}

function whatFollows(evidence: Evidence, { kind, order, peer }: Contradiction): string {
  const { disposable } = evidence.plan.inputs.orders;
  const held = peer === undefined || disposable ? '' : ` It gets no cancel with the valid key; order ${peer} does.`;
  switch (kind) {
    case 'image':
      return ': the listing does not keep ids whole.';
    case 'outlier':
      if (peer !== undefined)
        return `, as each listed order that is declared pending, and unlike order ${peer}, so it may be pending.${held}`;
      return ', unlike other orders that are declared pending. It may be used up, so others are used first.';
    case 'absent':
      if ([...evidence.readings.values()].some((reading) => reading.lists(order.id)))
        return ', and another listing shows it: the listing leaves it out.';
      return `: ${whoseMistake(evidence, order)} If it exists, the listing is incomplete.`;
    case 'state':
      return `: ${whoseMistake(evidence, order)}${held}`;
  }
}

/**
 * A clause that continues "the seed returned": the first order that the listing contradicts. Undefined if there is
 * none.
 */
export function wronglyMade(evidence: Evidence): string | undefined {
  const isWrong = ({ order, kind }: Contradiction) => kind !== 'outlier' && isProvisioned(evidence, order);
  // Most runs have no seed, and need not compare.
  const first = evidence.plan.inputs.orders.provisioned && contradictions(evidence).find(isWrong);
  return first && `order ${first.order.id} as ${first.order.state}, but it ${first.listing}`;
}

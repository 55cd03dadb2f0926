import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import type { Order } from '../runner/evidence/request.js';
import { inconclusive, type Unjudged } from '../runner/evidence/unjudged.js';
import type { Broken, Result } from '../runner/judge/rule.js';
import { brokenStatus } from './answers.js';
import type { RequirementId } from './catalogue.generated.js';
import { doubtful, type FatedOrder, fates, type Suspect } from './fates.js';
import { stoodBy } from './history.js';
import { type Loss, losses } from './losses.js';

/*
 * When a declared order is missing, or refused though it was pending, several requests may have done that. Two laws: what
 * only a `should` could explain never hides a `must` (where both could, the `must` is unjudged); and a loss is somebody's.
 */

interface Blame {
  readonly requirement: RequirementId;
  /** "Order 101 could not be cancelled after …" */
  readonly refused?: string;
  /** "Order 201 disappeared from the listing after …" */
  readonly lost?: string;
}

/** What may have done it, the likeliest first, and what that breaks. */
const SUSPECTS = {
  'without-key': {
    requirement: 'auth.no-effect',
    refused:
      'cancels that were refused. Other pending orders could, so a refused cancel had an effect, or the fixture is wrong and the order was not pending.',
    lost: 'cancels of it without a valid key were refused',
  },
  'own-cancel': {
    requirement: 'cancel.shipped.unchanged',
    lost: 'its cancel was refused',
  },
  others: {
    requirement: 'cancel.others-untouched',
    refused: 'other orders were cancelled.',
    lost: 'other orders were cancelled',
  },
  neighbour: {
    requirement: 'cancel.told-apart',
    refused:
      'cancels of its unknown neighbours, which were refused. Other pending orders could, so such a cancel had an effect, or the fixture is wrong and the order was not pending.',
  },
  text: {
    requirement: 'cancel.not-int64',
    refused: 'cancels of texts that only look like its id, though these were refused.',
  },
} as const satisfies Record<Suspect | Loss['suspect'], Blame>;

/** What is to be said of a requirement because an order was refused, or is gone. */
export const blamed = (evidence: Evidence, requirement: RequirementId): Result[] => [
  ...fates(evidence).flatMap((cancelled) => refusedOrder(evidence, cancelled, requirement)),
  ...losses(evidence).flatMap((loss) => {
    if (requirementOf(loss) === requirement) return [lostOrder(loss)];
    return requirement === 'cancel.others-untouched' && loss.afterOthers ? [lostMeanwhile(loss)] : [];
  }),
];

function refusedOrder(evidence: Evidence, { order, fate }: FatedOrder, requirement: RequirementId): Result[] {
  if (fate?.kind === 'cancelled' || !fate) return [];
  const isDoubted = fate.doubted?.some((suspect) => SUSPECTS[suspect].requirement === requirement);
  if (fate.kind === 'unjudged') return isDoubted ? [fate.unjudged] : [];
  if (isDoubted) return [doubtful(order, fate.answer, 'its unknown neighbours')];
  if (!fate.suspect || SUSPECTS[fate.suspect].requirement !== requirement) return [];
  if (fate.suspect === 'others') return [touched(order, fate.answer, stoodBy(evidence, fate.answer))];
  const { refused } = SUSPECTS[fate.suspect];
  const why = fate.isTraced ? TRACED : refused;
  return [brokenStatus(fate.answer, `Order ${order.id} could not be cancelled after ${why}`, 'status 204')];
}

const TRACED =
  'cancels that were refused. A listing before its own cancel no longer shows it as pending, so a refused cancel had an effect.';

/** It is blamed on something else, which is not sure. */
const lostMeanwhile = ({ order: { id } }: Loss): Unjudged =>
  inconclusive(`Order ${id} disappeared while other orders were cancelled, too: that may be what did it.`);

function touched({ id }: Order, answer: Answer, stood: boolean): Broken {
  const message = stood
    ? `Order ${id} could not be cancelled after other orders were cancelled. Either these cancels touched it, or the fixture is wrong and it was not pending.`
    : `Order ${id} was listed as something else, or not at all, after only other orders were cancelled, and could not be cancelled itself.`;
  const asItWas = 'an order that is as it was: cancelling it returns 204';
  return brokenStatus(answer, message, stood ? 'status 204 for one of two simultaneous cancels' : asItWas);
}

/** Only of a shipped order does the contract say that its own cancel leaves it. */
const requirementOf = ({ suspect, order }: Loss): RequirementId =>
  SUSPECTS[suspect === 'own-cancel' && order.state !== 'shipped' ? 'others' : suspect].requirement;

function lostOrder({ order: { id, state }, suspect, listing, isUnsure, afterOthers }: Loss): Result {
  const how = suspect === 'own-cancel' && state !== 'shipped' ? SUSPECTS.others.lost : SUSPECTS[suspect].lost;
  const too = afterOthers && how !== SUSPECTS.others.lost ? '; other orders were cancelled meanwhile' : '';
  const message = `Order ${id}, declared ${state}, disappeared from the listing after ${how}${too}.`;
  if (isUnsure)
    return inconclusive(`${message} A text that only looks like its id was cancelled, too, and may have done it.`);
  const { exchange } = listing;
  return { message, expected: `an element with id ${id}, as before`, actual: 'no such element', at: 'body', exchange };
}

import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import type { Order } from '../../runner/evidence/plan.js';
import { inconclusive, type Unjudged } from '../../runner/evidence/unjudged.js';
import { type Broken, held, isHeld, type Result } from '../../runner/judge/rule.js';
import { answered, describe, orderIdOf, unjudged } from '../answers.js';
import { type CancelledOrder, cancelledOrders, fateOf, stoodBy, successesOfOthers } from '../attribution/fate.js';
import { disappeared, type GoneOrder, goneOrders } from '../attribution/gone.js';
import type { Rule } from '../rule.js';
import { rewrittenMembers } from './members.js';

/** §1: cancelling one order leaves the others alone. */
const untouched: Rule = {
  requirement: 'cancel.others-untouched',
  from: ['cancel-witness'],
  judge: (evidence) => [
    ...cancelledOrders(evidence).flatMap((cancelled) => judgePending(evidence, cancelled)),
    ...judgeUncancelled(evidence),
    ...rewrittenMembers(evidence),
  ],
};

/** An order that was pending must still be, after others were cancelled. */
function judgePending(evidence: Evidence, cancelled: CancelledOrder): Result[] {
  const fate = fateOf(evidence, cancelled);
  const isWitness = (answer: Answer) => answer.request.scenario === 'cancel-witness';
  switch (fate?.kind) {
    case 'refused-after-others':
      return [touched(cancelled, fate.answer, stoodBy(evidence, fate.answer))];
    case 'cancelled': {
      if (!isWitness(fate.answer)) return [];
      const earlier = successesOfOthers(evidence, cancelled.order);
      if (earlier.some(({ exchange }) => exchange.ended < fate.answer.exchange.begun))
        return [held(fate.answer.exchange)];
      return [inconclusive('No other order was cancelled before this one.', 'cancel-witness')];
    }
    case 'refused':
      if (!isWitness(fate.answer)) return [];
      return [inconclusive(NO_WITNESS, 'cancel-witness')];
    case 'unjudged':
      return fate.unjudged.scenario === 'cancel-witness' ? [fate.unjudged] : [];
    case 'refused-after-refusals':
    case 'refused-after-neighbours':
    case undefined:
      return [];
  }
}

const NO_WITNESS = 'No cancel of a pending order succeeded here, so there was no race and no witness.';

const touched = ({ order }: CancelledOrder, answer: Answer, stood: boolean): Broken => ({
  message: stood
    ? `Order ${order.id} could not be cancelled after other orders were cancelled. Either these cancels touched it, or the fixture is wrong and it was not pending.`
    : `Order ${order.id} was listed as something else, or not at all, after only other orders were cancelled, and could not be cancelled itself.`,
  expected: stood
    ? 'status 204 for one of two simultaneous cancels'
    : 'an order that is as it was: cancelling it returns 204',
  actual: describe(answer),
  at: 'status',
  exchange: answer.exchange,
});

/** Declared orders that no cancel can have ended are still listed. */
function judgeUncancelled(evidence: Evidence): Result[] {
  const isHere = ({ order, cause }: GoneOrder) =>
    cause === 'others' || (cause === 'own-cancel' && order.state === 'other');
  return goneOrders(evidence)
    .filter(isHere)
    .map((gone) => disappeared(evidence, gone, 'other orders were cancelled'));
}

/** §3.1: the check of the state and its change belong together. */
const race: Rule = {
  requirement: 'cancel.race',
  from: ['cancel-witness'],
  judge: (evidence) => {
    const raced = cancelledOrders(evidence).filter(({ order }) => racersFor(evidence, order).length > 0);
    const results = raced.map((cancelled) => judgeRace(evidence, cancelled));
    const attempts = raced.reduce((sum, { answers }) => sum + answers.length, 0);
    if (!results.every(isHeld)) return results;
    const note = `A race was not seen in ${attempts} simultaneous cancels of ${raced.length} order${raced.length === 1 ? '' : 's'}.`;
    return results.map((result, index) => (index === 0 ? { ...result, note } : result));
  },
};

const racersFor = (evidence: Evidence, { id }: Order): (Answer | Unjudged)[] =>
  evidence.answers((request) => request.together !== undefined && orderIdOf(request) === id);

function judgeRace(evidence: Evidence, cancelled: CancelledOrder): Result {
  const { order } = cancelled;
  const results = racersFor(evidence, order);
  const [open] = unjudged(results);
  const answers = answered(results);
  const winners = answers.filter(({ status }) => status === 204);
  if (winners.length > 1) {
    return {
      message: `Of ${results.length} simultaneous cancels of order ${order.id}, ${winners.length} succeeded.`,
      expected: 'at most one 204',
      actual: answers.map(({ status }) => `status ${status}`).join(', '),
      at: 'status',
      ...(winners[1] && { exchange: winners[1].exchange }),
    };
  }
  if (open) return open;
  if (!answers.some(({ status }) => isSuccess(status))) {
    const fate = fateOf(evidence, cancelled);
    if (fate?.kind === 'unjudged') return fate.unjudged;
    return inconclusive('None of the simultaneous cancels succeeded.', 'cancel-witness');
  }
  if (evidence.plan.concurrency < 2) return inconclusive(ONE_AT_A_TIME, 'cancel-witness');
  return held(winners[0]?.exchange);
}

const ONE_AT_A_TIME =
  'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';

export const otherOrdersRules: readonly Rule[] = [untouched, race];

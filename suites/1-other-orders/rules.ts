import { type Answer, answered, type Evidence, isSuccess, unjudged } from '../../runner/evidence/evidence.js';
import { precedes } from '../../runner/evidence/exchange.js';
import type { Order } from '../../runner/evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import { held, isHeld, type Result } from '../../runner/judge/rule.js';
import { orderIdOf } from '../answers.js';
import { blamed } from '../blame.js';
import { type FatedOrder, fates } from '../fates.js';
import { hasChanged, successesOfOthers } from '../history.js';
import { rewrittenAfter } from '../rewrites.js';
import type { Rule } from '../rule.js';

/** §1: cancelling one order leaves the others alone. */
const untouched: Rule = {
  requirement: 'cancel.others-untouched',
  from: ['cancel-witness'],
  judge: (evidence) => {
    const all = fates(evidence);
    const results = [
      ...all.flatMap((cancelled) => judgeWitness(evidence, cancelled)),
      ...blamed(evidence, 'cancel.others-untouched'),
      ...rewrittenAfter(evidence, 'others'),
    ];
    if (results.length > 0) return results;
    return all
      .filter(({ part, usedUp, fate }) => part === 'witness' && (usedUp || (fate?.kind === 'refused' && fate.suspect)))
      .flatMap(({ order, usedUp }) => listedAsBefore(evidence, order) ?? usedUp ?? []);
  },
};

/** An order that was pending must still be, after others were cancelled. */
function judgeWitness(evidence: Evidence, { order, part, fate }: FatedOrder): Result[] {
  if (part !== 'witness' || !fate) return [];
  if (fate.kind === 'unjudged') return fate.doubted ? [] : [fate.unjudged];
  if (fate.kind === 'refused') return fate.suspect ? [] : [inconclusive(NO_WITNESS)];
  const { exchange } = fate.answer;
  const isEarlier = (other: Answer) => precedes(other.exchange, exchange);
  if (successesOfOthers(evidence, order).some(isEarlier)) return [held(exchange)];
  return [inconclusive('No other order was cancelled before this one.')];
}

/** The second listing shows it as the first did, and shows that others were cancelled. */
function listedAsBefore(evidence: Evidence, order: Order): Result | undefined {
  const after = evidence.listing('after');
  if (isUnjudged(after) || !after.reading.lists(order.id) || hasChanged(evidence, order)) return undefined;
  const isShown = ({ exchange, request }: Answer): boolean => {
    const id = orderIdOf(request);
    return id !== undefined && precedes(exchange, after.exchange) && hasChanged(evidence, { id });
  };
  return successesOfOthers(evidence, order).some(isShown) ? held(after.exchange) : undefined;
}

const NO_WITNESS = 'No cancel of a pending order succeeded here, so there was no race and no witness.';

/** §3.1: the check of the state and its change belong together. */
const race: Rule = {
  requirement: 'cancel.race',
  from: ['cancel-witness'],
  judge: (evidence) => {
    const raced = fates(evidence).filter(({ order }) => racersFor(evidence, order).length > 0);
    const results = raced.map((cancelled) => judgeRace(evidence, cancelled));
    const attempts = raced.reduce((sum, { answers }) => sum + answers.length, 0);
    if (!results.every(isHeld)) return results;
    const note = `A race was not seen in ${attempts} simultaneous cancels of ${raced.length} order${raced.length === 1 ? '' : 's'}.`;
    return results.map((result, index) => (index === 0 ? { ...result, note } : result));
  },
};

const racersFor = (evidence: Evidence, { id }: Order): (Answer | Unjudged)[] =>
  evidence.answers((request) => request.role === 'racer' && orderIdOf(request) === id);

function judgeRace(evidence: Evidence, { order, fate, usedUp }: FatedOrder): Result {
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
      exchange: winners[1]?.exchange,
    };
  }
  if (open) return open;
  const succeeded = answers.filter(({ status }) => isSuccess(status)).length;
  // With a 204 among them, the others may say that nothing was left to do.
  if (succeeded > 1 && winners.length === 0) {
    const found = `${succeeded} of ${results.length} simultaneous cancels of order ${order.id} succeeded, but not with 204`;
    return inconclusive(`${found}. See \`cancel.pending.status\`; with 204 they are judged.`);
  }
  if (succeeded === 0) {
    if (fate?.kind === 'unjudged') return fate.unjudged;
    return usedUp ?? inconclusive('None of the simultaneous cancels succeeded.');
  }
  if (evidence.plan.concurrency < 2) return inconclusive(ONE_AT_A_TIME);
  return held(winners[0]?.exchange);
}

const ONE_AT_A_TIME =
  'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';

export const otherOrdersRules: readonly Rule[] = [untouched, race];

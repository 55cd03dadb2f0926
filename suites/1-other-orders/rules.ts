import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { idText, isCancel } from '../../runner/evidence/request.js';
import { inconclusive, isUnjudged } from '../../runner/evidence/unjudged.js';
import { held, isHeld, type Result } from '../../runner/judge/rule.js';
import { diagnosed } from '../orders/diagnosed.js';
import { type FirstCancels, firstCancels, isDoubted, whyOpen } from '../orders/first-cancels.js';
import { outlivedOrOpen } from '../orders/outlived.js';
import { isGood, timelines } from '../orders/timeline.js';
import { CONSERVED } from '../orders/windows.js';
import type { Rule } from '../rule.js';

/** §1: cancelling one order leaves the others alone. */
const untouched: Rule = {
  requirement: 'cancel.others-untouched',
  from: ['cancel-witness'],
  judge: (evidence) => [
    ...outlivedOrOpen(evidence, {
      requirement: 'cancel.others-untouched',
      suspect: 'others',
      isAbout: ({ roles }) => roles.has('racer'),
    }),
    // It alone shows what all cancels did.
    ...[evidence.listing('last')].filter(isUnjudged),
  ],
};

/** §1, §3, §5.3: conservation. Each order that was there at first is there at the end, unless its own cancel succeeded. */
const conserved: Rule = {
  requirement: CONSERVED,
  from: ['cancel-witness'],
  judge: (evidence) => {
    if (!evidence.exchanges.some(({ request }) => isCancel(request))) return [];
    const told = diagnosed(evidence, CONSERVED);
    const last = evidence.listing('last');
    if (isUnjudged(last)) return [...told, last];
    if (told.length > 0) return told;
    return timelines(evidence).some(({ sightings }) => sightings.some(isGood))
      ? [held(last.exchange)]
      : [
          inconclusive(
            'Nothing showed any declared order as it is declared, so nothing shows whether one was changed.',
          ),
        ];
  },
};

/** §3.1: the check of the state and its change belong together. */
const race: Rule = {
  requirement: 'cancel.race',
  from: ['cancel-witness'],
  judge: (evidence) => {
    const racers = firstCancels(evidence).filter(({ roles }) => roles.has('racer'));
    const sound = racers.filter((first) => !isDoubted(evidence, first));
    const raced = sound.length > 0 ? sound : racers;
    const results = raced.map((first) => judgeRace(evidence, first));
    const attempts = raced.reduce((sum, { answers }) => sum + answers.length, 0);
    if (!results.every(isHeld)) return results;
    const note = `A race was not seen in ${attempts} simultaneous cancels of ${raced.length} order${raced.length === 1 ? '' : 's'}.`;
    return results.map((result, index) => (index === 0 ? { ...result, note } : result));
  },
};

function judgeRace(evidence: Evidence, first: FirstCancels): Result {
  const { answers, open, success, timeline } = first;
  const { id } = timeline.order;
  const sent = answers.length + open.length;
  const winners = answers.filter(({ status }) => status === 204);
  if (winners.length > 1) {
    return {
      message: `Of ${sent} simultaneous cancels of order ${id}, ${winners.length} succeeded.`,
      expected: 'at most one 204',
      actual: answers.map(({ status }) => `status ${status}`).join(', '),
      at: 'status',
      exchange: winners[1]?.exchange,
    };
  }
  if (open[0]) return open[0];
  const succeeded = answers.filter(({ status }) => isSuccess(status)).length;
  // With a 204 among them, the others may say that nothing was left to do.
  if (success && succeeded > 1 && winners.length === 0) {
    const found = `${succeeded} of ${sent} simultaneous cancels of order ${id} succeeded, but not with 204`;
    const unjudged = inconclusive(`${found}. See \`cancel.pending.status\`; with 204 they are judged.`);
    return { ...unjudged, waitsFor: idText(success.exchange.request.id) };
  }
  if (succeeded === 0) return whyOpen(evidence, first) ?? inconclusive('None of the simultaneous cancels succeeded.');
  if (evidence.plan.concurrency < 2) return inconclusive(ONE_AT_A_TIME);
  return held(winners[0]?.exchange);
}

const ONE_AT_A_TIME =
  'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';

export const otherOrdersRules: readonly Rule[] = [conserved, untouched, race];

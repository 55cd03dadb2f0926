import { type Evidence, isSuccess, type Listing, waitFor } from '../evidence/evidence.js';
import { requestsOf } from '../evidence/plan.js';
import { idText, isCancel, type UnknownKind } from '../evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { pendingOnly } from './3.1-only-pending.js';
import { STILL_LISTED } from './4.2-cancel-pending.js';
import { blameFor, CONSERVED } from './orders/blame.js';
import { diagnosed } from './orders/diagnosed.js';
import { asSecond, type FirstCancels, firstCancels, isDoubted, raceWords, whyOpen } from './orders/first-cancels.js';
import { isStillPending, notFollowed } from './orders/following.js';
import { outlivedOrOpen } from './orders/outlived.js';
import { isSecondRefused } from './orders/own-cancels.js';
import { isGood } from './orders/sighting.js';
import { timelines } from './orders/timeline.js';
import { vanished } from './orders/vanished.js';
import { type Window, windows } from './orders/windows.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { cancelOf, cancelWithKey, refusals, UNLIKE_KEY } from './terms/requests.js';
import { held, isBroken, type Result } from './terms/rule.js';
import { type CancelSpec, scenario } from './terms/scenario.js';
import { sentences } from './terms/sentences.generated.js';
import { fixOf } from './terms/situation.js';

/** §1: a cancel changes one order, the one that it names. §3.1: of several cancels at once, one finds it pending. */
const { must } = clause('1', 'cancelOrder', 'Cancel one order by its identifier.');

const likeId = (unknown: UnknownKind, purpose: string) =>
  cancelOf('texts', unknown, purpose, unknown === 'own-negated' ? 'unknown' : 'not-int64');

const RACERS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

const cancel = {
  ...cancelWithKey('again', 'own', 'one of several simultaneous cancels: at most one must succeed', 'racer'),
  together: 'race',
} as const;

/** A few further orders get the same cancels, if the fixtures have any. */
const races = Object.fromEntries(
  RACERS.flatMap((name) => [
    [name, cancel],
    [`further-${name}`, { ...cancel, order: { further: 'pending' } }],
  ]),
) as unknown as Record<(typeof RACERS)[number], CancelSpec<never>>;

/**
 * These orders are left alone while others are cancelled. Then several cancels race for each of them, except for the
 * order that texts resemble.
 */
export const witness = scenario({
  id: 'cancel-witness',
  title: 'An order that nobody cancelled stays pending, and of several simultaneous cancels one wins',
  order: { state: 'pending', for: 'race' },
  listings: ['before', 'after'],
  requests: {
    ...refusals('refused-', UNLIKE_KEY, { stage: 'refused', order: 'own' }),
    // If a server takes several of these for the order, the first one cancels it, and the others find it cancelled.
    fraction: likeId('own-fraction', 'must not succeed: only rounded down is it the pending order'),
    negated: likeId('own-negated', 'must not be found: only without its sign is it the pending order'),
    'fraction-below': likeId('own-fraction-below', 'must not succeed: only rounded up is it the pending order'),
    suffix: likeId('own-suffix', 'must not succeed: only its start is the pending order'),
    hexadecimal: likeId('own-hexadecimal', 'must not succeed: only in base 16 is it the pending order'),
    wrapped: likeId('own-wrapped', 'must not succeed: only 64 bits take it for the pending order'),
    ...races,
    'after-texts': cancelWithKey('again', 'texts', 'must succeed: what looks like its id had no effect'),
    bystander: cancelWithKey('again', 'bystanders', 'must succeed: nobody has cancelled it'),
  },
});

const conserved = must(CONSERVED, {
  text: 'No request changes an order, but its own successful cancel.',
  why: 'The operation cancels one order by its identifier (§1), if it is pending (§3), with a valid key (§5.3). Where only one kind of request can have changed an order, the requirement on that kind is broken, too, and says what to repair.',
  fix: 'Look into what the service did to this order between the two moments. Change an order only where its own cancel, with the valid key, succeeds.',
  judgesEvery: 'pending',
  needs: [witness],
  judgeRun: (evidence) => {
    if (!evidence.exchanges.some(({ request }) => isCancel(request))) return [];
    const last = evidence.listing('last');
    const remarks = [
      ...vanished(evidence),
      ...fulfilledNotes(evidence),
      ...(windows(evidence).some(isBlamed) ? [sentences.byOthers] : []),
      ...[notFollowed(evidence) ?? []].flat(),
    ];
    const notes = remarks.map((note) => held(undefined, note));
    const ofWindows = diagnosed(evidence, CONSERVED);
    const open = [last, ...betweenCancels(evidence)].filter(isUnjudged);
    if (isUnjudged(last) || ofWindows.length > 0 || open.length > 0) return [...ofWindows, ...notes, ...open];
    const isSeen = timelines(evidence).some(({ sightings }) => sightings.some(isGood));
    return [isSeen ? held(last.exchange) : inconclusive(sentences.noOrderSeen), ...notes];
  },
});

/** Somebody is blamed for what one look showed, and the next one did not. */
function isBlamed(window: Window): boolean {
  const { broken, conservation } = blameFor(window);
  return broken !== 'list.complete' && (broken !== undefined || conservation === 'broken');
}

/** `complete` may turn true at any time: somebody fulfilled the order. A note says so, since a cancel may have done it. */
function fulfilledNotes(evidence: Evidence): string[] {
  return timelines(evidence).flatMap(({ order: { id }, sightings }) => {
    const at = sightings.find(({ of, value, was }) => of === 'complete' && value === 'true' && was === 'false');
    if (!at) return [];
    const listing = idText(at.exchange.request.id);
    return `\`complete\` of order ${id} turned true before ${listing}: somebody fulfilled it, or a cancel did.`;
  });
}

const untouched = must('cancel.others-untouched', {
  text: 'Cancelling one order leaves the other orders alone.',
  why: 'The operation cancels one order by its identifier.',
  fix: 'Cancel the order with exactly the given id, and no other. Where a cancel is refused, change no order.',
  judgesEvery: 'pending',
  needs: [witness],
  judgeRun: (evidence) => [
    ...outlivedOrOpen(evidence, 'cancel.others-untouched', 'others', ({ roles }) => roles.has('racer')),
    // Only the last listing shows the effect of all cancels.
    ...[evidence.listing('last'), ...betweenCancels(evidence)].filter(isUnjudged),
  ],
});

/**
 * Listings between two cancels of pending orders. Unless some second cancel was refused, the 204 of the second of them does
 * not show that the first one left it alone: only these listings do.
 */
function betweenCancels(evidence: Evidence): readonly (Listing | Unjudged)[] {
  if (isSecondRefused(evidence)) return [];
  const between = requestsOf(evidence.plan).filter(({ role, stage }) => role === 'opener' && stage === 'cancelled');
  return between.map(({ id }) => evidence.read(id));
}

const race = pendingOnly.should('cancel.race', {
  text: 'Of two simultaneous cancels of one pending order, at most one returns 204.',
  why: 'Only a pending order can be cancelled, so the check and the change must be one step.',
  fix: fixOf('raced'),
  needs: [witness],
  judgeRun: (evidence) => {
    const racers = firstCancels(evidence).filter(({ roles }) => roles.has('racer'));
    const sound = racers.filter((first) => !isDoubted(evidence, first));
    const raced = sound.length > 0 ? sound : racers;
    const results = raced.map((first) => judgeRace(evidence, first));
    const cancels = raced.reduce((sum, { answers }) => sum + answers.length, 0);
    const orders = `${raced.length} order${raced.length === 1 ? '' : 's'}`;
    const brokenCount = results.filter(isBroken).length;
    const attempts =
      brokenCount > 0
        ? `seen with ${brokenCount} of ${orders}`
        : `not seen in ${cancels} simultaneous cancels of ${orders}`;
    return results.map((result) => (isUnjudged(result) ? result : { ...result, attempts }));
  },
});

function judgeRace(evidence: Evidence, first: FirstCancels): Result {
  const { answers, open, success, timeline } = first;
  const { id } = timeline.order;
  const sent = answers.length + open.length;
  const winners = answers.filter(({ status }) => status === 204);
  if (winners.length > 1) {
    return {
      message: `${raceWords(first)}.`,
      expected: 'at most one 204',
      actual: answers.map(({ status }) => `status ${status}`).join(', '),
      at: 'status',
      exchange: winners[1]?.exchange,
      fix: asSecond(evidence, 'raced'),
      repetitions: winners.slice(1).map(({ exchange }) => exchange),
      ...(isStillPending(evidence, id) && { beside: STILL_LISTED }),
    };
  }
  if (open[0]) return open[0];
  const succeeded = answers.filter(({ status }) => isSuccess(status)).length;
  // With a 204 among them, the other successes may say that nothing was left to do.
  if (success && succeeded > 1 && winners.length === 0) {
    const actual = `${succeeded} of ${sent} simultaneous cancels of order ${id} succeeded, but not with 204`;
    const reason = `${actual}. See \`cancel.pending.status\`; with 204 they are judged.`;
    return inconclusive(reason, undefined, waitFor(success.exchange));
  }
  if (succeeded === 0) {
    const none = 'None of the simultaneous cancels succeeded.';
    return whyOpen(evidence, first) ?? inconclusive(none, undefined, { for: 'status' });
  }
  if (evidence.plan.inputs.concurrency < 2) return inconclusive(sentences.oneAtATime);
  return held(winners[0]?.exchange);
}

export const otherOrders: ClauseFile = { demands: [conserved, untouched, race] };

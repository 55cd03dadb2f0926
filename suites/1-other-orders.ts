import { type Evidence, isSuccess, waitFor } from '../evidence/evidence.js';
import { idText, isCancel, type UnknownKind } from '../evidence/request.js';
import { inconclusive, isUnjudged } from '../evidence/unjudged.js';
import { pendingOnly } from './3.1-only-pending.js';
import { diagnosed } from './orders/diagnosed.js';
import { type FirstCancels, firstCancels, isDoubted, whyOpen } from './orders/first-cancels.js';
import { outlivedOrOpen } from './orders/outlived.js';
import { isGood } from './orders/sighting.js';
import { timelines } from './orders/timeline.js';
import { vanished } from './orders/vanished.js';
import { blameFor, CONSERVED, type Window, windows } from './orders/windows.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { cancelOf, cancelWithKey, refusals, UNLIKE_KEY } from './terms/requests.js';
import { held, isBroken, type Result } from './terms/rule.js';
import { type CancelSpec, scenario } from './terms/scenario.js';

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
      ...(windows(evidence).some(isBlamed) ? [BY_OTHERS] : []),
    ];
    const notes = remarks.map((note) => held(undefined, note));
    const ofWindows = diagnosed(evidence, CONSERVED);
    if (isUnjudged(last)) return [...ofWindows, ...notes, last];
    if (ofWindows.length > 0) return [...ofWindows, ...notes];
    const isSeen = timelines(evidence).some(({ sightings }) => sightings.some(isGood));
    return [isSeen ? held(last.exchange) : inconclusive(NO_ORDER_SEEN), ...notes];
  },
});

const NO_ORDER_SEEN = 'Nothing showed any declared order as it is declared, so nothing shows whether one was changed.';

/** Somebody is blamed for what one look showed, and the next one did not. */
function isBlamed(window: Window): boolean {
  const { broken, conservation } = blameFor(window);
  return broken !== 'list.complete' && (broken !== undefined || conservation === 'broken');
}

const BY_OTHERS =
  'The findings about orders that changed, or were refused after they were listed as pending, hold unless another client or run used this store at the time, or its listing follows late (docs/fixtures.md).';

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
    ...[evidence.listing('last')].filter(isUnjudged),
  ],
});

const race = pendingOnly.should('cancel.race', {
  text: 'Of two simultaneous cancels of one pending order, at most one returns 204.',
  why: 'Only a pending order can be cancelled, so the check and the change must be one step.',
  fix: 'Check and change the state in one atomic step (a conditional update, a transaction, a lock).',
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
      message: `Of ${sent} simultaneous cancels of order ${id}, ${winners.length} succeeded.`,
      expected: 'at most one 204',
      actual: answers.map(({ status }) => `status ${status}`).join(', '),
      at: 'status',
      exchange: winners[1]?.exchange,
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
  if (evidence.plan.inputs.concurrency < 2) return inconclusive(ONE_AT_A_TIME);
  return held(winners[0]?.exchange);
}

const ONE_AT_A_TIME =
  'With --concurrency 1 one request is sent at a time, and no cancels are simultaneous. Run with a higher one.';

export const otherOrders: ClauseFile = { demands: [conserved, untouched, race] };

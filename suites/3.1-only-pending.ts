import { type Answer, answered, type Evidence, isSuccess, waitFor } from '../evidence/evidence.js';
import { precedes } from '../evidence/exchange.js';
import { orderOf } from '../evidence/request.js';
import { inconclusive, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { isHeldBack, isPlain, pendingLifecycle, STILL_LISTED } from './4.2-cancel-pending.js';
import { brokenStatus, goesTo, isAuthorized, isRefusal, orderIdOf, whyUnread } from './answers/answers.js';
import { whyNotAsDeclared } from './orders/diagnosed.js';
import { firstCancels } from './orders/first-cancels.js';
import { isStillPending } from './orders/following.js';
import { mayBeCancelled } from './orders/listed.js';
import { secondSuccesses } from './orders/own-cancels.js';
import { type ClauseFile, clause, judgeEach } from './terms/clause.js';
import { cancelOf, cancelWithKey, refusals, UNLIKE_KEY } from './terms/requests.js';
import { held, type Result } from './terms/rule.js';
import { scenario } from './terms/scenario.js';
import { fixOf, statusFor } from './terms/situation.js';

/**
 * §3.1: only a pending order can be cancelled. The contract states the status for shipped orders (§3.2), and leaves it
 * open for others.
 */
export const pendingOnly = clause('3.1', 'cancelOrder', 'Only an order whose status is `pending` can be cancelled.');
const { open } = clause('3', 'cancelOrder', 'Full list of states and all other transitions: not shown.');

const repeatedCancel = pendingOnly.should('cancel.again', {
  text: 'A second cancel of a cancelled order does not return 204 or another 2xx.',
  why: 'Only a pending order can be cancelled, and the first cancel ended that state. The contract does not say which status the second cancel gets.',
  fix: fixOf('cancelled'),
  needs: [pendingLifecycle],
  judgeRun: (evidence) => {
    const cancels = secondCancels(evidence);
    return cancels.length === 0 ? whyNotTwice(evidence) : judgeEach(cancels, (answer) => judgeSecond(answer, evidence));
  },
});

/** Cancels of an order whose first cancel had succeeded. */
const secondCancels = (evidence: Evidence) =>
  evidence.answers((request) => request.role === 'again' && goesTo('pending')(request));

const whyNotTwice = (evidence: Evidence): Unjudged[] =>
  firstCancels(evidence)
    .filter((first) => isPlain(first) && isHeldBack(first))
    .flatMap((first) => first.open);

function judgeSecond(answer: Answer, evidence: Evidence): Result {
  if (!isSuccess(answer.status)) return held(answer.exchange);
  const id = orderIdOf(answer.request) ?? 0n;
  const message = `The second cancel of order ${id} succeeds with ${answer.status}.`;
  const broken = brokenStatus(answer, message, 'a refusal, such as 404 or 409');
  return isStillPending(evidence, id) ? { ...broken, beside: STILL_LISTED } : broken;
}

const secondCancel = open('second-cancel', 'What does a second cancel of a cancelled order return?', (evidence) =>
  answered(secondCancels(evidence)).map((answer) => ({ observed: `status ${answer.status}` })),
);

const cancelledOrderListed = open(
  'cancelled-order-listed',
  'Does a cancelled order stay in the listing?',
  (evidence) => {
    const after = evidence.listing('after');
    if (isUnjudged(after)) return [];
    return firstCancels(evidence)
      .filter(({ success }) => success && precedes(success.exchange, after.exchange))
      .map(({ timeline }) => after.reading.lists(timeline.order.id))
      .filter((isListed) => isListed || after.reading.withoutId === 0)
      .map((isListed) => ({ observed: isListed ? 'it stays in the listing' : 'it leaves the listing' }));
  },
);

const cancel = cancelWithKey('left-alone', 'own', 'must not succeed: the order is not pending');

export const otherState = scenario({
  id: 'cancel-other',
  title: 'An order that is neither pending nor shipped is not cancelled',
  order: { state: 'other' },
  listings: ['before', 'after'],
  requests: {
    // `auth-cancel-other` tries its own order without a key.
    ...refusals('further-', UNLIKE_KEY, { stage: 'refused', order: { further: 'other' } }),
    cancel: { ...cancel, connection: 'ids' },
    'unknown-id': {
      ...cancelOf('left-alone', 'plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    further: { ...cancel, order: { further: 'other' } },
    again: {
      ...cancelWithKey('again', 'own', 'must not succeed, after others were cancelled either', 'again'),
      when: { found: 'cancel' },
    },
    ...refusals('then-', UNLIKE_KEY, { stage: 'again', order: 'own', when: { found: 'cancel' } }),
  },
});

const otherCancels = (evidence: Evidence) =>
  evidence.answers((request) => (request.role === 'cancel' || request.role === 'again') && goesTo('other')(request));

const neitherPendingNorShipped = pendingOnly.must('cancel.other-state', {
  text: 'Cancelling an order that is neither pending nor shipped does not return 204 or another 2xx.',
  why: 'Only an order whose status is `pending` can be cancelled. The contract does not say which status the cancel gets instead.',
  fix: fixOf('other'),
  needs: [otherState],
  answers: otherCancels,
  judge: (answer, evidence) => {
    const order = orderOf(answer.request);
    const why = order && whyNotAsDeclared(evidence, order);
    if (why) return why;
    if (answer.status === 404 && order && evidence.standing(order) === 'cannot-tell') {
      const reason = `Order ${order.id}, declared ${order.state}, was not found (404), and the listing does not tell whether it exists: either the fixture is wrong, or the target.`;
      return inconclusive(reason, answer.request.id.scenario);
    }
    const sameRefusal = sameAsElsewhere(evidence, answer);
    if (sameRefusal) {
      const reason = `The cancel of order ${order?.id}, declared ${order?.state}, got ${answer.status}, which says nothing about its state.`;
      return inconclusive(reason, answer.request.id.scenario, waitFor(sameRefusal.exchange));
    }
    // Any 2xx says that the order was cancelled.
    if (!isSuccess(answer.status)) return whyUnread(answer) ?? held(answer.exchange);
    if (order && secondSuccesses(evidence).has(answer.status) && mayBeCancelled(evidence, order)) {
      const reason = `Order ${order.id}, declared other, may be a cancelled one: its cancel gets ${answer.status}, as second cancels do (see \`cancel.again\`). Declare an order that is neither pending, shipped nor cancelled.`;
      return inconclusive(reason, answer.request.id.scenario);
    }
    const message = `The cancel of order ${orderIdOf(answer.request)}, declared neither pending nor shipped, succeeds with ${answer.status}. The fixture may be wrong: is the order really in another state?`;
    return brokenStatus(answer, message, 'a refusal, such as 409');
  },
});

/** A server error; or the status of every cancel, where another cancel must get another one. It shows no refusal. */
function sameAsElsewhere(evidence: Evidence, answer: Answer): Answer | undefined {
  if (answer.status >= 500) return answer;
  const all = evidence.answered(isAuthorized);
  return all.every(({ status }) => status === answer.status)
    ? all.find((other) => ![undefined, answer.status].includes(statusFor(evidence, other)) && !mayBeUsedUp(other))
    : undefined;
}

/** A pending order that is refused may be used up, and the refusal right. */
const mayBeUsedUp = (answer: Answer): boolean => goesTo('pending')(answer.request) && isRefusal(answer);

const otherStateCancel = open(
  'other-state-cancel',
  'What does cancelling an order that is neither pending nor shipped return?',
  (evidence) =>
    answered(otherCancels(evidence))
      .filter(({ request }) => request.role === 'cancel')
      .map(({ status }) => ({ observed: `status ${status}` })),
);

export const onlyPending: ClauseFile = {
  demands: [repeatedCancel, neitherPendingNorShipped],
  questions: [cancelledOrderListed, secondCancel, otherStateCancel],
};

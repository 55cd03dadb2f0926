import type { Answer } from '../evidence/evidence.js';
import { isCancel, operationOf, unknownOf } from '../evidence/request.js';
import { OPERATIONS } from '../interface/interface.js';
import { listingAnswer } from './4.1-listing.js';
import { pendingLifecycle } from './4.2-cancel-pending.js';
import { cancelsOfUnknown } from './4.2-cancel-unknown.js';
import { brokenStatus, goesTo, isAuthorized, isStatedUnknown, orderIdOf, statusFor } from './answers/answers.js';
import { strayBefore } from './answers/connections.js';
import { firstCancels, whyOpen } from './orders/first-cancels.js';
import { windows } from './orders/windows.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { held, type Result } from './terms/rule.js';

/** §4.1, §4.2: the table of each operation has all its statuses. */
const listTable = clause(
  '4.1',
  'listOrders',
  '| 200 | JSON array of Order objects',
  '| 401 | Error object (missing or invalid API key). |',
);
const cancelTable = clause(
  '4.2',
  'cancelOrder',
  '| 204 | Order was pending and is cancelled.',
  '| 401 | Missing or invalid API key.',
  '| 404 | The requested order could not be found.',
  '| 409 | The order cannot be cancelled because it has already shipped.',
);

/** If no table covers the situation, any status will do except a server error. */
function judgeStatusOf(answer: Answer, isOpen: boolean): Result {
  const operation = operationOf(answer.request);
  const documented: readonly number[] = OPERATIONS[operation].statuses;
  if (isOpen ? answer.status < 500 : documented.includes(answer.status)) return held(answer.exchange);
  const table = documented.join(', ');
  if (isOpen) {
    const id = orderIdOf(answer.request);
    const subject = id === undefined ? operation : `The cancel of order ${id}`;
    const error = `${subject} gets a server error (${answer.status}).`;
    return brokenStatus(answer, error, `one of ${table}, or another 4xx`);
  }
  const right = statusFor(answer.request);
  const message = `${operation} returns a status that is not in its table (${table}).`;
  return brokenStatus(answer, message, right === undefined ? `one of ${table}` : `status ${right}`);
}

const listStatuses = listTable.must('list.status-table', {
  text: `\`${OPERATIONS.listOrders.request}\` returns no status other than 200 and 401.`,
  why: 'The table of responses is closed: a client that handles 200 and 401 handles this operation. Not judged here: statuses for unsupported query parameters, and temporary refusals (429, 502, 503, 504).',
  fix: 'Answer 200 with a valid key and 401 without one; a redirect, a 403 or a 500 is not in the table.',
  needs: [listingAnswer],
  // The table does not cover a listing with a query parameter.
  answers: (evidence) => evidence.answered(({ aim }) => aim.kind === 'listing' && aim.query === undefined),
  judge: (answer, evidence) => (strayBefore(evidence, answer) ? [] : judgeStatusOf(answer, false)),
});

const cancelStatuses = cancelTable.must('cancel.status-table', {
  text: `\`${OPERATIONS.cancelOrder.request}\` returns no status other than 204, 401, 404 and 409.`,
  why: 'The table of responses is closed for the situations that it covers: a pending, shipped or unknown order, and a missing or invalid key. A 5xx is judged in every other situation as well, but for ids such as 0 or `abc`, which have requirements of their own. Temporary refusals (429, 502, 503, 504) are not judged here.',
  fix: 'Answer 204 once a pending order is cancelled, 401 without a valid key, 404 where no order has the id, 409 for a shipped order, and in no situation with a server error.',
  judgesEvery: 'pending',
  needs: [pendingLifecycle, cancelsOfUnknown.plain],
  judgeRun: (evidence) => {
    const all = evidence.answered(isCancel);
    // The table has no row for an order that may not have been pending any more.
    const doubtful: ReadonlySet<bigint | undefined> = new Set([
      ...firstCancels(evidence).flatMap((first) => (whyOpen(evidence, first) ? first.timeline.order.id : [])),
      ...windows(evidence).flatMap(({ kinds, timeline }) =>
        kinds.every((kind) => kind === 'status') ? [] : timeline.order.id,
      ),
    ]);
    const isDoubtful = ({ request }: Answer): boolean => isAuthorized(request) && doubtful.has(orderIdOf(request));
    return (
      all
        // Other unknown ids have `should` requirements of their own, which judge server errors as well.
        .filter(({ request }) => unknownOf(request) === undefined || isStatedUnknown(request))
        .filter((answer) => !strayBefore(evidence, answer))
        .map((answer) => judgeStatusOf(answer, isOpen(answer) || isLoser(answer, all) || isDoubtful(answer)))
    );
  },
});

/** The table has no row for this cancel. */
function isOpen({ request }: Answer): boolean {
  if (request.credential !== 'valid') return false;
  const isSecond = request.role === 'again' && goesTo('pending')(request);
  return isSecond || goesTo('other')(request) || request.role === 'spare';
}

/** The table covers only the winner of simultaneous cancels. */
function isLoser(answer: Answer, all: readonly Answer[]): boolean {
  const { together } = answer.request;
  if (together === undefined) return false;
  const race = all.filter(({ request }) => request.together === together);
  const winner = race.find(({ status }) => status === 204) ?? race.find(({ status }) => status < 300);
  return answer !== winner;
}

export const statuses: ClauseFile = { demands: [listStatuses, cancelStatuses] };

import type { Answer, Evidence } from '../evidence/evidence.js';
import { isCancel, operationOf, unknownOf } from '../evidence/request.js';
import { OPERATIONS } from '../interface/interface.js';
import { listingAnswer } from './4.1-listing.js';
import { pendingLifecycle } from './4.2-cancel-pending.js';
import { cancelsOfUnknown } from './4.2-cancel-unknown.js';
import { brokenStatus, isAuthorized, isStatedUnknown, orderIdOf } from './answers/answers.js';
import { strayBefore } from './answers/connections.js';
import { asSecond, firstCancels, raceWords, whyOpen } from './orders/first-cancels.js';
import { windows } from './orders/windows.js';
import { type ClauseFile, clause } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { held, type Result } from './terms/rule.js';
import { situationIn, statusFor } from './terms/situation.js';

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

/** Any status of the table will do. If no table covers the situation, any will except a server error. */
function judgeStatusOf(answer: Answer, right: number | undefined): Result {
  const operation = operationOf(answer.request);
  const documented: readonly number[] = OPERATIONS[operation].statuses;
  if (documented.includes(answer.status)) return held(answer.exchange);
  const table = documented.join(', ');
  const message = `${operation} returns a status that is not in its table (${table}).`;
  return brokenStatus(answer, message, right === undefined ? `one of ${table}` : `status ${right}`);
}

function judgeOpen(evidence: Evidence, answer: Answer): Result {
  if (answer.status < 500) return held(answer.exchange);
  const { id, words } = situationIn(evidence, answer);
  const order = orderIdOf(answer.request);
  const race = firstCancels(evidence).find(({ timeline }) => id === 'loser' && timeline.order.id === order);
  const lost = race?.answers.filter(({ status }) => status === answer.status).length;
  const message = race
    ? `${raceWords(race)} and ${lost} got ${answer.status}.`
    : `${words} gets a server error (${answer.status}): order ${order}.`;
  const expected = id === 'pending' ? ANY_BUT_ERRORS : 'a refusal, such as 404 or 409';
  return { ...brokenStatus(answer, message, expected), ...(race && { fix: asSecond(evidence, 'loser') }) };
}

const ANY_BUT_ERRORS = `one of ${OPERATIONS.cancelOrder.statuses.join(', ')}, or another 4xx`;

const listStatuses = listTable.must('list.status-table', {
  text: `\`${OPERATIONS.listOrders.request}\` returns no status other than 200 and 401.`,
  why: 'The table of responses is closed: a client that handles 200 and 401 handles this operation. Not judged here: statuses for unsupported query parameters, and temporary refusals (429, 502, 503, 504).',
  fix: REPAIRS.listTable,
  needs: [listingAnswer],
  // The table does not cover a listing with a query parameter.
  answers: (evidence) => evidence.answered(({ aim }) => aim.kind === 'listing' && aim.query === undefined),
  judge: (answer, evidence) =>
    strayBefore(evidence, answer) ? [] : judgeStatusOf(answer, statusFor(evidence, answer)),
});

const cancelStatuses = cancelTable.must('cancel.status-table', {
  text: `\`${OPERATIONS.cancelOrder.request}\` returns no status other than 204, 401, 404 and 409.`,
  why: 'The table of responses is closed for the situations that it covers: a pending, shipped or unknown order, and a missing or invalid key. A 5xx is judged in every other situation as well, but for ids such as 0 or `abc`, which have requirements of their own. Temporary refusals (429, 502, 503, 504) are not judged here.',
  fix: REPAIRS.cancelTable,
  judgesEvery: 'pending',
  needs: [pendingLifecycle, cancelsOfUnknown.plain],
  judgeRun: (evidence) => {
    // The table has no row for an order that may not have been pending any more.
    const doubtful: ReadonlySet<bigint | undefined> = new Set([
      ...firstCancels(evidence).flatMap((first) => (whyOpen(evidence, first) ? first.timeline.order.id : [])),
      ...windows(evidence).flatMap(({ kinds, timeline }) =>
        kinds.every((kind) => kind === 'status') ? [] : timeline.order.id,
      ),
    ]);
    const isDoubtful = ({ request }: Answer): boolean => isAuthorized(request) && doubtful.has(orderIdOf(request));
    return (
      evidence
        .answered(isCancel)
        // Other unknown ids have `should` requirements of their own, which judge server errors as well.
        .filter(({ request }) => unknownOf(request) === undefined || isStatedUnknown(request))
        .filter((answer) => !strayBefore(evidence, answer))
        .map((answer) => {
          const right = isDoubtful(answer) ? undefined : statusFor(evidence, answer);
          return right === undefined ? judgeOpen(evidence, answer) : judgeStatusOf(answer, right);
        })
    );
  },
});

export const statuses: ClauseFile = { demands: [listStatuses, cancelStatuses] };

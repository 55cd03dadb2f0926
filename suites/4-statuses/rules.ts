import type { Answer } from '../../runner/evidence/evidence.js';
import { isCancel, operationOf, unknownOf } from '../../runner/evidence/request.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { brokenStatus, goesTo, isAuthorized, isStatedUnknown, orderIdOf, statusFor } from '../answers.js';
import { strayBefore } from '../connections.js';
import { firstCancels, whyOpen } from '../orders/first-cancels.js';
import { windows } from '../orders/windows.js';
import { type Rule, rule } from '../rule.js';

/** §4.1 and §4.2: the statuses of each operation. */
const TABLE = { listOrders: [200, 401], cancelOrder: [204, 401, 404, 409] } as const;

/** Where no table covers the situation any status will do, but a server error is one in every situation. */
function judgeStatusOf(answer: Answer, isOpen: boolean): Result {
  const operation = operationOf(answer.request);
  const known: readonly number[] = TABLE[operation];
  if (isOpen ? answer.status < 500 : known.includes(answer.status)) return held(answer.exchange);
  if (isOpen) {
    return brokenStatus(answer, `${operation} returns a server error.`, `one of ${known.join(', ')}, or another 4xx`);
  }
  const right = statusFor(answer.request);
  const expected = right === undefined ? `one of ${known.join(', ')}` : `status ${right}`;
  return brokenStatus(
    answer,
    `${operation} returns a status that is not in its table (${known.join(', ')}).`,
    expected,
  );
}

/** The contract leaves open what this cancel gets: the table has no row for it. */
function isOpen({ request }: Answer): boolean {
  if (request.credential !== 'valid') return false;
  const isSecond = request.role === 'again' && goesTo('pending')(request);
  return isSecond || goesTo('other')(request) || request.role === 'spare';
}

/** Of simultaneous cancels, only what the winner gets is shown. */
function isLoser(answer: Answer, all: readonly Answer[]): boolean {
  const { together } = answer.request;
  if (together === undefined) return false;
  const race = all.filter(({ request }) => request.together === together);
  const winner = race.find(({ status }) => status === 204) ?? race.find(({ status }) => status < 300);
  return answer !== winner;
}

/** Of what is no declared order. */
const NONE = -(2n ** 64n);

export const statusRules: readonly Rule[] = [
  rule('list.status-table', {
    needs: ['listing-answer'],
    // A query parameter is a situation that the table does not cover.
    each: (evidence) => evidence.answered(({ aim }) => aim.kind === 'listing' && aim.query === undefined),
    judge: (answer, evidence) => (strayBefore(evidence, answer) ? [] : judgeStatusOf(answer, false)),
  }),
  {
    requirement: 'cancel.status-table',
    from: ['cancel-pending', 'cancel-unknown-plain'],
    judge: (evidence) => {
      const all = evidence.answered(isCancel);
      // What a cancel gets of an order that may not have been pending any more is open.
      const doubtful = new Set([
        ...firstCancels(evidence).flatMap((first) => (whyOpen(evidence, first) ? first.timeline.order.id : [])),
        ...windows(evidence).flatMap(({ kinds, timeline }) =>
          kinds.every((kind) => kind === 'status') ? [] : timeline.order.id,
        ),
      ]);
      const isDoubtful = ({ request }: Answer): boolean =>
        isAuthorized(request) && doubtful.has(orderIdOf(request) ?? NONE);
      return (
        all
          // Other unknown ids have `should` requirements of their own, which judge server errors as well.
          .filter(({ request }) => unknownOf(request) === undefined || isStatedUnknown(request))
          .filter((answer) => !strayBefore(evidence, answer))
          .map((answer) => judgeStatusOf(answer, isOpen(answer) || isLoser(answer, all) || isDoubtful(answer)))
      );
    },
  },
];

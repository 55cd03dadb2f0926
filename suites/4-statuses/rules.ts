import type { Answer } from '../../runner/evidence/evidence.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { answered, brokenStatus } from '../answers.js';
import type { Rule } from '../rule.js';
import { isStatedUnknown } from '../situations.js';

/** §4.1 and §4.2: the statuses of each operation. */
const TABLE = { listOrders: [200, 401], cancelOrder: [204, 401, 404, 409] } as const;

const isInTable = ({ status, request }: Answer): boolean => TABLE[request.operation].some((known) => known === status);

const judgeTable = (answer: Answer): Result =>
  isInTable(answer)
    ? held(answer.exchange)
    : brokenStatus(
        answer,
        `${answer.request.operation} returns a status that is not in its table.`,
        `one of ${TABLE[answer.request.operation].join(', ')}`,
      );

/** Where no table covers the situation any status will do, but a server error is one in every situation. */
const judgeServerError = (answer: Answer): Result =>
  answer.status < 500
    ? held(answer.exchange)
    : brokenStatus(
        answer,
        `${answer.request.operation} returns a server error.`,
        `one of ${TABLE[answer.request.operation].join(', ')}, or another 4xx`,
      );

/** The contract leaves open what this cancel gets: the table has no row for it. */
function isOpen({ request }: Answer): boolean {
  const { order, when, scenario } = request;
  if (request.credential !== 'valid') return false;
  if (order?.kind === 'unknown') return !isStatedUnknown(request);
  const isSecond = when !== undefined && order?.order.state === 'pending';
  return isSecond || order?.order.state === 'other' || scenario === 'listing-complete';
}

/** These have a `should` requirement of their own, which judges server errors as well. */
const isNotInt64 = ({ request: { order } }: Answer): boolean =>
  order?.kind === 'unknown' &&
  ['word', 'above-int64', 'own-fraction', 'own-fraction-below', 'own-suffix', 'own-wrapped'].includes(order.unknown);

/** Of simultaneous cancels, only what the winner gets is shown. */
function isLoser(answer: Answer, all: readonly Answer[]): boolean {
  const { together } = answer.request;
  if (together === undefined) return false;
  const race = all.filter(({ request }) => request.together === together);
  const winner = race.find(({ status }) => status === 204) ?? race.find(({ status }) => status < 300);
  return answer !== winner;
}

export const statusRules: readonly Rule[] = [
  {
    requirement: 'list.status-table',
    from: ['listing-answer'],
    judge: (evidence) =>
      // A query parameter is a situation that the table does not cover.
      answered(
        evidence.answers(({ operation, query, reads }) => operation === 'listOrders' && !query && reads !== 'presence'),
      ).map(judgeTable),
  },
  {
    requirement: 'cancel.status-table',
    from: ['cancel-pending', 'cancel-unknown-plain'],
    judge: (evidence) => {
      const all = answered(evidence.answers(({ operation }) => operation === 'cancelOrder'));
      return all
        .filter((answer) => !isNotInt64(answer))
        .map((answer) => (isOpen(answer) || isLoser(answer, all) ? judgeServerError(answer) : judgeTable(answer)));
    },
  },
];

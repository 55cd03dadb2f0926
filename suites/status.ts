import { type Exchange, headerValues, type Operation, responseOf, statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import type { Context } from './scenario.js';

/** §4.1 and §4.2: the statuses that each operation answers with. */
const TABLE: Readonly<
  Record<Operation, { readonly statuses: readonly number[]; readonly requirement: RequirementId }>
> = {
  listOrders: { statuses: [200, 401], requirement: 'list.status-table' },
  cancelOrder: { statuses: [204, 401, 404, 409], requirement: 'cancel.status-table' },
};

export interface ExpectedStatus {
  readonly requirement: RequirementId;
  readonly status: number;
  /** What was sent, as the subject of a sentence: "A cancel of a shipped order". */
  readonly situation: string;
  /** Added where the deviation could have another cause than the target. */
  readonly hint?: string;
}

/** Judges the status of a situation that the contract's table covers; true where it is the expected one. */
export function judgeStatus(context: Context, exchange: Exchange, expected: ExpectedStatus): boolean {
  judgeTable(context, exchange);
  return context.check(expected.requirement, statusOf(exchange) === expected.status, () => ({
    message: `${expected.situation} is not answered with ${expected.status}.${expected.hint ? ` ${expected.hint}` : ''}`,
    expected: `status ${expected.status}`,
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
}

/** No status outside of the operation's table. */
export function judgeTable(context: Context, exchange: Exchange): void {
  const { statuses, requirement } = TABLE[exchange.request.operation];
  const status = statusOf(exchange);
  context.check(requirement, status === undefined || statuses.includes(status), () => ({
    message: `${exchange.request.operation} is answered with a status that its table does not have.`,
    expected: `one of ${statuses.join(', ')}`,
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
}

/** A situation that no table covers: any status will do, but a failure of the server is one in every situation. */
export function judgeServerError(context: Context, exchange: Exchange): void {
  const { statuses, requirement } = TABLE[exchange.request.operation];
  if (context.unjudgeable(exchange) !== undefined) return;
  context.check(requirement, !isServerError(exchange), () => ({
    message: `${exchange.request.operation} is answered with a failure of the server.`,
    expected: `one of ${statuses.join(', ')}, or another 4xx`,
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
}

export const isServerError = (exchange: Exchange): boolean => (statusOf(exchange) ?? 0) >= 500;

export const isSuccess = (exchange: Exchange): boolean => Math.floor((statusOf(exchange) ?? 0) / 100) === 2;

/** Status, reason, where a redirect leads, and the start of the body. Quotes the target. */
export function describeAnswer(context: Context, exchange: Exchange): string {
  const response = responseOf(exchange);
  if (!response) return 'no response';
  const [location] = headerValues(response, 'location');
  const body = context.quote(response.body.head);
  return [
    `status ${response.status}${response.reason ? ` ${response.reason}` : ''}`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    ...(body === '' ? [] : [`body ${body}`]),
  ].join(', ');
}

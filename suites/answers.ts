import { type Answer, isSuccess } from '../runner/evidence/evidence.js';
import { headerValues } from '../runner/evidence/exchange.js';
import type { PlannedRequest, UnknownKind } from '../runner/evidence/plan.js';
import { isUnjudged, type Unjudged } from '../runner/evidence/unjudged.js';
import { type Broken, held, type Result } from '../runner/judge/rule.js';

/** A cancel with the valid key: one that may have an effect. */
export const isAuthorized = ({ operation, credential }: PlannedRequest): boolean =>
  operation === 'cancelOrder' && credential === 'valid';

export const goesTo =
  (state: 'pending' | 'shipped' | 'other') =>
  ({ order }: PlannedRequest): boolean =>
    order?.kind === 'declared' && order.order.state === state;

/** How a cancel of this order would be addressed: to declared orders only. */
export const orderIdOf = ({ order }: PlannedRequest): bigint | undefined =>
  order?.kind === 'declared' ? order.order.id : undefined;

export const unknownOf = ({ order }: PlannedRequest): UnknownKind | undefined =>
  order?.kind === 'unknown' ? order.unknown : undefined;

/** A refusal that the contract has for an order that is not pending. */
export const isRefusal = ({ status }: Answer): boolean => status === 404 || status === 409;

/** The key was accepted, whatever became of the order. */
export const acceptsKey = (answer: Answer): boolean => isSuccess(answer.status) || isRefusal(answer);

export const answered = (results: readonly (Answer | Unjudged)[]): Answer[] =>
  results.filter((result): result is Answer => !isUnjudged(result));

export const unjudged = (results: readonly (Answer | Unjudged)[]): Unjudged[] => results.filter(isUnjudged);

/** Judges each answer; what is not an answer stays unjudged. */
export const judgeEach = (
  results: readonly (Answer | Unjudged)[],
  judge: (answer: Answer) => Result | readonly Result[],
): Result[] => results.flatMap((result) => (isUnjudged(result) ? result : judge(result)));

export interface ExpectedStatus {
  readonly status: number;
  /** What was sent, as the subject of a sentence: "A cancel of a shipped order". */
  readonly situation: string;
  /** Added where the deviation could have another cause than the target. */
  readonly hint?: string | undefined;
}

/** Judges the status of a situation that the contract's table covers. */
export function judgeStatus(answer: Answer, { status, situation, hint }: ExpectedStatus): Result {
  if (answer.status === status) return held(answer.exchange);
  return brokenStatus(answer, `${situation} must get ${status}.${hint ? ` ${hint}` : ''}`, `status ${status}`);
}

export const brokenStatus = (answer: Answer, message: string, expected: string): Broken => ({
  message,
  expected,
  actual: describe(answer),
  at: 'status',
  exchange: answer.exchange,
});

/** Status, reason, where a redirect leads, and the body. Quotes the target. */
export function describe({ response }: Answer): string {
  const [location] = headerValues(response, 'location');
  const body = new TextDecoder().decode(response.body.head);
  return [
    `status ${response.status}${response.reason ? ` ${response.reason}` : ''}`,
    ...(location === undefined ? [] : [`Location: ${location}`]),
    ...(body === '' ? [] : [`body ${body}`]),
  ].join(', ');
}

import type {
  Counts,
  ExchangeEvidence,
  Finding,
  OrderMoment,
  RequirementResult,
  ScenarioResult,
} from '../../runner/judge/report.js';
import { none } from '../engine/judgement.js';

/** Of the verdicts that some result has. */
export const counts = (some: Partial<Counts>): Counts => ({ ...none, ...some });

export const requirement = (
  id: string,
  clause: string,
  level: RequirementResult['level'],
  verdict: RequirementResult['verdict'],
  scenarios: readonly string[],
  rest: Partial<RequirementResult> = {},
): RequirementResult => ({
  ...{ id, clause, level, operation: 'both', text: `Text of ${id}.`, verdict },
  ...rest,
  scenarios,
});

export const scenario = (
  id: string,
  title: string,
  state: ScenarioResult['state'],
  requirements: readonly string[],
  rest: Partial<ScenarioResult> = {},
): ScenarioResult => {
  const suite = id.split('.')[0] ?? id;
  return { id, suite, title, requirements, state, durationMs: state === 'sent' ? 12.4 : 0, ...rest };
};

export const finding = (id: string, rest: Partial<Finding>): Finding => ({
  ...{ requirement: id, cause: id, level: 'must', message: 'The status is different.' },
  ...{ expected: '204', actual: '200', at: 'status', exchange: 'cancel.pending/cancel' },
  scenario: 'cancel.pending',
  ...rest,
});

export const moment = (exchange: string, at: number, stage: string, rest: Partial<OrderMoment>): OrderMoment => ({
  ...{ exchange, at, stage, kind: 'sighting', text: '' },
  ...rest,
});

export const KEY = ['Authorization', 'Bearer $STORE_ORDERS_API_KEY'] as const;
export const ORDERS = 'https://orders.example/v1/store/orders';

export const listing = {
  id: 'listing/before',
  scenario: 'list.schema',
  stage: 'look',
  startedAt: '2026-11-21T03:00:00.100Z',
  durationMs: 8.25,
  attempts: 2,
  request: { method: 'GET', url: ORDERS, headers: [KEY, ['Accept', 'application/json']], credential: 'valid' },
  response: {
    status: 200,
    reason: 'OK',
    headers: [['Content-Type', 'application/json']],
    body: { length: 26, text: '[{"id":9007199254740993}]\n', whole: true, end: 'complete' },
  },
  curl: `curl -H "Authorization: Bearer $STORE_ORDERS_API_KEY" ${ORDERS}`,
} as const satisfies ExchangeEvidence;

export const cancel: ExchangeEvidence = {
  id: 'cancel.pending/cancel',
  scenario: 'cancel.pending',
  stage: 'cancelled',
  startedAt: '2026-11-21T03:00:00.200Z',
  durationMs: 5,
  attempts: 1,
  request: { method: 'DELETE', url: `${ORDERS}/101`, headers: [KEY], credential: 'valid' },
  response: { failure: 'The connection was reset while the response was read.' },
  curl: `curl -X DELETE -H 'Authorization: Bearer '"$STORE_ORDERS_API_KEY" ${ORDERS}/101`,
};

export const reason = (text: string) => ({ reason: text });
export const unreadable = reason('The listing after the cancels could not be read.');
export const noOther = reason('The fixtures declare `other: none`: this implementation has no other state.');
export const noShipped = reason('The fixtures declare no shipped order: add 2 more shipped orders.');
export const orderZero = reason('The listing holds order 0, so its cancel could succeed: remove it from the store.');
export const unavailable = reason('The target answered 503 three times; try again when it is up.');
export const notSelected = reason('It was not selected.');
export const leftOut = { ...notSelected, leftOut: true } as const;
export const defect = reason('TypeError: url is undefined\n    at prefix.ts:3');

export const repeatedMember = {
  level: 'should',
  message: 'An order repeats the member "note".',
  expected: 'distinct member names',
  at: 'body /0/note',
} as const;
export const noVersion = {
  headline: 'The base address does not end with its version.',
  shown: { expected: '/v1 at the end', actual: 'https://orders.example', at: 'base address', exchange: null },
};
export const answeredWith200 = { message: 'The cancel of pending order 101 was answered with 200.' };

import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, type ResponseRecord, responseOf, statusOf } from '../../evidence/exchange.js';
import { shown, tellingHeaders } from '../../evidence/quoted.js';
import { idText, isValid } from '../../evidence/request.js';
import { STAGES } from '../../evidence/stages.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import type { Cause, Deletion, ExchangeEvidence } from '../report/report.js';
import { curlOf, repetitionOf } from './curl.js';
import { round } from './results.js';

const BODY_TEXT = 4096;

/** The longest name or value of a header field in a report. */
const HEADER_TEXT = 1024;

/**
 * The last attempt of each request with the number of attempts, sorted by end. Further repetitions are left out, unless
 * a finding refers to them.
 */
export const exchangesOf = (evidence: Evidence, deviant: ReadonlySet<string>): ExchangeEvidence[] =>
  [...groupBy(evidence.exchanges, ({ request }) => idText(request.id))]
    .map(([id, attempts]) => ({ id, count: attempts.length, last: attempts.at(-1) ?? attempts[0] }))
    .filter(({ id, last }) => last.request.id.nth === 1 || deviant.has(id))
    .sort((a, b) => a.last.ended - b.last.ended)
    .map(({ last, count }) => evidenceOf(last, count, evidence));

/** The headers by which services and gateways name a request in their logs. */
const LOG_IDS =
  'X-Request-Id X-Correlation-Id traceparent traceresponse X-Amzn-RequestId CF-Ray X-Cloud-Trace-Context'.split(' ');

/** The longest text about one exchange in a log. */
const LOG_TEXT = 400;

/** Where the exchange with this id is in the log of the target: its time, and what its response says of itself. */
export function logOf(id: string | null, { exchanges }: Pick<Evidence, 'exchanges'>): Cause['log'] {
  const exchange = exchanges.findLast(({ request }) => idText(request.id) === id);
  if (exchange === undefined) return undefined;
  const response = responseOf(exchange);
  const ids = response ? tellingHeaders(response, LOG_IDS) : [];
  return [exchange.startedAt, ...ids].join(', ').slice(0, LOG_TEXT);
}

/** Every DELETE that was sent, in the order in which they began. */
export function deletionsOf(evidence: Evidence): Deletion[] {
  const wasNotSent = ({ outcome }: Exchange): boolean => outcome.kind === 'failure' && outcome.failure.sent === false;
  return evidence.exchanges
    .filter((exchange) => exchange.sent.method === 'DELETE' && !wasNotSent(exchange))
    .map((exchange) => {
      const { id, purpose, credential } = exchange.request;
      return {
        orderId: exchange.sent.orderId ?? '',
        scenario: id.scenario,
        purpose,
        authorized: isValid(credential),
        status: statusOf(exchange) ?? null,
      };
    });
}

function evidenceOf(exchange: Exchange, attempts: number, evidence: Evidence): ExchangeEvidence {
  const { startedAt, request, sent, outcome } = exchange;
  const { method, url, headers } = sent;
  return {
    id: idText(request.id),
    scenario: request.id.scenario,
    stage: STAGES[request.stage].label,
    startedAt,
    durationMs: round(exchange.durationMs),
    attempts,
    request: { method, url, headers, credential: request.credential },
    response: outcome.kind === 'failure' ? { failure: outcome.failure.message } : responseEvidence(outcome.response),
    curl: curlOf(...repetitionOf(exchange, evidence)),
  };
}

function responseEvidence(response: ResponseRecord): ExchangeEvidence['response'] {
  const { length, head, whole, end } = response.body;
  const isWhole = whole && new TextDecoder().decode(head).length <= BODY_TEXT;
  const { reason, headers, body, stray } = shown(response);
  const text = new TextDecoder().decode(body.head).slice(0, BODY_TEXT);
  return {
    status: response.status,
    reason,
    headers: headers.map(([name, value]) => [shortened(name), shortened(value)] as const),
    body: { length, text, whole: isWhole, end },
    bytesAfter: stray?.length ? { length: stray.length, text: shortened(new TextDecoder().decode(stray)) } : undefined,
  };
}

/** Every report copies every header, so long values are cut. The saved evidence has all of them. */
const shortened = (text: string): string =>
  text.length <= HEADER_TEXT ? text : `${text.slice(0, HEADER_TEXT)}… (${text.length - HEADER_TEXT} more characters)`;

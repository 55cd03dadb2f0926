import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, type ResponseRecord, statusOf } from '../../evidence/exchange.js';
import { idText, isValid } from '../../evidence/request.js';
import { STAGES } from '../../evidence/stages.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import type { Deletion, ExchangeEvidence } from '../report/report.js';
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
  const text = new TextDecoder().decode(head);
  const isWhole = whole && text.length <= BODY_TEXT;
  const { stray } = response;
  return {
    status: response.status,
    reason: response.reason,
    headers: response.headers.map(([name, value]) => [shortened(name), shortened(value)] as const),
    body: { length, text: text.slice(0, BODY_TEXT), whole: isWhole, end },
    bytesAfter: stray?.length ? { length: stray.length, text: shortened(new TextDecoder().decode(stray)) } : undefined,
  };
}

/** Every report copies every header, so long values are cut. The saved evidence has all of them. */
const shortened = (text: string): string =>
  text.length <= HEADER_TEXT ? text : `${text.slice(0, HEADER_TEXT)}… (${text.length - HEADER_TEXT} more characters)`;

import type { Evidence } from '../evidence/evidence.js';
import { type Exchange, type ExchangeOutcome, type RequestRecord, statusOf } from '../evidence/exchange.js';
import { connectionOf, repetitionNumber, requestIdOf } from '../evidence/plan.js';
import { curlOf } from './curl.js';
import type { Deletion, ExchangeEvidence } from './report.js';
import { round } from './results.js';

/** What the report keeps of a body, in characters. */
const BODY_TEXT = 4096;

type Redact = (text: string) => string;

const scenarioOf = (id: string): string => id.slice(0, id.lastIndexOf('/'));

/**
 * The last attempt of each request, with the number of attempts, in the order in which they ended. Of repetitions, those
 * that findings refer to.
 */
export function exchangesOf(evidence: Evidence, found: ReadonlySet<string>, redact: Redact): ExchangeEvidence[] {
  const { exchanges } = evidence;
  const attempts = new Map<string, number>();
  for (const { id } of exchanges) attempts.set(id, (attempts.get(id) ?? 0) + 1);
  return [...new Map(exchanges.map((exchange) => [exchange.id, exchange])).values()]
    .filter(({ id }) => id === requestIdOf(id) || found.has(id))
    .sort((a, b) => a.ended - b.ended)
    .map((exchange) => ({
      ...evidenceOf(exchange, attempts.get(exchange.id) ?? 1, redact),
      curl: curlOf(...earlierOnConnection(exchange, evidence), exchange.request),
    }));
}

/** The request before it on its kept connection: alone, it shows nothing of that. */
function earlierOnConnection(exchange: Exchange, evidence: Evidence): RequestRecord[] {
  if (!exchange.request.kept) return [];
  const nameOf = (other: Exchange): string | undefined => {
    const request = evidence.request(other);
    return request && connectionOf(request, repetitionNumber(other.id));
  };
  const name = nameOf(exchange);
  const earlier = evidence.exchanges.filter((other) => other.ended < exchange.begun && nameOf(other) === name);
  return earlier.slice(-1).map(({ request }) => request);
}

const wasNotSent = (outcome: ExchangeOutcome): boolean => outcome.kind === 'failure' && outcome.failure.sent === false;

/** Every DELETE that went out, in the order in which they were begun. */
export function deletionsOf(evidence: Evidence): Deletion[] {
  return evidence.exchanges
    .filter(({ request, outcome }) => request.method === 'DELETE' && !wasNotSent(outcome))
    .map((exchange) => {
      const { url, credential } = exchange.request;
      return {
        orderId: url.slice(url.lastIndexOf('/') + 1),
        scenario: scenarioOf(exchange.id),
        purpose: evidence.request(exchange)?.purpose ?? '',
        authorized: credential === 'valid' || credential === 'valid-lowercase-scheme',
        status: statusOf(exchange) ?? null,
      };
    });
}

/** Text instead of bytes, the key redacted in all that the target said. */
function evidenceOf(exchange: Exchange, attempts: number, redact: Redact): Omit<ExchangeEvidence, 'curl'> {
  const { request, outcome } = exchange;
  return {
    id: exchange.id,
    scenario: scenarioOf(exchange.id),
    startedAt: exchange.startedAt,
    durationMs: round(exchange.durationMs),
    attempts,
    request: { method: request.method, url: request.url, headers: request.headers, credential: request.credential },
    response:
      outcome.kind === 'failure' ? { failure: redact(outcome.failure.message) } : responseEvidence(outcome, redact),
  };
}

function responseEvidence(
  { response }: Extract<Exchange['outcome'], { kind: 'response' }>,
  redact: Redact,
): ExchangeEvidence['response'] {
  const { body } = response;
  // Redacted before it is cut, so that a key across the cut does not survive in half.
  const text = redact(new TextDecoder().decode(body.head));
  return {
    status: response.status,
    reason: redact(response.reason),
    headers: response.headers.map(([name, value]) => [redact(name), redact(value)] as const),
    body: {
      length: body.length,
      text: text.slice(0, BODY_TEXT),
      whole: body.whole && text.length <= BODY_TEXT,
      digest: body.digest,
      end: body.end,
    },
  };
}

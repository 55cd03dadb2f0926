import type { Exchange } from '../evidence/exchange.js';
import { curlOf } from '../secrets/credential.js';
import type { ExchangeEvidence } from './report.js';

/** What the report keeps of a body, in characters. */
const BODY_TEXT = 4096;

/** Text instead of bytes, the key redacted in all that the target said. */
export function evidenceOf(exchange: Exchange, attempts: number, redact: (text: string) => string): ExchangeEvidence {
  const { request, outcome } = exchange;
  return {
    id: exchange.id,
    scenario: exchange.id.slice(0, exchange.id.lastIndexOf('/')),
    startedAt: exchange.startedAt,
    durationMs: round(exchange.durationMs),
    attempts,
    request: { method: request.method, url: request.url, headers: request.headers, credential: request.credential },
    response:
      outcome.kind === 'failure' ? { failure: redact(outcome.failure.message) } : responseEvidence(outcome, redact),
    curl: curlOf(request),
  };
}

function responseEvidence(
  { response }: Extract<Exchange['outcome'], { kind: 'response' }>,
  redact: (text: string) => string,
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

/** Milliseconds with three decimals are more than any clock here is worth. */
export const round = (ms: number): number => Math.round(ms * 1000) / 1000;

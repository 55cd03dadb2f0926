import { readBody } from '../runner/evidence/body.js';
import type { Answer } from '../runner/evidence/evidence.js';
import { headerValues } from '../runner/evidence/exchange.js';
import { inconclusive } from '../runner/evidence/unjudged.js';
import { held, type Result } from '../runner/judge/rule.js';

export const STRICT_JSON = 'complete, strict JSON (RFC 8259)';

/** §0: all bodies are `application/json`; letter case and parameters do not matter (RFC 9110 §8.3.1). */
export function judgeContentType({ exchange, response }: Answer): Result {
  const sent = headerValues(response, 'content-type');
  const types = sent.map((value) => value.replace(/;.*$/s, '').trim().toLowerCase());
  if (types.length === 1 && types[0] === 'application/json') return held(exchange);
  return {
    message: 'The media type of the body is not application/json.',
    expected: 'Content-Type: application/json',
    actual: sent.length === 0 ? 'no Content-Type' : sent.join(' | '),
    at: 'header Content-Type',
    exchange,
  };
}

/** §0: a body is JSON. Undefined where there is none. */
export function judgeJson({ exchange, response, request }: Answer): Result | undefined {
  const body = readBody(response);
  const broken = (message: string, actual: string, at: string): Result => {
    return { message, expected: STRICT_JSON, actual, at, exchange };
  };
  const text = () => new TextDecoder().decode(response.body.head);
  switch (body.kind) {
    case 'absent':
      return undefined;
    case 'truncated':
      return broken('The body is shorter than announced.', text(), 'body');
    case 'undecodable':
      return broken('The content coding of the body cannot be undone.', text(), 'header Content-Encoding');
    case 'unread': // §8.2: limits of size are not shown, so nobody is failed for a long message
      return inconclusive(body.why, request.id.scenario);
    case 'problem':
      return broken(body.problem.message, body.problem.excerpt, `body byte ${body.problem.offset}`);
    case 'value':
      return held(exchange);
  }
}

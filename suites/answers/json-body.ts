import { readBody } from '../../evidence/body.js';
import type { Answer } from '../../evidence/evidence.js';
import { headerValues, mediaTypes } from '../../evidence/exchange.js';
import { inconclusive } from '../../evidence/unjudged.js';
import { held, type Result } from '../terms/rule.js';

/** §0: how a body is judged, for each clause that demands a body. */
export const STRICT_JSON = 'complete, strict JSON (RFC 8259)';

export function judgeContentType({ exchange, response }: Answer): Result {
  const sent = headerValues(response, 'content-type');
  const types = mediaTypes(response);
  if (types.length === 1 && types[0] === 'application/json') return held(exchange);
  return {
    message: 'The media type of the body is not application/json.',
    expected: 'Content-Type: application/json',
    actual: sent.length === 0 ? 'no Content-Type' : sent.join(' | '),
    at: 'header Content-Type',
    exchange,
  };
}

/** Undefined: there is no body. */
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
      return { ...undecodable('body', response), exchange };
    case 'unread': // §8.2: limits of size are not shown, so nobody is failed for a long message
      return inconclusive(body.why, request.id.scenario);
    case 'problem':
      return broken(
        `The body of the ${response.status} is not strict JSON. ${body.problem.message}`,
        body.problem.excerpt,
        `body byte ${body.problem.offset}`,
      );
    case 'value':
      return held(exchange);
  }
}

/** RFC 9110 §8.4: the body is in the codings that the header names. */
export const undecodable = (which: string, response: Answer['response']) => ({
  message: `The content coding of the ${which} cannot be undone.`,
  expected: 'a body in the coding that Content-Encoding names, or no Content-Encoding',
  actual: `Content-Encoding: ${headerValues(response, 'content-encoding').join(', ')}`,
  at: 'header Content-Encoding',
});

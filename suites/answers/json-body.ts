import { readBody } from '../../evidence/body.js';
import type { Answer, JsonProblem } from '../../evidence/evidence.js';
import { headerValues, mediaTypes } from '../../evidence/exchange.js';
import type { Place } from '../../evidence/place.js';
import { quote, shown } from '../../evidence/quoted.js';
import { inconclusive } from '../../evidence/unjudged.js';
import { REPAIRS, type Repair } from '../terms/repair.js';
import { held, type Result } from '../terms/rule.js';

/** §0: how a body is judged, for each clause that demands a body. */
export const STRICT_JSON = 'complete, strict JSON (RFC 8259)';

/** The repairs of problems that a JSON library makes, too, or the code around it. */
const PROBLEMS: Partial<Readonly<Record<JsonProblem['code'], Repair>>> = {
  'byte-order-mark': REPAIRS.utf8,
  'invalid-utf8': REPAIRS.utf8,
  truncated: REPAIRS.cut,
  'not-a-number': REPAIRS.notANumber,
};

/** UTF-16 has zeros, and a page begins with `<`: no JSON library writes these. */
export const fixOfProblem = ({ code, excerpt }: JsonProblem): Repair =>
  PROBLEMS[code] ?? REPAIRS[excerpt.includes('\0') ? 'utf8' : /^\s*</.test(excerpt) ? 'array' : 'library'];

/** The subject of a message about a body. */
const bodyOf = ({ status }: Answer): string => (status < 300 ? 'The listing' : `The body of the ${status}`);

export function judgeContentType(answer: Answer): Result {
  const { exchange, response } = answer;
  const sent = headerValues(response, 'content-type');
  const types = mediaTypes(response);
  if (types.length === 1 && types[0] === 'application/json') return held(exchange);
  return {
    message: `${bodyOf(answer)} ${types.length > 1 ? 'has more than one Content-Type field' : 'is not sent as application/json'}.`,
    expected: 'Content-Type: application/json',
    actual: sent.length === 0 ? 'no Content-Type' : sent.map((value) => quote(response, value)).join(' | '),
    at: 'header Content-Type',
    exchange,
  };
}

/** Undefined: there is no body. */
export function judgeJson(answer: Answer): Result | undefined {
  const { exchange, response, request } = answer;
  const body = readBody(response);
  const broken = (message: string, actual: string, at: Place): Result => {
    return { message, expected: STRICT_JSON, actual, at, exchange };
  };
  const text = () => new TextDecoder().decode(shown(response).body.head);
  switch (body.kind) {
    case 'absent':
      return undefined;
    case 'truncated':
      return { ...broken(`${bodyOf(answer)} is shorter than announced.`, text(), 'body'), fix: REPAIRS.cut };
    case 'undecodable':
      return { ...undecodable(bodyOf(answer), response), exchange };
    case 'unread': // §8.2: limits of size are not shown, so nobody is failed for a long message
      return inconclusive(body.why, request.id.scenario);
    case 'problem':
      return {
        ...broken(
          `${bodyOf(answer)} is not strict JSON. ${body.problem.message}`,
          quote(response, body.problem.excerpt),
          `body byte ${body.problem.offset}`,
        ),
        // The repair of another kind of body is that of its shape.
        fix: PROBLEMS[body.problem.code],
      };
    case 'value':
      return held(exchange);
  }
}

/** RFC 9110 §8.4: the body is in the codings that the header names. */
export const undecodable = (which: string, response: Answer['response']) => {
  const fields = response.headers.filter(([name]) => /^(content|transfer)-encoding$/i.test(name));
  return {
    message: `${which} is not in the coding that its header names.`,
    expected: 'a body in the coding that Content-Encoding names, or no Content-Encoding',
    actual: fields.map((field) => quote(response, field.join(': '))).join('; ') || 'gzip, and no Content-Encoding',
    at: 'header Content-Encoding' as const,
    fix: REPAIRS.coding,
  };
};

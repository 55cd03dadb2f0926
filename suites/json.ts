import { type JsonValue, readBody, readError } from '../runner/evidence/body.js';
import type { Answer } from '../runner/evidence/evidence.js';
import { headerValues, mediaTypes } from '../runner/evidence/exchange.js';
import { inconclusive } from '../runner/evidence/unjudged.js';
import { held, isBroken, isHeld, type Result } from '../runner/judge/rule.js';
import { describe } from './answers.js';
import { brokenAt, ERROR_MEMBERS, memberOf } from './schema.js';

export const STRICT_JSON = 'complete, strict JSON (RFC 8259)';

/** §0: all bodies are `application/json`. */
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

export type ErrorStatus = 401 | 404;

type Aspect = (answer: Answer, status: ErrorStatus) => Result | readonly Result[] | undefined;
type ErrorObject = Readonly<Record<string, unknown>>;

/** What is judged of the Error of an answer (§2, §7), one aspect each. Undefined where another aspect is in the way. */
export const ASPECTS: Readonly<Record<string, Aspect>> = {
  'content-type': (answer) => (readBody(answer.response).kind === 'absent' ? undefined : judgeContentType(answer)),
  json: judgeJson,
  object: judgeObject,
  ...Object.fromEntries(
    ERROR_MEMBERS.map((member): [string, Aspect] => [
      member,
      (answer, status) => (errorIn(answer.response) ? judgeSchema(answer, status, (at) => at === member) : undefined),
    ]),
  ),
  'status-equals': judgeEquality,
};

/** What is wrong with the Error of an answer, but for aspects that are wrong in these answers as well. */
export const judgeError = (answer: Answer, status: ErrorStatus, known: readonly Answer[]): Result[] =>
  Object.values(ASPECTS).flatMap((judge) => {
    const results = (of: Answer) => [judge(of, status) ?? []].flat();
    const own = results(answer).filter((result) => !isHeld(result));
    return own.length > 0 && known.flatMap(results).some(isBroken) ? [] : own;
  });

const isObject = (value: unknown): value is ErrorObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object; undefined where it is not one. */
export function errorIn(
  response: Answer['response'],
): { readonly body: JsonValue; readonly error: ErrorObject } | undefined {
  const body = readBody(response);
  return body.kind === 'value' && isObject(body.value) ? { body, error: body.value } : undefined;
}

function judgeObject(answer: Answer, status: ErrorStatus): ReturnType<Aspect> {
  const { kind } = readBody(answer.response);
  const hasOwnRequirement = (member: string): boolean => ERROR_MEMBERS.some((name) => name === member);
  if (errorIn(answer.response)) return judgeSchema(answer, status, (member) => !hasOwnRequirement(member));
  if (kind !== 'absent' && kind !== 'value') return undefined;
  return {
    message: `The ${status} has no Error body.`,
    expected: 'a JSON object with code, message and status',
    actual: describe(answer),
    at: 'body',
    exchange: answer.exchange,
  };
}

/** What the schema of an Error says about the members that `isAbout` picks. */
function judgeSchema({ exchange, response }: Answer, status: ErrorStatus, isAbout: (member: string) => boolean) {
  const deviations = readError(response).filter((deviation) => isAbout(memberOf(deviation)));
  const whole = `The Error of a ${status}`;
  const part = (name: string): string => `The \`${name}\` in the Error of a ${status}`;
  return deviations.length === 0
    ? held(exchange)
    : deviations.flatMap((deviation) => brokenAt({ deviation, whole, part, exchange }));
}

function judgeEquality({ exchange, response }: Answer, status: ErrorStatus): Result | undefined {
  const read = errorIn(response);
  if (!read || !Number.isInteger(read.error.status)) return undefined;
  if (read.error.status === status) return held(exchange);
  return {
    message: `The \`status\` in the Error of a ${status} is not ${status}.`,
    expected: String(status),
    actual: read.body.sourceAt('/status') ?? '',
    at: 'body /status',
    exchange,
  };
}

import { type JsonValue, readBody, readError } from '../../evidence/body.js';
import type { Answer } from '../../evidence/evidence.js';
import { quote } from '../../evidence/quoted.js';
import type { ErrorPart, ErrorStatus } from '../terms/ids.js';
import { held, isBroken, isHeld, type Result } from '../terms/rule.js';
import { describe } from './answers.js';
import { judgeContentType, judgeJson } from './json-body.js';
import { brokenAt, ERROR_MEMBERS, memberOf } from './schema.js';

type PartRule = (answer: Answer, status: ErrorStatus) => Result | readonly Result[] | undefined;
type ErrorObject = Readonly<Record<string, unknown>>;

/** Judges each part of the Error of an answer. Undefined: another part is wrong, so this one shows nothing. */
export const ERROR_RULES: Readonly<Record<ErrorPart, PartRule>> = {
  'content-type': (answer) => (readBody(answer.response).kind === 'absent' ? undefined : judgeContentType(answer)),
  json: judgeJson,
  object: judgeObject,
  code: judgeMember('code'),
  message: judgeMember('message'),
  status: judgeMember('status'),
  'status-equals': judgeEquality,
};

/** Deviations of the Error of an answer, without the parts that are wrong in the known answers as well. */
export const judgeError = (answer: Answer, status: ErrorStatus, others: readonly Answer[]): Result[] =>
  Object.values(ERROR_RULES).flatMap((judge) => {
    const results = (of: Answer) => [judge(of, status) ?? []].flat();
    const deviations = results(answer).filter((result) => !isHeld(result));
    // Most answers hold: with --repeat, comparing each with all others would take a minute.
    return deviations.length > 0 && others.flatMap(results).some(isBroken) ? [] : deviations;
  });

const isObject = (value: unknown): value is ErrorObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. Undefined if it is not one. @sent */
export function errorIn(
  response: Answer['response'],
): { readonly body: JsonValue; readonly error: ErrorObject } | undefined {
  const body = readBody(response);
  return body.kind === 'value' && isObject(body.value) ? { body, error: body.value } : undefined;
}

function judgeObject(answer: Answer, status: ErrorStatus): ReturnType<PartRule> {
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

function judgeMember(member: (typeof ERROR_MEMBERS)[number]): PartRule {
  return (answer, status) =>
    errorIn(answer.response) ? judgeSchema(answer, status, (name) => name === member) : undefined;
}

/** Validates an Error, and keeps the deviations of the members that `isAbout` picks. */
function judgeSchema(answer: Answer, status: ErrorStatus, isAbout: (member: string) => boolean) {
  const { exchange } = answer;
  const deviations = readError(answer).filter((deviation) => isAbout(memberOf(deviation)));
  if (deviations.length === 0) return held(exchange);
  const whole = `Error of a ${status}`;
  return deviations.flatMap((deviation) => brokenAt(deviation, exchange, `The ${whole}`, ` in the ${whole}`));
}

function judgeEquality({ exchange, response }: Answer, status: ErrorStatus): Result | undefined {
  const read = errorIn(response);
  if (!read || !Number.isInteger(read.error.status)) return undefined;
  if (read.error.status === status) return held(exchange);
  return {
    message: `The \`status\` in the Error of a ${status} is not ${status}.`,
    expected: String(status),
    actual: quote(response, read.body.sourceAt('/status') ?? ''),
    at: 'body /status',
    exchange,
  };
}

import { type JsonValue, readBody, validateError } from '../../runner/evidence/body.js';
import type { Answer } from '../../runner/evidence/evidence.js';
import { type Broken, held, isHeld, type Result } from '../../runner/judge/rule.js';
import { judgeContentType, judgeJson } from '../0-bodies/json.js';
import { describe } from '../answers.js';

export type ErrorStatus = 401 | 404;

type Member = 'code' | 'message' | 'status';
type ErrorObject = Readonly<Record<string, unknown>>;

/** What is judged of the Error of an answer (§2, §7), one aspect each. Undefined where another aspect is in the way. */
export const ASPECTS: Readonly<Record<string, (answer: Answer, status: ErrorStatus) => Result | undefined>> = {
  'content-type': (answer) => (readBody(answer.response).kind === 'absent' ? undefined : judgeContentType(answer)),
  json: judgeJson,
  object: judgeObject,
  code: (answer, status) => judgeMember(answer, status, 'code'),
  message: (answer, status) => judgeMember(answer, status, 'message'),
  status: (answer, status) => judgeMember(answer, status, 'status'),
  'status-equals': judgeEquality,
};

/** What is wrong with the Error of an answer, but for aspects that are wrong in these answers as well. */
export const judgeError = (answer: Answer, status: ErrorStatus, known: readonly Answer[]): Result[] =>
  Object.values(ASPECTS).flatMap((judge) => {
    const isWrong = (judged: Answer) => isBroken(judge(judged, status));
    const result = judge(answer, status);
    return result && !isHeld(result) && !known.some(isWrong) ? [result] : [];
  });

const isBroken = (result: Result | undefined): boolean => result !== undefined && 'message' in result;

const isObject = (value: unknown): value is ErrorObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object; undefined where it is not one. */
export function errorOf({ response }: Answer): { readonly body: JsonValue; readonly error: ErrorObject } | undefined {
  const body = readBody(response);
  return body.kind === 'value' && isObject(body.value) ? { body, error: body.value } : undefined;
}

function judgeObject(answer: Answer, status: ErrorStatus): Result | undefined {
  const { kind } = readBody(answer.response);
  if (errorOf(answer)) return held(answer.exchange);
  if (kind !== 'absent' && kind !== 'value') return undefined;
  return {
    message: `The ${status} has no Error body.`,
    expected: 'a JSON object with code, message and status',
    actual: describe(answer),
    at: 'body',
    exchange: answer.exchange,
  };
}

function judgeMember(answer: Answer, status: ErrorStatus, member: Member): Result | undefined {
  const read = errorOf(answer);
  if (!read) return undefined;
  const problems = validateError(read.error).filter(
    ({ instancePath, params }) => instancePath === `/${member}` || params.missingProperty === member,
  );
  if (problems.length === 0) return held(answer.exchange);
  const sent = read.body.sourceAt(`/${member}`);
  return deviation(answer, member, {
    message: `The Error of a ${status} has ${sent === undefined ? 'no' : 'a wrong'} \`${member}\`.`,
    expected: member === 'status' ? 'an integer' : 'a string',
    actual: sent ?? `members ${Object.keys(read.error).join(', ') || '(none)'}`,
  });
}

function judgeEquality(answer: Answer, status: ErrorStatus): Result | undefined {
  const read = errorOf(answer);
  if (!Number.isInteger(read?.error.status)) return undefined;
  if (read?.error.status === status) return held(answer.exchange);
  return deviation(answer, 'status', {
    message: `The \`status\` in the Error of a ${status} is not ${status}.`,
    expected: String(status),
    actual: read?.body.sourceAt('/status') ?? '',
  });
}

const deviation = (
  { exchange }: Answer,
  member: Member,
  words: Pick<Broken, 'message' | 'expected' | 'actual'>,
): Broken => ({ ...words, at: `body /${member}`, exchange });

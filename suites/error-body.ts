import { type Exchange, headerValues, responseOf } from '../runner/evidence/exchange.js';
import { validateError } from '../runner/listing/schema/validators.js';
import type { RequirementId } from './catalogue.generated.js';
import { judgeContentType, judgeJson, type ReadBody } from './json-body.js';
import type { Context } from './scenario.js';
import { describeAnswer } from './status.js';

type ErrorStatus = 401 | 404;
const MEMBERS = ['code', 'message', 'status'] as const;

/** Every requirement on the body of an answer with that status. */
export const errorRequirements = (status: ErrorStatus): readonly RequirementId[] => [
  `error.${status}.content-type`,
  `error.${status}.json`,
  `error.${status}.object`,
  `error.${status}.code`,
  `error.${status}.message`,
  `error.${status}.status`,
  `error.${status}.status-equals`,
];

/** §2 and §7: the Error of a 401 or 404. Call it only where that status is the right one. */
export function judgeErrorBody(context: Context, exchange: Exchange, status: ErrorStatus): void {
  const missing = () => ({
    message: `The ${status} has no Error body.`,
    expected: 'a JSON object with code, message and status',
    actual: describeAnswer(context, exchange),
    at: 'body',
    exchange,
  });
  const body = judgeJson(context, `error.${status}.json`, exchange);
  if (body.kind === 'absent') {
    context.check(`error.${status}.object`, false, missing);
    return;
  }
  judgeContentType(context, `error.${status}.content-type`, exchange);
  if (body.kind === 'broken') return;
  if (context.check(`error.${status}.object`, isObject(body.value), missing)) {
    judgeMembers(context, exchange, status, body);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a member that is repeated, every occurrence is judged. */
function judgeMembers(context: Context, exchange: Exchange, status: ErrorStatus, body: ReadBody): void {
  const readings = body.readings.filter(isObject);
  const errors = readings.flatMap(validateError);
  for (const member of MEMBERS) {
    const held = !errors.some(
      ({ instancePath, params }) => instancePath === `/${member}` || params.missingProperty === member,
    );
    const sent = body.sourceAt(`/${member}`);
    context.check(`error.${status}.${member}`, held, () => ({
      message: `The Error of a ${status} has ${sent === undefined ? 'no' : 'a wrong'} \`${member}\`.`,
      expected: member === 'status' ? 'an integer' : 'a string',
      actual: sent ?? `members ${Object.keys(readings[0] ?? {}).join(', ') || '(none)'}`,
      at: `body /${member}`,
      exchange,
    }));
  }
  for (const { code } of readings) {
    if (typeof code === 'string') context.observe('error-codes', `${status}: `, JSON.stringify(code));
  }
  const integers = readings.map((reading) => reading.status).filter(Number.isInteger);
  if (integers.length === 0) return;
  context.check(
    `error.${status}.status-equals`,
    integers.every((value) => value === status),
    () => ({
      message: `The \`status\` in the Error of a ${status} is not ${status}.`,
      expected: String(status),
      actual: body.sourceAt('/status') ?? '',
      at: 'body /status',
      exchange,
    }),
  );
}

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
export function judgeChallenge(context: Context, exchange: Exchange): void {
  const response = responseOf(exchange);
  if (!response) return;
  context.check(
    'auth.www-authenticate',
    headerValues(response, 'www-authenticate').some((value) => value.trim() !== ''),
    () => ({
      message: 'The 401 does not say how to authenticate.',
      expected: 'WWW-Authenticate: Bearer',
      actual: 'no WWW-Authenticate',
      at: 'header WWW-Authenticate',
      exchange,
    }),
  );
}

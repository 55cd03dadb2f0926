import type { Answer, Evidence } from '../evidence/evidence.js';
import { quote } from '../evidence/quoted.js';
import { accept, bodies } from './0-bodies.js';
import { cancelsOfUnknown } from './4.2-cancel-unknown.js';
import { badKey } from './5-authentication.js';
import { listingsWithoutKey } from './5-listing-key.js';
import { notFounds, refusalsOfKey } from './answers/answers.js';
import { ERROR_RULES, errorIn } from './answers/error-body.js';
import { type ClauseFile, clause, type Demand, type DemandText } from './terms/clause.js';
import { ERROR_PARTS, ERROR_STATUSES, type ErrorPart, type ErrorStatus } from './terms/ids.js';
import { answering, REPAIRS, type Repair } from './terms/repair.js';
import type { Requirement } from './terms/requirement.js';
import type { Observation } from './terms/rule.js';
import type { Scenario } from './terms/scenario.js';

/** §0, §2, §5.3, §7: the body of a 401 and of a 404 is an Error. */
const fields = clause(
  '2',
  'both',
  'JSON object returned with error responses that have a body. All three fields are required.',
);

interface ErrorSource {
  readonly operation: Requirement['operation'];
  /** The clause that demands an Error in this situation. */
  readonly demandedBy: ReturnType<typeof clause>;
  readonly situation: string;
  /** Without this scenario, no answer has the status. */
  readonly sent: Scenario;
  /** Every answer with the status that the contract asks for. */
  answers(evidence: Evidence): readonly Answer[];
}

const SOURCES: Readonly<Record<ErrorStatus, ErrorSource>> = {
  401: {
    operation: 'both',
    demandedBy: badKey,
    situation: 'a missing or invalid API key',
    sent: listingsWithoutKey.missing,
    answers: refusalsOfKey,
  },
  404: {
    operation: 'cancelOrder',
    demandedBy: clause(
      '7',
      'cancelOrder',
      '| 404 | cancelOrder | order identified by orderId does not exist | Error object |',
    ),
    situation: 'an order that does not exist',
    sent: cancelsOfUnknown.plain,
    answers: notFounds,
  },
};

const anError = (text: string): Repair => ({ text, answer: { body: 'Error' } });

const aString = (member: string, status: ErrorStatus, more = ''): DemandText => ({
  text: `The Error of a ${status} has \`${member}\`, a string.`,
  why: `All three members are required.${more}`,
  fix: anError(`Name the member exactly \`${member}\`, and make it a string.`),
});

/** The words of each part of the body with a status. */
const PARTS: Readonly<Record<ErrorPart, (status: ErrorStatus) => DemandText>> = {
  'content-type': (status) => ({
    text: `The body of a ${status} has the media type \`application/json\`.`,
    why: 'Letter case and parameters do not matter; `application/problem+json` and `text/html` are other types.',
    fix: REPAIRS.jsonType,
  }),
  json: (status) => ({
    text: `The body of a ${status} is complete, strict JSON.`,
    why: 'RFC 8259: UTF-8 without a byte order mark, nothing after the value, not cut off. An HTML error page is not JSON.',
    fix: REPAIRS.library,
  }),
  object: (status) => ({
    text: `The ${status} for ${SOURCES[status].situation} has an Error body, a JSON object.`,
    fix: answering({ body: 'Error' }, `: \`{"code": …, "message": …, "status": ${status}}\`.`),
  }),
  code: (status) => aString('code', status, ' The contract does not list the codes.'),
  message: (status) => aString('message', status),
  status: (status) => ({
    text: `The Error of a ${status} has \`status\`, an integer.`,
    why: `All three members are required; \`"${status}"\` is a string.`,
    fix: anError(`Name the member exactly \`status\`, and make it the whole number ${status}.`),
  }),
  'status-equals': (status) => ({
    text: `The \`status\` in the Error of a ${status} is ${status}.`,
    why: 'The member is the HTTP status code.',
    fix: anError('Put the status that you send into the body too.'),
  }),
};

function clauseOf(status: ErrorStatus, part: ErrorPart) {
  if (part === 'object') return SOURCES[status].demandedBy;
  return part === 'content-type' || part === 'json' ? bodies : fields;
}

/** One requirement for each status and part of the body: `error.401.content-type`, … */
function errorPart(status: ErrorStatus, part: ErrorPart): Demand {
  const { operation, sent, answers } = SOURCES[status];
  return clauseOf(status, part).must(`error.${status}.${part}`, {
    operation,
    ...PARTS[part](status),
    // Frameworks choose the media type by the `Accept` of the request.
    needs: part === 'content-type' ? [sent, accept] : [sent],
    answers,
    judge: (answer) => ERROR_RULES[part](answer, status) ?? [],
  });
}

const { open } = clause('7', 'both', 'Enumerated values of Error.code: not shown.');

const errorCodes = open('error-codes', 'Which values of `Error.code` occur?', (evidence) =>
  ERROR_STATUSES.flatMap((status) =>
    SOURCES[status].answers(evidence).flatMap(({ response }): Observation[] => {
      const code = errorIn(response)?.error.code;
      return typeof code === 'string' ? [{ observed: `${status}: ${quote(response, JSON.stringify(code))}` }] : [];
    }),
  ),
);

export const errors: ClauseFile = {
  demands: ERROR_STATUSES.flatMap((status) => ERROR_PARTS.map((part) => errorPart(status, part))),
  questions: [errorCodes],
};

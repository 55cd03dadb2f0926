import { type Answer, type Evidence, isSuccess, waitFor } from '../runner/evidence/evidence.js';
import { isCancel, operationOf, orderOf, type Request, unknownOf } from '../runner/evidence/request.js';
import { inconclusive } from '../runner/evidence/unjudged.js';
import { once } from '../runner/helpers/helpers.js';
import type { Result } from '../runner/judge/rule.js';
import { brokenSilence, isAlone, isKeyAccepted, isWithoutKey, judgeStatus, statusFor } from './answers.js';
import { type AnswerCheck, clause, type Demand } from './clause.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from './interface/credentials.js';
import { OPERATIONS } from './interface/operations.js';
import { isUnlikeKey } from './requests.js';

/** §5: the clauses that the files of this section share. */
export const token = clause(
  '5',
  'both',
  'Every operation requires authentication with an API key sent as a bearer token.',
);
export const header = clause('5.2', 'both', 'The key is sent in the `Authorization` header as `Bearer <API_KEY>`.');
export const badKey = clause(
  '5.3',
  'both',
  'When the key is missing or invalid, the response is 401 with an Error body.',
);

type Reasons = Partial<Readonly<Record<FaultyCredential, string>>>;

/** Bad keys that a careless server accepts, and why it does. */
const OTHER_KEY: Reasons = {
  longer: 'A server that compares only the start of the key accepts this one.',
  shorter: 'A server that compares only as much of the key as was sent accepts this one.',
  'longer-start': 'A server that compares only the end of the key accepts this one.',
  'shorter-start': 'A server that looks for what was sent in the key accepts this one.',
  'first-changed': 'A server that does not compare the first character of the key accepts this one.',
  'last-changed': 'A server that does not compare the last character of the key accepts this one.',
  case: 'A key is a secret, not a word: its letter case is part of it.',
  'extra-word': 'A server that cuts the header at spaces, and looks at the second part alone, accepts this one.',
};

const AS_BEARER = 'The key is sent as `Bearer <API_KEY>`.';

/** The valid key in another form than the header of §5.2. */
const OTHER_FORM: Reasons = {
  'no-scheme': AS_BEARER,
  basic: AS_BEARER,
  'basic-user': '`key:` in Base64, as clients send Basic; the key is sent as `Bearer <API_KEY>`.',
  'basic-password': '`:key` in Base64, as clients send Basic; the key is sent as `Bearer <API_KEY>`.',
  'basic-user-password': '`user:key` in Base64, as clients send Basic; the key is sent as `Bearer <API_KEY>`.',
  'other-scheme': AS_BEARER,
};

const OPERATION = { list: 'listOrders', cancel: 'cancelOrder' } as const;

/** One requirement for each kind of bad key: `auth.list.missing`, `auth.list.wrong`, … */
export const refusesBadKeys = (
  name: keyof typeof OPERATION,
  check: (credential: FaultyCredential) => AnswerCheck,
): Demand[] =>
  faultyCredentials.map((credential) => {
    const operation = OPERATION[name];
    const { must } = credential in OTHER_FORM ? header : badKey;
    return must(`auth.${name}.${credential}`, {
      operation,
      text: `\`${OPERATIONS[operation].request}\` with ${CREDENTIALS[credential].words} returns 401.`,
      why: OTHER_KEY[credential] ?? OTHER_FORM[credential],
      fix: 'Compare the whole header with `Bearer <key>`, and answer everything else with 401.',
      ...check(credential),
    });
  });

type Where = (request: Request) => boolean;

/**
 * Checks that requests without a valid key get 401.
 * @param isAbout selects these requests
 * @param isBrokenBy selects further requests: they break the requirement if they get in, but a 401 does not fulfil it
 */
export const gets401 = (
  needs: AnswerCheck['needs'],
  { isAbout, isBrokenBy = () => false }: { readonly isAbout: Where; readonly isBrokenBy?: Where },
): AnswerCheck => ({
  needs,
  answers: (evidence) => [
    ...evidence.answers((request) => isWithoutKey(request) && isAlone(request) && isAbout(request)),
    ...cancelsLetIn(evidence).filter(({ request }) => isBrokenBy(request) && !isAbout(request)),
    ...notRefusedOnKept(evidence).filter(({ request }) => isBrokenBy(request)),
  ],
  judge: (answer, evidence) => (acceptsBadKey(evidence, answer) ? [] : judgeRefusal(answer, evidence)),
  judgeSilence: (exchange) => brokenSilence(exchange, situationOf(exchange.request), 'status 401'),
});

/** The subject of a message: "A cancel of a shipped order with a wrong key". */
function situationOf(request: Request): string {
  const { aim, credential } = request;
  const query = aim.kind === 'listing' && aim.query ? ` (?${aim.query})` : '';
  const state = orderOf(request)?.state ?? 'unknown';
  const target = aim.kind === 'listing' ? `A listing${query}` : `A cancel${OF_STATE[state]}`;
  return `${target} with ${CREDENTIALS[credential].words}`;
}

const OF_STATE = {
  pending: '',
  shipped: ' of a shipped order',
  other: ' of an order in another state',
  unknown: ' of an unknown order',
} as const;

function judgeRefusal(answer: Answer, evidence: Evidence): Result {
  const { request, status, exchange } = answer;
  if (status !== 401 || isKeyAccepted(evidence, answer)) return judgeStatus(answer, 401, situationOf(request));
  const { lockout } = evidence;
  if (lockout && exchange.begun >= lockout.from) return inconclusive(lockout.reason, request.id.scenario);
  const control = wrongControl(evidence, answer);
  const what = request.aim.kind === 'listing' ? 'listing' : 'cancel';
  const why = `No ${what} with the valid key was accepted, so a 401 for another key shows nothing. Check the key, and how these ${what}s are answered.`;
  return inconclusive(why, request.id.scenario, control && waitFor(control));
}

/** A request with the valid key that gets a wrong status: until it is repaired, refusals of other keys show nothing. */
const wrongControl = (evidence: Evidence, { request }: Answer): Answer | undefined =>
  evidence
    .answered((other) => other.credential === 'valid' && operationOf(other) === operationOf(request))
    .find((other) => statusFor(other.request) !== undefined && statusFor(other.request) !== other.status);

/** Only the key of this request is wrong. The others without a valid key could also be refused for their order. */
export const isOnlyKeyWrong: Where = ({ role }) => role === 'refused';

/**
 * A target that accepts this bad key for every order does not show whether it checks the key before the order. Nobody
 * mistakes a missing or a wrong key for the valid one, so their answers are judged in any case.
 */
const acceptsBadKey = (evidence: Evidence, { request }: Answer): boolean =>
  !isOnlyKeyWrong(request) &&
  !isUnlikeKey(request.credential) &&
  evidence
    .answered((other) => isCancel(other) && isOnlyKeyWrong(other) && other.credential === request.credential)
    .some(({ status }) => status !== 401);

/** Cancels that succeed without a valid key. Only the key could have stopped them, so the order does not matter. */
const cancelsLetIn = once((evidence: Evidence): readonly Answer[] =>
  evidence
    .answered((request) => isCancel(request) && isWithoutKey(request) && isAlone(request))
    .filter(({ status }) => isSuccess(status)),
);

/** Wrong answers on kept connections, without those that a similar request gets on a connection of its own as well. */
const notRefusedOnKept = once((evidence: Evidence): readonly Answer[] => {
  const notRefused = evidence.answered(isWithoutKey).filter(({ status }) => status !== 401);
  const alone = new Set(notRefused.filter(({ request }) => isAlone(request)).flatMap(similarities));
  return notRefused.filter(
    (answer) => !isAlone(answer.request) && !similarities(answer).some((similarity) => alone.has(similarity)),
  );
});

const similarities = ({ request, status }: Answer): readonly string[] => [
  `${operationOf(request)} with ${request.credential}`,
  `${operationOf(request)} of ${unknownOf(request) ?? orderOf(request)?.state} gets ${status}`,
];

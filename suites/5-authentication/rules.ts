import { type Answer, type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { headerValues } from '../../runner/evidence/exchange.js';
import { idText, isCancel, operationOf, orderOf, type Request, unknownOf } from '../../runner/evidence/request.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { once } from '../../runner/once.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import {
  brokenSilence,
  isAlone,
  isKeyAccepted,
  isWithoutKey,
  judgeStatus,
  refusalsOfKey,
  statusFor,
} from '../answers.js';
import { judgeReused } from '../connections.js';
import type { RequirementId } from '../ids.js';
import { outlivedOrOpen } from '../orders/outlived.js';
import { isUnlikeKey } from '../requests.js';
import { type Observer, type Rule, rule } from '../rule.js';
import { refusedFirstScenarios } from './scenarios.js';

/** What was sent, as the subject of a sentence. */
function situationOf(request: Request): string {
  const state = orderOf(request)?.state ?? 'unknown';
  const target =
    request.aim.kind === 'listing'
      ? `A listing${request.aim.query ? ` (?${request.aim.query})` : ''}`
      : `A cancel${OF_STATE[state]}`;
  return `${target} with ${CREDENTIALS[request.credential].words}`;
}

const OF_STATE = {
  pending: '',
  shipped: ' of a shipped order',
  other: ' of an order in another state',
  unknown: ' of an unknown order',
} as const;

function judgeRefusal(answer: Answer, evidence: Evidence): Result {
  const situation = situationOf(answer.request);
  if (answer.status === 401 && !isKeyAccepted(evidence, answer)) {
    const { lockout } = evidence;
    if (lockout && answer.exchange.begun >= lockout.from)
      return inconclusive(lockout.reason, answer.request.id.scenario);
    const control = wrongControl(evidence, answer);
    const what = answer.request.aim.kind === 'listing' ? 'listing' : 'cancel';
    const why = `No ${what} with the valid key was accepted, so a 401 for another key shows nothing. Check the key, and how these ${what}s are answered.`;
    return { ...inconclusive(why, answer.request.id.scenario), waitsFor: control && idText(control.request.id) };
  }
  return judgeStatus(answer, 401, situation);
}

/** A request with the valid key that is not answered as it must be: until it is, refusals of other keys show nothing. */
const wrongControl = (evidence: Evidence, { request }: Answer): Answer | undefined =>
  evidence
    .answered((other) => other.credential === 'valid' && operationOf(other) === operationOf(request))
    .find((other) => statusFor(other.request) !== undefined && statusFor(other.request) !== other.status);

/** Requests without a valid key must get 401. */
const refused = (
  requirement: RequirementId,
  { needs, where, also = () => false }: { needs: readonly string[]; where: Where; also?: Where },
): Rule =>
  rule(requirement, {
    needs,
    each: (evidence) => [
      ...evidence.answers((request) => isWithoutKey(request) && isAlone(request) && where(request)),
      ...entered(evidence).filter(({ request }) => also(request) && !where(request)),
      ...enteredOnKept(evidence).filter(({ request }) => also(request)),
    ],
    judge: (answer, evidence) => (isTakenForKey(evidence, answer) ? [] : judgeRefusal(answer, evidence)),
    judgeSilence: (exchange) => brokenSilence(exchange, situationOf(exchange.request), 'status 401'),
  });

/** A key that opens any order says nothing of whether the key is looked at first; what no server takes for the key does. */
const isTakenForKey = (evidence: Evidence, { request }: Answer): boolean =>
  isFirst(request) &&
  !isUnlikeKey(request.credential) &&
  evidence
    .answered((other) => isCancel(other) && !isFirst(other) && other.credential === request.credential)
    .some(({ status }) => status !== 401);

/** Cancels that succeed without a valid key, whatever order they were sent for: nothing but the key keeps them from it. */
const entered = once((evidence: Evidence): readonly Answer[] =>
  evidence
    .answered((request) => isCancel(request) && isWithoutKey(request) && isAlone(request))
    .filter(({ status }) => isSuccess(status)),
);

/** What a request without a valid key got on a kept connection, other than 401, as far as no like answer on a connection of its own tells it. */
const enteredOnKept = once((evidence: Evidence): readonly Answer[] => {
  const all = evidence.answered(isWithoutKey).filter(({ status }) => status !== 401);
  const alone = new Set(all.filter(({ request }) => isAlone(request)).flatMap(likenesses));
  return all.filter((answer) => !isAlone(answer.request) && !likenesses(answer).some((each) => alone.has(each)));
});

/** The same credential is taken; or the same kind of order is looked up first, and gets the same. */
const likenesses = ({ request, status }: Answer): readonly string[] => [
  `${operationOf(request)} with ${request.credential}`,
  `${operationOf(request)} of ${unknownOf(request) ?? orderOf(request)?.state} gets ${status}`,
];

type Where = (request: Request) => boolean;

const onListing = (credential: FaultyCredential): Rule =>
  refused(`auth.list.${credential}`, {
    needs: [`auth-list-${credential}`],
    where: (request) => request.aim.kind === 'listing' && request.credential === credential,
    also: (request) => request.aim.kind === 'listing' && request.credential === credential,
  });

/** Of another order than the one that the key alone keeps from being cancelled. */
const isFirst = ({ role }: Request): boolean => role !== 'refused';

const onPending = (credential: FaultyCredential): Rule =>
  refused(`auth.cancel.${credential}`, {
    needs: ['auth-cancel-pending'],
    where: (request) => isCancel(request) && !isFirst(request) && request.credential === credential,
    also: (request) => isCancel(request) && request.credential === credential,
  });

/** §5.3: the key is looked at before the order is. */
const first = refused('auth.first', {
  needs: refusedFirstScenarios.map(({ id }) => id),
  where: (request) => isCancel(request) && isFirst(request),
});

/** §5.3: on a connection that another request has used with another key. */
const keptConnection: Rule = {
  requirement: 'auth.kept-connection',
  from: ['kept-connections'],
  judge: judgeReused,
};

/** §5.3: after the refusals, the order can still be cancelled. */
const noEffect: Rule = {
  requirement: 'auth.no-effect',
  from: ['auth-cancel-pending'],
  judge: (evidence) =>
    outlivedOrOpen(evidence, {
      requirement: 'auth.no-effect',
      suspect: 'without-key',
      isAbout: ({ roles }) => roles.has('refused'),
    }),
};

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
const challenge = rule('auth.www-authenticate', {
  needs: ['auth-list-missing'],
  each: refusalsOfKey,
  judge: ({ exchange, response }) =>
    headerValues(response, 'www-authenticate').some((value) => value.trim() !== '')
      ? held(exchange)
      : {
          message: 'The 401 does not say how to authenticate.',
          expected: 'WWW-Authenticate: Bearer',
          actual: 'no WWW-Authenticate',
          at: 'header WWW-Authenticate',
          exchange,
        },
});

export const authenticationRules: readonly Rule[] = [
  ...faultyCredentials.map(onListing),
  ...faultyCredentials.map(onPending),
  first,
  keptConnection,
  noEffect,
  challenge,
];

export const schemeLetterCaseObserver: Observer = {
  ambiguity: 'scheme-letter-case',
  observe: (evidence) =>
    evidence
      .answered(({ credential }) => credential === 'valid-lowercase-scheme')
      .map(({ status }) => ({
        observed: status === 200 ? '`bearer` is accepted' : `\`bearer\` gets ${status}`,
      })),
};

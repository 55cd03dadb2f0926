import { type Answer, type Evidence, KEY_LOST } from '../../runner/evidence/evidence.js';
import { headerValues } from '../../runner/evidence/exchange.js';
import { isCancel, orderOf, type Request } from '../../runner/evidence/request.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import { goesTo, isAlone, isKeyAccepted, isWithoutKey, judgeStatus, refusalsOfKey } from '../answers.js';
import { blamed } from '../blame.js';
import type { RequirementId } from '../catalogue.generated.js';
import { judgeReused } from '../connections.js';
import { type FatedOrder, fates } from '../fates.js';
import { acceptedBefore, isStillPending, refusalsBefore } from '../history.js';
import { rewrittenAfter } from '../rewrites.js';
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
    const why =
      answer.exchange.begun >= evidence.keyLost
        ? KEY_LOST
        : `${situation} is refused, but so is the valid key, or it was not shown to be accepted. Check the key, and the findings of the other scenarios.`;
    return inconclusive(why, answer.request.id.scenario);
  }
  return judgeStatus(answer, 401, situation);
}

/** Requests without a valid key must get 401; on kept connections, `auth.kept-connection` judges. */
const refused = (requirement: RequirementId, { needs, where }: { needs: readonly string[]; where: Where }): Rule =>
  rule(requirement, {
    needs,
    each: (evidence) => evidence.answers((request) => isWithoutKey(request) && isAlone(request) && where(request)),
    judge: judgeRefusal,
  });

type Where = (request: Request) => boolean;

const onListing = (credential: FaultyCredential): Rule =>
  refused(`auth.list.${credential}`, {
    needs: [`auth-list-${credential}`],
    where: (request) => request.aim.kind === 'listing' && request.credential === credential,
  });

/** The pending order alone isolates the fault of the key. */
const isOnPending = (request: Request): boolean => request.role === 'refused' && goesTo('pending')(request);

const onPending = (credential: FaultyCredential): Rule =>
  refused(`auth.cancel.${credential}`, {
    needs: ['auth-cancel-pending'],
    where: (request) => isOnPending(request) && request.credential === credential,
  });

/** §5.3: the key is looked at before the order is. */
const first = refused('auth.first', {
  needs: refusedFirstScenarios.map(({ id }) => id),
  where: (request) => isCancel(request) && !isOnPending(request),
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
  judge: (evidence) => [
    ...fates(evidence).flatMap((cancelled) => judgeOrder(evidence, cancelled)),
    ...blamed(evidence, 'auth.no-effect'),
    ...rewrittenAfter(evidence, 'refusals'),
  ],
};

function judgeOrder(evidence: Evidence, { order, part, answers, open, fate }: FatedOrder): readonly Result[] {
  const [answer] = answers;
  if (!answer) return part === 'protected' ? open : [];
  if (refusalsBefore(evidence, answer).length === 0) return [];
  // What else was in the way of its cancel is told where that is judged.
  if (part === 'plain' && fate?.kind !== 'cancelled') return [];
  const accepted = acceptedBefore(evidence, answer);
  if (accepted) return [accepted];
  if (isStillPending(evidence, order, answer)) return [held(answer.exchange)];
  switch (fate?.kind) {
    case 'cancelled':
      return [held(fate.answer.exchange)];
    case 'unjudged':
      return [fate.unjudged];
    case 'refused':
      return fate.suspect
        ? []
        : [inconclusive('The cancel with the valid key failed in another way.', answer.request.id.scenario)];
    case undefined:
      return [];
  }
}

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
const challenge = rule('auth.www-authenticate', {
  needs: ['auth-list-missing'],
  inTitleOf: [],
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

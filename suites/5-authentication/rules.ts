import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import { headerValues } from '../../runner/evidence/exchange.js';
import type { PlannedRequest } from '../../runner/evidence/plan.js';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { held, type Result } from '../../runner/judge/rule.js';
import { CREDENTIALS, type FaultyCredential, faultyCredentials } from '../../runner/secrets/credentials.js';
import { answered, judgeEach, judgeStatus } from '../answers.js';
import type { Observer, Rule } from '../rule.js';
import { isKeyAccepted, isUnauthenticated, refusalsOfKey } from '../situations.js';
import { keptConnection } from './kept-connections.js';
import { noEffect } from './no-effect.js';
import { refusedFirstScenarios } from './scenarios.js';

/** What was sent, as the subject of a sentence. */
function situationOf({ operation, order, credential }: PlannedRequest): string {
  const state = order?.kind === 'declared' ? order.order.state : 'unknown';
  const target = operation === 'listOrders' ? 'A listing' : `A cancel${OF_STATE[state]}`;
  return `${target} with ${CREDENTIALS[credential].words}`;
}

const OF_STATE = {
  pending: '',
  shipped: ' of a shipped order',
  other: ' of an order in another state',
  unknown: ' of an unknown order',
} as const;

function judgeRefusal(evidence: Evidence, answer: Answer): Result {
  const situation = situationOf(answer.request);
  if (answer.status === 401 && !isKeyAccepted(evidence, answer)) {
    return inconclusive(
      `${situation} is refused, but so is the valid key, or it was not shown to be accepted. Check the key, and the findings of the other scenarios.`,
      answer.request.scenario,
    );
  }
  return judgeStatus(answer, { status: 401, situation });
}

const judgeRefusals = (evidence: Evidence, where: (request: PlannedRequest) => boolean): Result[] =>
  judgeEach(
    // On kept connections, `auth.kept-connection` judges.
    evidence.answers((request) => isUnauthenticated(request) && request.connection === undefined && where(request)),
    (answer) => judgeRefusal(evidence, answer),
  );

const onListing = (credential: FaultyCredential): Rule => ({
  requirement: `auth.list.${credential}`,
  from: [`auth-list-${credential}`],
  judge: (evidence) =>
    judgeRefusals(evidence, (request) => request.operation === 'listOrders' && request.credential === credential),
});

const onPending = (credential: FaultyCredential): Rule => ({
  requirement: `auth.cancel.${credential}`,
  from: ['auth-cancel-pending'],
  judge: (evidence) =>
    judgeRefusals(
      evidence,
      (request) => request.scenario === 'auth-cancel-pending' && request.credential === credential,
    ),
});

/** §5.3: the key is looked at before the order is. */
const first: Rule = {
  requirement: 'auth.first',
  from: refusedFirstScenarios.map(({ id }) => id),
  judge: (evidence) =>
    judgeRefusals(
      evidence,
      (request) => request.operation === 'cancelOrder' && request.scenario !== 'auth-cancel-pending',
    ),
};

/** RFC 9110 §15.5.2: a 401 says how to authenticate. */
const challenge: Rule = {
  requirement: 'auth.www-authenticate',
  from: ['auth-list-missing'],
  judge: (evidence) =>
    refusalsOfKey(evidence).map(({ exchange, response }) =>
      headerValues(response, 'www-authenticate').some((value) => value.trim() !== '')
        ? held(exchange)
        : {
            message: 'The 401 does not say how to authenticate.',
            expected: 'WWW-Authenticate: Bearer',
            actual: 'no WWW-Authenticate',
            at: 'header WWW-Authenticate',
            exchange,
          },
    ),
};

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
    answered(evidence.answers(({ credential }) => credential === 'valid-lowercase-scheme')).map(({ status }) => ({
      observed: status === 200 ? '`bearer` is accepted' : `\`bearer\` gets ${status}`,
    })),
};

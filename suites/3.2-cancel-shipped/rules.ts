import { readBody } from '../../runner/evidence/body.js';
import { type Answer, answered, type Evidence, isSuccess, showsAbsence } from '../../runner/evidence/evidence.js';
import { inconclusive, isUnjudged } from '../../runner/evidence/unjudged.js';
import { held, type Observation, type Result } from '../../runner/judge/rule.js';
import { goesTo, isAuthorized, judgeStatus, orderIdOf } from '../answers.js';
import { blamed } from '../blame.js';
import { judgeContentType, judgeJson } from '../json.js';
import { losses } from '../losses.js';
import { judgeEach, type Observer, type Rule, rule } from '../rule.js';
import { shownAsPending, wrongFixture } from '../shown-state.js';

const cancels = (evidence: Evidence, which: 'cancel' | 'again' | 'own-id') =>
  evidence.answers((request) => request.role === which && goesTo('shipped')(request));

/** §3.2: an order that has shipped cannot be reversed. */
const status = rule('cancel.shipped.status', {
  needs: ['cancel-shipped'],
  each: (evidence) => cancels(evidence, 'cancel'),
  judge: (answer, evidence) => {
    const id = orderIdOf(answer.request);
    // Another requirement says what took it away.
    const loss = losses(evidence).find(({ order }) => order.id === id);
    if (answer.status === 404 && loss && loss.suspect !== 'own-cancel') {
      return inconclusive(`Order ${id} disappeared before its cancel, so there was nothing left to refuse.`);
    }
    const hint = answer.status === 204 ? 'The fixture may be wrong: had the order really shipped?' : undefined;
    return (
      wrongFixture(evidence, answer) ??
      shownAsPending(evidence, answer) ??
      judgeStatus(answer, 409, `The cancel of order ${id}, declared shipped,`, hint)
    );
  },
});

const conflicts = (evidence: Evidence): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && goesTo('shipped')(request))
    .filter((answer) => answer.status === 409);

/** §7: the shape of this body is not shown; §0: a body is JSON. */
const bodyJson = rule('cancel.shipped.body-json', {
  needs: ['cancel-shipped'],
  each: conflicts,
  judge: (answer) => {
    const json = judgeJson(answer);
    return json ? [json, judgeContentType(answer)] : held(answer.exchange);
  },
});

const unchanged: Rule = {
  requirement: 'cancel.shipped.unchanged',
  from: ['cancel-shipped'],
  judge: (evidence) => [
    ...judgeListed(evidence),
    ...judgeEach(laterCancels(evidence), (answer) => {
      const id = orderIdOf(answer.request);
      const first = answered(cancels(evidence, 'cancel')).find(({ request }) => orderIdOf(request) === id);
      const loss = losses(evidence).find(({ order }) => order.id === id);
      if (first && isSuccess(first.status)) return [];
      if (answer.status === 404 && loss && (loss.suspect === 'others' || first?.status === 404)) return [];
      return judgeStatus(answer, 409, `A later cancel of order ${id}, declared shipped,`);
    }),
  ],
};

/** On a connection that was used for another id, a 404 may be that one's: `cancel.told-apart` judges it. */
const laterCancels = (evidence: Evidence) => [
  ...cancels(evidence, 'again'),
  ...answered(cancels(evidence, 'own-id')).filter(({ status }) => status !== 404),
];

function judgeListed(evidence: Evidence): Result[] {
  const after = evidence.listing('after');
  if (isUnjudged(after) || !showsAbsence(after.reading)) return [];
  const gone = blamed(evidence, 'cancel.shipped.unchanged');
  if (gone.length > 0) return gone;
  const listed = answered(cancels(evidence, 'cancel')).some(({ request }) =>
    after.reading.lists(orderIdOf(request) ?? 0n),
  );
  return listed ? [held(after.exchange)] : [];
}

export const cancelShippedRules: readonly Rule[] = [status, bodyJson, unchanged];

export const conflictBodyObserver: Observer = {
  ambiguity: '409-body',
  observe: (evidence) => conflicts(evidence).flatMap(({ response }) => describeShape(response)),
};

function describeShape(response: Answer['response']): Observation[] {
  const body = readBody(response);
  if (body.kind === 'absent') return [{ observed: 'none' }];
  if (body.kind !== 'value') return [];
  const { value } = body;
  if (Array.isArray(value)) return [{ observed: 'an array' }];
  if (typeof value !== 'object' || value === null) {
    return [{ observed: `JSON ${value === null ? 'null' : typeof value}` }];
  }
  const names = Object.keys(value);
  if (names.length === 0) return [{ observed: 'an object without members' }];
  return [{ observed: 'an object with ', quoted: names.join(', ') }];
}

import { readBody } from '../../runner/evidence/body.js';
import { type Answer, answered, type Evidence, isSuccess, showsAbsence } from '../../runner/evidence/evidence.js';
import { orderOf, type Request } from '../../runner/evidence/request.js';
import { inconclusive, isUnjudged } from '../../runner/evidence/unjudged.js';
import { held, type Observation, type Result } from '../../runner/judge/rule.js';
import { goesTo, isAuthorized, judgeStatus, orderIdOf } from '../answers.js';
import { judgeContentType, judgeJson } from '../json.js';
import { diagnosed, wasChangedBefore, whyNotAsDeclared } from '../orders/diagnosed.js';
import { judgeEach, type Observer, type Rule, rule } from '../rule.js';

const firstCancels = (evidence: Evidence) =>
  evidence.answers((request) => request.role === 'cancel' && goesTo('shipped')(request));

/** What broke off on a connection that was used before says nothing of the order; others of these do. */
function laterCancels(evidence: Evidence) {
  const isLater = (request: Request) => ['again', 'own-id'].includes(request.role) && goesTo('shipped')(request);
  return [
    ...evidence.answers((request) => isLater(request) && !request.connection),
    ...evidence.answered((request) => isLater(request) && Boolean(request.connection)),
  ];
}

/** §3.2: an order that has shipped cannot be reversed. What a 404 says of it is diagnosed. */
const firstStatus: Rule = {
  requirement: 'cancel.shipped.status',
  from: ['cancel-shipped'],
  judge: (evidence) => {
    const told = diagnosed(evidence, 'cancel.shipped.status');
    return [
      ...told,
      ...judgeEach(firstCancels(evidence), (answer) => {
        if (answer.status !== 404 && !succeedsOnceChanged(evidence, answer)) return judgeFirst(evidence, answer);
        const order = orderOf(answer.request);
        const why = order && whyNotAsDeclared(evidence, order);
        if (why || told.length > 0) return why ?? [];
        const how = answer.status === 404 ? 'gone' : 'changed';
        return inconclusive(`Order ${order?.id} was ${how} before its cancel, so there was nothing left to refuse.`);
      }),
    ];
  },
};

function judgeFirst(evidence: Evidence, answer: Answer): Result {
  const order = orderOf(answer.request);
  const hint = answer.status === 204 ? 'The fixture may be wrong: had the order really shipped?' : undefined;
  return (
    (order && whyNotAsDeclared(evidence, order)) ??
    judgeStatus(answer, 409, `The cancel of order ${order?.id}, declared shipped,`, hint)
  );
}

/** Not shipped any more, as a listing had shown, it may be cancelled: who changed it is told by the diagnosis. */
function succeedsOnceChanged(evidence: Evidence, { request, exchange, status }: Answer): boolean {
  const order = orderOf(request);
  return isSuccess(status) && order !== undefined && wasChangedBefore(evidence, order, exchange);
}

const conflicts = (evidence: Evidence): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && goesTo('shipped')(request))
    .filter((answer) => answer.status === 409);

/** What breaks off once is noise: such a cancel is not sent again, but there are others. */
function readConflicts(evidence: Evidence): readonly Answer[] {
  const all = conflicts(evidence);
  const whole = all.filter(({ response }) => response.body.end !== 'truncated');
  return all.length - whole.length === 1 && whole.length > 0 ? whole : all;
}

/** §7: the shape of this body is not shown; §0: a body is JSON. */
const bodyJson = rule('cancel.shipped.body-json', {
  needs: ['cancel-shipped'],
  each: readConflicts,
  judge: (answer) => {
    const json = judgeJson(answer);
    return json ? [json, judgeContentType(answer)] : held(answer.exchange);
  },
});

/** §3.2: it is still shipped after its cancel. */
const unchanged: Rule = {
  requirement: 'cancel.shipped.unchanged',
  from: ['cancel-shipped'],
  judge: (evidence) => [
    ...diagnosed(evidence, 'cancel.shipped.unchanged'),
    ...judgeListed(evidence),
    ...judgeEach(laterCancels(evidence), (answer) => {
      const id = orderIdOf(answer.request);
      const first = answered(firstCancels(evidence)).find(({ request }) => orderIdOf(request) === id);
      // What these say of the order is diagnosed.
      if (answer.status === 404 || isSuccess(answer.status) || (first && isSuccess(first.status))) return [];
      return judgeStatus(answer, 409, `A later cancel of order ${id}, declared shipped,`);
    }),
  ],
};

function judgeListed(evidence: Evidence): Result[] {
  const after = evidence.listing('after');
  if (isUnjudged(after)) return [after];
  if (!showsAbsence(after.reading)) return [];
  const listed = answered(firstCancels(evidence)).some(({ request }) => after.reading.lists(orderIdOf(request) ?? 0n));
  return listed ? [held(after.exchange)] : [];
}

export const cancelShippedRules: readonly Rule[] = [firstStatus, bodyJson, unchanged];

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

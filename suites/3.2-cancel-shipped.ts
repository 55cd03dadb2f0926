import { scenario } from '../runner/engine/scenario.js';
import { readBody } from '../runner/evidence/body.js';
import { type Answer, answered, type Evidence, isSuccess, showsAbsence } from '../runner/evidence/evidence.js';
import { orderOf, type Request } from '../runner/evidence/request.js';
import { inconclusive, isUnjudged } from '../runner/evidence/unjudged.js';
import { held, type Observation, type Result } from '../runner/judge/rule.js';
import { judgeContentType, judgeJson } from './0-bodies.js';
import { goesTo, isAuthorized, judgeStatus, orderIdOf } from './answers.js';
import { type ClauseFile, clause, judgeEach } from './clause.js';
import { diagnosed, wasChangedBefore, whyNotAsDeclared } from './orders/diagnosed.js';
import { cancelOf, cancelWithKey, refusal, refusedAfterCancel, UNLIKE_KEY } from './requests.js';

/** §3.2, §4.2: a shipped order is refused with 409. §7 does not show the body of a 409; §0 says that it is JSON. */
const { must } = clause(
  '3.2',
  'cancelOrder',
  'An order that has already shipped cannot be reversed; cancelling it is refused with status 409.',
);
const conflictBody = clause('7', 'cancelOrder', 'All bodies are JSON (`application/json`).');
const { open } = clause(
  '7',
  'cancelOrder',
  '| 409 | cancelOrder | order has already shipped | body shape: not shown |',
);

const cancel = cancelWithKey('left-alone', 'own', 'must be refused: the order has shipped');

const again = {
  ...cancelWithKey('again', 'own', 'must be refused again: it is still shipped', 'again'),
  when: { found: 'cancel' },
} as const;

export const shipped = scenario({
  id: 'cancel-shipped',
  title: 'A cancel of a shipped order is refused with 409, and the order stays shipped',
  order: { state: 'shipped' },
  reads: ['before', 'after'],
  requests: {
    // `auth-cancel-shipped` tries its own order without a key.
    'further-missing': { ...refusal('refused', 'missing', 'refused-first'), order: { further: 'shipped' } },
    'further-wrong': { ...refusal('refused', 'wrong', 'refused-first'), order: { further: 'shipped' } },
    cancel: { ...cancel, connection: 'ids' },
    // Before any order is cancelled: only refused cancels can have changed it.
    'at-once': { ...again, stage: 'left-alone', connection: 'ids' },
    further: { ...cancel, order: { further: 'shipped' } },
    // Not together with its own cancel: it would be unknown which of the two changed the order.
    'neighbour-32-bits': cancelOf(
      'texts',
      'shares-low-32-bits',
      'must not be found: only 32 bits take it for the shipped order',
      'neighbour',
    ),
    // Sent together with the first cancel of a pending order, and after it.
    'unknown-id': {
      ...cancelOf('cancelled', 'plain', 'must not be found: its connection was used for an order', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    'own-id': {
      ...cancelWithKey('cancelled', 'own', 'must be refused: its connection was used for another id', 'own-id'),
      connection: 'ids',
      when: { found: 'cancel' },
    },
    ...refusedAfterCancel('again', UNLIKE_KEY, { found: 'cancel' }),
    again,
    // A body is JSON, even if the request accepts anything (§0).
    'again-any': { ...again, accept: 'any' },
    'again-none': { ...again, accept: 'none' },
  },
});

const firstCancels = (evidence: Evidence) =>
  evidence.answers((request) => request.role === 'cancel' && goesTo('shipped')(request));

const firstStatus = must('cancel.shipped.status', {
  text: 'Cancelling a shipped order returns 409.',
  fix: 'Find the order by its whole 64-bit id, and answer 409 when it has already shipped.',
  needs: [shipped],
  judgeRun: (evidence) => {
    const told = diagnosed(evidence, 'cancel.shipped.status');
    return [
      ...told,
      ...judgeEach(firstCancels(evidence), (answer) => {
        if (answer.status !== 404 && !succeedsOnceChanged(evidence, answer)) return judgeFirst(evidence, answer);
        // `diagnosed` reports what a 404 shows of the order.
        const order = orderOf(answer.request);
        const why = order && whyNotAsDeclared(evidence, order);
        if (why || told.length > 0) return why ?? [];
        const how = answer.status === 404 ? 'gone' : 'changed';
        return inconclusive(`Order ${order?.id} was ${how} before its cancel, so there was nothing left to refuse.`);
      }),
    ];
  },
});

function judgeFirst(evidence: Evidence, answer: Answer): Result {
  const order = orderOf(answer.request);
  const hint = answer.status === 204 ? 'The fixture may be wrong: had the order really shipped?' : undefined;
  return (
    (order && whyNotAsDeclared(evidence, order)) ??
    judgeStatus(answer, 409, `The cancel of order ${order?.id}, declared shipped,`, hint)
  );
}

/** A listing had shown that the order is not shipped any more, so it may be cancelled; the windows say who changed it. */
function succeedsOnceChanged(evidence: Evidence, { request, exchange, status }: Answer): boolean {
  const order = orderOf(request);
  return isSuccess(status) && order !== undefined && wasChangedBefore(evidence, order, exchange);
}

const bodyJson = conflictBody.must('cancel.shipped.body-json', {
  text: 'If the 409 for a shipped order has a body, it is JSON, sent as `application/json`.',
  why: 'The contract does not show the shape of that body, but all bodies of the interface are JSON.',
  fix: 'Send JSON with `Content-Type: application/json`, or no body at all.',
  needs: [shipped],
  answers: readConflicts,
  judge: (answer) => {
    const json = judgeJson(answer);
    return json ? [json, judgeContentType(answer)] : held(answer.exchange);
  },
});

const conflicts = (evidence: Evidence): Answer[] =>
  evidence
    .answered((request) => isAuthorized(request) && goesTo('shipped')(request))
    .filter((answer) => answer.status === 409);

/** One body that broke off is noise if another one was whole. */
function readConflicts(evidence: Evidence): readonly Answer[] {
  const all = conflicts(evidence);
  const whole = all.filter(({ response }) => response.body.end !== 'truncated');
  return all.length - whole.length === 1 && whole.length > 0 ? whole : all;
}

const unchanged = must('cancel.shipped.unchanged', {
  text: 'A shipped order is still shipped after a refused cancel: it is still listed, and a second cancel returns 409 again.',
  why: 'An order that has shipped cannot be reversed.',
  fix: 'Refuse the cancel before you change anything.',
  needs: [shipped],
  judgeRun: (evidence) => [
    ...diagnosed(evidence, 'cancel.shipped.unchanged'),
    ...judgeListed(evidence),
    ...judgeEach(laterCancels(evidence), (answer) => {
      const id = orderIdOf(answer.request);
      const first = answered(firstCancels(evidence)).find(({ request }) => orderIdOf(request) === id);
      // `diagnosed` reports what these statuses show of the order.
      if (answer.status === 404 || isSuccess(answer.status) || (first && isSuccess(first.status))) return [];
      return judgeStatus(answer, 409, `A later cancel of order ${id}, declared shipped,`);
    }),
  ],
});

/** A request that broke off on a used connection shows nothing of the order; the other later cancels do. */
function laterCancels(evidence: Evidence) {
  const isLater = (request: Request) => ['again', 'own-id'].includes(request.role) && goesTo('shipped')(request);
  return [
    ...evidence.answers((request) => isLater(request) && !request.connection),
    ...evidence.answered((request) => isLater(request) && Boolean(request.connection)),
  ];
}

function judgeListed(evidence: Evidence): Result[] {
  const after = evidence.listing('after');
  if (isUnjudged(after)) return [after];
  if (!showsAbsence(after.reading)) return [];
  const listed = answered(firstCancels(evidence)).some(({ request }) => after.reading.lists(orderIdOf(request) ?? 0n));
  return listed ? [held(after.exchange)] : [];
}

const shapeOf409 = open('409-body', 'What is the shape of the body of a 409?', (evidence) =>
  conflicts(evidence).flatMap(({ response }) => describeShape(response)),
);

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

export const cancelShipped: ClauseFile = { demands: [firstStatus, bodyJson, unchanged], questions: [shapeOf409] };

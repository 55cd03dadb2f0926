import { type Answer, type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, responseOf, statusOf } from '../../evidence/exchange.js';
import {
  isCancel,
  isValid,
  operationOf,
  orderOf,
  type Request,
  sharedListing,
  unknownOf,
} from '../../evidence/request.js';
import { isWithoutKey, type SituationId, situationIn, situationOf, statusFor } from '../../suites/terms/situation.js';
import { type DeviantAnswer, isSlashAdded, namesSlash } from './deviation.js';
import { plain, type Trait } from './kinds.js';

/** The trait of a status that deviates. */
export function statusTraits(wrong: readonly DeviantAnswer[], evidence: Evidence): (of: DeviantAnswer) => Trait {
  const every = statusOfEveryCancel(evidence);
  const before = evidence.exchange(sharedListing('before'));
  const listed = before && statusOf(before);
  // The valid key under `bearer` in other letters may count as valid: then it gets the same status as the valid key.
  const isAsValid = ({ request, status }: DeviantAnswer): boolean =>
    request.credential === 'valid' || (isValid(request.credential) && status === listed);
  const withoutKey = wrong.filter((answer) => !isAsValid(answer));
  const cancels = withoutKey.filter(({ request }) => isCancel(request));
  const taken = new Set(cancels.flatMap(({ request, status }) => (isSuccess(status) ? request.credential : [])));
  // If the target refuses bad keys with 404, a 404 does not show that it looked for the order.
  // An order that was cancelled, with whatever key, is gone for the next one: its 404 hides nothing.
  const succeeded = evidence.answered(isCancel).filter(({ status }) => isSuccess(status));
  const gone = new Set(succeeded.map(({ exchange }) => exchange.sent.orderId));
  const isGone = ({ sent }: Exchange): boolean => gone.has(sent.orderId);
  const hidesOrders = cancels.some(
    ({ request, status, exchange }) =>
      request.aim.kind === 'order' && status === 404 && !taken.has(request.credential) && !isGone(exchange),
  );
  // If another bad key gets 401 for the same id, the target checks keys before it looks up that order. Only for orders that
  // no cancel changes.
  const isLasting = (request: Request): boolean => orderOf(request)?.state !== 'pending';
  const invalid = evidence.answered((request) => request.credential === 'wrong' && isLasting(request));
  const checked = new Set(invalid.flatMap(({ exchange, status }) => (status === 401 ? exchange.sent.orderId : [])));
  const kindOfRefusal = ({ request, status, exchange }: DeviantAnswer) => {
    if (isSuccess(status)) return 'key-not-checked';
    // If the same bad key has cancelled an order, that order is gone, or no longer pending.
    if (taken.has(request.credential) && (status === 404 || status === 409)) return 'key-not-checked';
    const isFound = isCancel(request) && (status === 409 || (status === 404 && !hidesOrders));
    if (!isFound) return 'refused';
    return taken.size > 0 || checked.has(exchange.sent.orderId) ? 'key-not-checked' : 'order-before-key';
  };
  const isRedirected = wrong.some(isSlashAdded);
  const accepted = withoutKey.filter((answer) => kindOfRefusal(answer) !== 'refused');
  const isCached = followsValidKey(accepted, evidence);
  const about = whereAccepted(accepted, evidence);
  const isAboutSlash = (answer: DeviantAnswer): boolean => isSlashAdded(answer) || (isRedirected && namesSlash(answer));
  const ofKey = ({ status }: DeviantAnswer, kind: ReturnType<typeof kindOfRefusal>): Trait => {
    if (kind === 'refused') return plain(kind, `refused-${status}`);
    if (isCached) return plain('after-valid-key');
    return kind === 'key-not-checked' ? { ...plain(kind), about } : plain(kind);
  };
  const isBehindKey = asWithoutKey(evidence);
  const classOfLarge = refusesLarge(wrong.filter(isAsValid), evidence);
  const ofValidKey = (answer: DeviantAnswer): Trait => {
    if (isBehindKey(answer)) return plain('error-page', 'error-page-behind-key');
    return plain('status', `${classOfLarge(answer) ?? classOf(answer, evidence)}-${answer.status}`);
  };
  return (answer) => {
    const { request } = answer;
    if (isAboutSlash(answer)) return plain('slash-redirect');
    if (every && isCancel(request) && (every.withAnyKey || isAsValid(answer))) {
      return plain('every-cancel', `every-${every.withAnyKey ? '' : 'valid-'}cancel-${every.status}`);
    }
    return isAsValid(answer) ? ofValidKey(answer) : ofKey(answer, kindOfRefusal(answer));
  };
}

/** The situation that names the cause: one root has one cause. */
function classOf(answer: Pick<Answer, 'request' | 'exchange'>, evidence: Evidence): SituationId {
  const { id } = situationIn(evidence, answer);
  if (id === 'neighbour') return 'unknown';
  // A loser that gets what a second cancel gets has no cause of its own.
  const isSecond = ({ exchange }: Answer): boolean => situationOf(exchange).id === 'cancelled';
  const second = id === 'loser' ? evidence.answered(isCancel).filter(isSecond) : [];
  return second.some(({ exchange }) => statusOf(exchange) === statusOf(answer.exchange)) ? 'cancelled' : id;
}

/** A route or validator that refuses large ids does so for every order: one of these situations names all its answers. */
function refusesLarge(wrong: readonly DeviantAnswer[], evidence: Evidence) {
  const isLarge = ({ exchange }: DeviantAnswer): boolean => (exchange.sent.orderId ?? '').length >= 10;
  const isRefused = ({ status }: DeviantAnswer): boolean => status >= 400 && status !== 404 && status !== 409;
  const statuses = new Set(wrong.filter((each) => !isLarge(each)).map(({ status }) => status));
  return (answer: DeviantAnswer): SituationId | undefined => {
    if (!isRefused(answer) || statuses.has(answer.status)) return undefined;
    const alike = wrong.filter(({ status }) => status === answer.status).map((other) => classOf(other, evidence));
    return (['unknown', 'pending'] as const).find((id) => alike.includes(id));
  };
}

/**
 * True of a cancel with the valid key that gets the answer of one without a key, though the key was accepted: in the same stage,
 * and for another cancel. What writes the errors of the service may be behind the key.
 */
function asWithoutKey(evidence: Evidence): (answer: DeviantAnswer) => boolean {
  const accepted = evidence
    .answered(({ credential }) => credential === 'valid')
    .filter((answer) => isSuccess(answer.status) || answer.status === statusFor(evidence, answer));
  const stages = new Set(accepted.map(({ request }) => request.stage));
  const refusals = evidence.answered((request) => isCancel(request) && request.credential === 'missing');
  const likenesses = new Set(refusals.map(({ exchange }) => likenessOf(exchange)));
  return ({ request, status, exchange }) =>
    (status === 401 || status === 403) &&
    isCancel(request) &&
    stages.has(request.stage) &&
    accepted.some((other) => isCancel(other.request)) &&
    likenesses.has(likenessOf(exchange));
}

/** Status, header fields and body, without what is of one request: its id, a time, the number of a trace. */
function likenessOf(exchange: Exchange): string {
  const response = responseOf(exchange);
  const names = response?.headers.map(([name]) => name.toLowerCase()).sort();
  const text = new TextDecoder().decode(response?.body.head);
  return [response?.status, names, text.replaceAll(/[\da-f-]+/gi, '')].join('\n');
}

/** True if bad keys are accepted only at paths that the valid key has requested before, and get 401 elsewhere. */
function followsValidKey(accepted: readonly DeviantAnswer[], evidence: Evidence): boolean {
  const valid = evidence.answered(({ credential }) => credential === 'valid');
  const pathOf = ({ sent }: Exchange): string => `${sent.method} ${sent.url.replace(/\?.*/, '')}`;
  const isAsked = ({ exchange }: Pick<DeviantAnswer, 'exchange'>): boolean =>
    valid.some(({ exchange: other }) => pathOf(other) === pathOf(exchange) && other.begun < exchange.ended);
  return accepted.length > 0 && accepted.every(isAsked) && refusedLike(accepted, evidence).some((one) => !isAsked(one));
}

/** Answers with 401 to the same credentials for the same operation. */
const refusedLike = (accepted: readonly DeviantAnswer[], evidence: Evidence): readonly Answer[] =>
  evidence.answered(isWithoutKey).filter(({ request, status }) => {
    const isLike = ({ request: other }: DeviantAnswer): boolean =>
      other.credential === request.credential && operationOf(other) === operationOf(request);
    return status === 401 && accepted.some(isLike);
  });

/** Says where wrong keys are accepted if the same keys get 401 elsewhere: `where …`, or else `N of M times`. */
function whereAccepted(accepted: readonly DeviantAnswer[], evidence: Evidence): string | undefined {
  const refused = refusedLike(accepted, evidence);
  if (refused.length === 0) return undefined;
  const [words] = PLACES.find(([, isThere]) => accepted.every(isThere) && !refused.some(isThere)) ?? [];
  return words ? `where ${words}` : `${accepted.length} of ${accepted.length + refused.length} times`;
}

type Criterion = (answer: Pick<DeviantAnswer, 'request' | 'exchange'>) => boolean;

const PLACES: readonly (readonly [words: string, isThere: Criterion])[] = [
  ['the address has a query', ({ request: { aim } }) => aim.kind === 'listing' && aim.query !== undefined],
  ['no order has the id', ({ request }) => unknownOf(request) !== undefined],
  ['the order has shipped', ({ request }) => orderOf(request)?.state === 'shipped'],
  ['the order is neither pending nor shipped', ({ request }) => orderOf(request)?.state === 'other'],
  ['the id has 16 digits or more', ({ exchange }) => (exchange.sent.orderId ?? '').length >= 16],
  ['the id has 10 digits or more', ({ exchange }) => (exchange.sent.orderId ?? '').length >= 10],
];

/** The status of every cancel, or of every cancel with the valid key, if pending, shipped and unknown orders get the same. */
function statusOfEveryCancel(evidence: Evidence) {
  const ofDeclared = evidence.exchanges.filter(({ request }) => isCancel(request) && orderOf(request) !== undefined);
  const valid = evidence.exchanges.filter(({ request }) => isCancel(request) && request.credential === 'valid');
  const [status = 0, ...others] = new Set(valid.map(statusOf));
  const hasPending = valid.some(({ request }) => orderOf(request)?.state === 'pending');
  const hasOther = valid.some(({ request }) => orderOf(request)?.state !== 'pending');
  if (others.length > 0 || status < 300 || !hasPending || !hasOther) return undefined;
  const wrong = ofDeclared.filter(({ request }) => !isValid(request.credential));
  return { status, withAnyKey: wrong.length > 0 && wrong.every((exchange) => statusOf(exchange) === status) };
}

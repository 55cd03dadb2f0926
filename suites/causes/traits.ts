import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf as statusOfExchange } from '../../runner/evidence/exchange.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import { isCancel, isValid, orderOf, type Request, sharedListing, unknownOf } from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import {
  answerTrait,
  type DeviantAnswer,
  type Deviation,
  type FindTraits,
  requirementTrait,
  type Trait,
} from '../../runner/judge/causes/trait.js';
import type { Broken } from '../../runner/judge/rule.js';
import { isAlone, SILENCE } from '../answers.js';
import type { RequirementId } from '../catalogue.generated.js';
import { NOT_INT64 } from '../requests.js';
import {
  digitsMembers,
  everyCancel,
  keyNotChecked,
  nullMembers,
  onConnection,
  orderBeforeKey,
  refusedWith,
  roundedIds,
  type Situation,
  silentWithoutKey,
  statusOf,
  unsteadyWith,
} from './kinds.js';
import { isJson, looksLike, sentAs } from './looks.js';
import { type Unsteady, unsteadyAnswers } from './unsteady.js';

/** What the deviations of a run can share. */
export const findTraits: FindTraits = (deviations, evidence) => {
  const around = surroundingsOf(deviations, evidence);
  // A change of an order is one finding for two requirements: the more special one says what it has in common with others.
  const special = (deviation: Deviation): Deviation => {
    const { beside, message } = deviation.broken;
    const isSame = ({ requirement, broken }: Deviation): boolean =>
      requirement.id === beside && broken.message === message;
    return deviations.find(isSame) ?? deviation;
  };
  return new Map(deviations.map((deviation) => [deviation, traitsOf(special(deviation), around)]));
};

interface Surroundings {
  readonly evidence: Evidence;
  readonly unsteady: readonly Unsteady[];
  readonly roundsIds: boolean;
  /** The status of the listing before the cancels. */
  readonly listed: number | undefined;
  /** The status of every cancel of a run that sent some with the valid key and some without, if it is one that no route gets. */
  readonly everyCancel: number | undefined;
  /** Some cancel without the valid key succeeded. */
  readonly cancelsForAnyone: boolean;
  /** Some cancel of a declared order gets 404 without the valid key: then that is how the target refuses. */
  readonly hidesOrders: boolean;
  /** What gets no answer without the valid key. */
  readonly silent: readonly Exchange[];
  /** Media types under which JSON is sent that has what it must have: they are a mistake of their own, not that of an Error. */
  readonly typesOfRight: ReadonlySet<string>;
  /** Keys of what shows on connections that are not kept, too. */
  readonly alone: ReadonlySet<string>;
}

function surroundingsOf(deviations: readonly Deviation[], evidence: Evidence): Surroundings {
  const answers = deviations.flatMap(({ answer, broken }) => (answer && broken.at === 'status' ? [answer] : []));
  const cancels = answers.filter(({ request }) => isCancel(request) && !isValid(request.credential));
  const before = evidence.exchange(sharedListing('before'));
  const silent = deviations.flatMap(({ broken: { at, exchange } }) => (at === SILENCE && exchange ? exchange : []));
  const around = {
    evidence,
    silent: silent.filter(({ request }) => !isValid(request.credential)),
    typesOfRight: typesOfRight(deviations),
    unsteady: unsteadyAnswers(evidence),
    roundsIds: listsDoubles(evidence) || mistakesDoubles(answers),
    listed: before && statusOfExchange(before),
    everyCancel: statusOfEveryCancel(evidence),
    cancelsForAnyone: cancels.some(({ status }) => isSuccess(status)),
    hidesOrders: cancels.some(({ request, status }) => request.aim.kind === 'order' && status === 404),
  };
  const alone = answers.filter(({ exchange }) => !exchange.sent.kept).map((answer) => statusTrait(answer, around));
  return { ...around, alone: new Set(alone.map(({ key }) => key)) };
}

function typesOfRight(deviations: readonly Deviation[]): ReadonlySet<string> {
  const wrong = new Set(
    deviations.flatMap(({ answer, broken }) =>
      answer && broken.at.startsWith('body') && !isListing(answer) ? [answer.exchange] : [],
    ),
  );
  const right = deviations.flatMap(({ answer, broken }) =>
    answer && broken.at === CONTENT_TYPE && isJson(answer.look) && !wrong.has(answer.exchange) ? [answer] : [],
  );
  return new Set(right.map(({ look }) => look.mediaType));
}

const CONTENT_TYPE = 'header Content-Type';

const isListing = ({ request, status }: DeviantAnswer): boolean => request.reads !== undefined && status === 200;

/** A pending order must get 204, so a service that handles cancels has more than one status. */
function statusOfEveryCancel(evidence: Evidence): number | undefined {
  const cancels = evidence.answered(isCancel);
  const [status, ...others] = new Set(cancels.map((answer) => answer.status));
  const ofPending = cancels.filter(({ request }) => orderOf(request)?.state === 'pending');
  const isWithAnyKey = [true, false].every((valid) =>
    ofPending.some(({ request }) => isValid(request.credential) === valid),
  );
  return others.length === 0 && isWithAnyKey && status !== undefined && UNSERVED.has(status) ? status : undefined;
}

/** What a framework answers where it has no route for a path, or for its method. */
const UNSERVED: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** A declared order is listed under the double next to its id alone. */
function listsDoubles(evidence: Evidence): boolean {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return false;
  const { reading } = before;
  return declaredOrders(evidence.plan).some(({ id }) => !reading.lists(id) && reading.lists(BigInt(Number(id))));
}

/** Of the ids that no order has, only those above 2^53 are found, one that shares its double with an order among them. */
function mistakesDoubles(answers: readonly DeviantAnswer[]): boolean {
  const found = answers.filter(({ request, status }) => isFoundUnknown(request, status));
  const kinds = new Set(found.map(({ request }) => unknownOf(request)));
  return kinds.has('shares-double') && [...kinds].every((kind) => kind !== undefined && LARGE.has(kind));
}

const LARGE: ReadonlySet<string> = new Set(['shares-double', 'above-2-53', 'max-int64']);

const isFoundUnknown = (request: Request, status: number): boolean =>
  isValid(request.credential) && unknownOf(request) !== undefined && (status === 204 || status === 409);

function traitsOf(deviation: Deviation, around: Surroundings): Trait[] {
  const { broken, answer } = deviation;
  const own = requirementTrait(deviation);
  if (isRounded(deviation, around)) return [roundedIds];
  if (around.silent.some((exchange) => exchange === broken.exchange)) return [silentWithoutKey(around.silent)];
  if (!answer) return [own];
  const same = answerTrait(answer);
  const unsteady = around.unsteady.find(({ answers }) => answers.some(({ exchange }) => exchange === answer.exchange));
  if (unsteady) return [unsteadyWith(unsteady)];
  if (EFFECTS.has(deviation.requirement.id)) return [own];
  if (broken.at === 'status') return [statusOrConnection(answer, around), same];
  if (broken.at === CONTENT_TYPE) return [sentAs(answer.look), ...(isTypedLikeRight(answer, around) ? [] : [same])];
  // A challenge that is missing is repaired apart from the body.
  if (broken.at === 'header WWW-Authenticate') return [own];
  if (broken.at.startsWith('header')) return [same, own];
  if (!broken.at.startsWith('body')) return [own];
  if (!isListing(answer)) return [same, looksLike(answer.look)];
  return broken.at.startsWith('body byte') ? [same, own] : [memberTrait(broken) ?? own];
}

const isTypedLikeRight = ({ look }: DeviantAnswer, { typesOfRight }: Surroundings): boolean =>
  isJson(look) && typesOfRight.has(look.mediaType);

/** What a request did to an order that it must leave alone shows in answers to others, which follow from it. */
const EFFECTS: ReadonlySet<string> = new Set<RequirementId>([
  'auth.no-effect',
  'cancel.others-untouched',
  'orders.conserved',
]);

/** What follows where ids are kept as doubles: an id is missing in the listing, or an order answers for another. */
function isRounded({ broken, answer }: Deviation, { roundsIds, evidence }: Surroundings): boolean {
  if (!roundsIds || !answer) return false;
  const { request, status } = answer;
  if (broken.at === 'status') return isFoundUnknown(request, status) && LARGE.has(unknownOf(request) ?? '');
  return request.reads !== undefined && broken.at === 'body' && listsDoubles(evidence);
}

function statusOrConnection(answer: DeviantAnswer, around: Surroundings): Trait {
  const trait = statusTrait(answer, around);
  const isShared = answer.exchange.sent.kept && !isAlone(answer.request);
  return isShared && !around.alone.has(trait.key) ? onConnection : trait;
}

function statusTrait(
  { request, status }: DeviantAnswer,
  { cancelsForAnyone, everyCancel: unserved, hidesOrders, listed }: Omit<Surroundings, 'alone'>,
): Trait {
  if (unserved !== undefined && isCancel(request)) return everyCancel(unserved);
  // The valid key under a scheme in other letters is answered as the valid key is, or refused as any other.
  const isAsValid = request.credential === 'valid' || (isValid(request.credential) && status === listed);
  if (isAsValid) return statusOf(situationOf(request, status), status);
  if (isSuccess(status)) return keyNotChecked;
  const isFound = isCancel(request) && (status === 409 || (status === 404 && !hidesOrders));
  if (!isFound) return refusedWith(status);
  return cancelsForAnyone ? keyNotChecked : orderBeforeKey;
}

function situationOf(request: Request, status: number): Situation {
  const unknown = unknownOf(request);
  if (unknown) return unknown in NOT_INT64 ? 'not-int64' : 'unknown';
  // A second 204 is a first one's, too, as a race shows; another 2xx has a repair of its own.
  if (request.role === 'again' && orderOf(request)?.state === 'pending' && status !== 204) return 'cancelled';
  return orderOf(request)?.state ?? 'listing';
}

function memberTrait({ at, actual }: Broken): Trait | undefined {
  const isMember = /^body \/\d+\/./.test(at);
  if (isMember && actual === 'null') return nullMembers;
  return isMember && /^"-?\d+"$/.test(actual) ? digitsMembers : undefined;
}

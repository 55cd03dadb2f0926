import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import {
  idText,
  isCancel,
  isValid,
  orderOf,
  type Request,
  sharedListing,
  unknownOf,
} from '../../runner/evidence/request.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import type { Broken } from '../../runner/judge/rule.js';
import { isAlone, SILENCE } from '../answers.js';
import type { RequirementId } from '../catalogue.generated.js';
import { NOT_INT64 } from '../requests.js';
import type { DeviantAnswer, Deviation } from './deviation.js';
import { type KindName, looksLike, type Situation, sentAs, type Trait, whose } from './kinds.js';
import { isJson } from './look.js';
import { unsteadyAnswers } from './unsteady.js';

/** What each of the deviations of a run shares with others: one trait at least. */
export class Traits {
  readonly #listsDoubles: boolean;
  readonly #roundsIds: boolean;
  /** What gets no answer without the valid key. */
  readonly #silent: readonly Exchange[];
  readonly #unsteady: ReturnType<typeof unsteadyAnswers>;
  readonly #typesOfRight: ReadonlySet<string>;
  readonly #statusTrait: (of: DeviantAnswer) => Trait;
  /** Ids of what shows on connections that are not kept, too. */
  readonly #shownAlone: ReadonlySet<string>;

  constructor(deviations: readonly Deviation[], evidence: Evidence) {
    const wrong = deviations.flatMap(({ answer, broken }) => (answer && broken.at === 'status' ? [answer] : []));
    const silent = deviations.flatMap(({ broken: { at, exchange } }) => (at === SILENCE && exchange ? exchange : []));
    this.#silent = silent.filter(({ request }) => !isValid(request.credential));
    this.#listsDoubles = isListedAsDouble(evidence);
    this.#roundsIds = this.#listsDoubles || mistakesDoubles(wrong);
    this.#unsteady = unsteadyAnswers(evidence);
    this.#typesOfRight = typesOfRightBodies(deviations);
    this.#statusTrait = statusTraits(wrong, evidence);
    const alone = wrong.filter(({ exchange }) => !exchange.sent.kept);
    this.#shownAlone = new Set(alone.map((answer) => this.#statusTrait(answer).id));
  }

  of({ broken, answer, requirement }: Deviation): readonly Trait[] {
    const own: Trait = { kind: 'requirement', id: requirement.id };
    if (this.#silent.some((exchange) => exchange === broken.exchange)) {
      return [{ ...plain('silence', 'no-answer-without-key'), about: whose(this.#silent) }];
    }
    if (!answer) return [own];
    if (this.#roundsIds && this.#isRounded(broken, answer)) return [plain('rounded-ids')];
    const told = this.#unsteady.find(({ answers }) => answers.some(({ exchange }) => exchange === answer.exchange));
    if (told) return [{ kind: 'unsteady', id: `unsteady-${told.status}`, about: told.words }];
    if (EFFECTS.has(requirement.id)) return [own];
    // One answer may be wrong in more than one place.
    const same: Trait = { kind: 'answer', id: `answer ${idText(answer.request.id)}` };
    if (broken.at === 'status') return [this.#ofStatus(answer), same];
    if (broken.at === CONTENT_TYPE) return [sentAs(answer.look), ...(this.#isTypedLikeRight(answer) ? [] : [same])];
    return traitsOfContent(broken, answer, own, same);
  }

  /** What follows where ids are kept as doubles: an id is missing in the listing, or an order answers for another. */
  #isRounded({ at }: Broken, { request, status }: DeviantAnswer): boolean {
    if (at === 'status') return isFoundUnknown(request, status) && LARGE.has(unknownOf(request) ?? '');
    return request.reads !== undefined && at === 'body' && this.#listsDoubles;
  }

  #ofStatus(answer: DeviantAnswer): Trait {
    const trait = this.#statusTrait(answer);
    const isShared = answer.exchange.sent.kept && !isAlone(answer.request);
    return isShared && !this.#shownAlone.has(trait.id) ? plain('connection') : trait;
  }

  #isTypedLikeRight({ look }: DeviantAnswer): boolean {
    return isJson(look) && this.#typesOfRight.has(look.mediaType);
  }
}

/** Of a header or a body. */
function traitsOfContent(broken: Broken, answer: DeviantAnswer, own: Trait, same: Trait): readonly Trait[] {
  const { at } = broken;
  // A challenge that is missing is repaired apart from the body.
  if (at === 'header WWW-Authenticate') return [own];
  if (at.startsWith('header')) return [same, own];
  if (!at.startsWith('body')) return [own];
  if (!isListing(answer)) return [same, looksLike(answer.look)];
  return at.startsWith('body byte') ? [same, own] : [memberTrait(broken) ?? own];
}

const plain = (kind: KindName, id: string = kind): Trait => ({ kind, id });

const CONTENT_TYPE = 'header Content-Type';

/** What a request did to an order that it must leave alone shows in answers to others, which follow from it. */
const EFFECTS: ReadonlySet<string> = new Set<RequirementId>(['auth.no-effect', 'cancel.others-untouched']);

const isListing = ({ request, status }: DeviantAnswer): boolean => request.reads !== undefined && status === 200;

/** Media types under which JSON is sent that has what it must have: they are a mistake of their own, not that of an Error. */
function typesOfRightBodies(deviations: readonly Deviation[]): ReadonlySet<string> {
  const isWrong = (exchange: Exchange): boolean =>
    deviations.some(
      ({ answer, broken }) => answer?.exchange === exchange && broken.at.startsWith('body') && !isListing(answer),
    );
  const right = deviations.flatMap(({ answer, broken }) =>
    answer && broken.at === CONTENT_TYPE && isJson(answer.look) && !isWrong(answer.exchange) ? [answer] : [],
  );
  return new Set(right.map(({ look }) => look.mediaType));
}

/** What the status of an answer has in common with that of others. */
function statusTraits(wrong: readonly DeviantAnswer[], evidence: Evidence): (of: DeviantAnswer) => Trait {
  const unserved = statusOfEveryCancel(evidence);
  const before = evidence.exchange(sharedListing('before'));
  const listed = before && statusOf(before);
  // The valid key under a scheme in other letters is answered as the valid key is, or refused as any other.
  const isAsValid = ({ request, status }: DeviantAnswer): boolean =>
    request.credential === 'valid' || (isValid(request.credential) && status === listed);
  const refusals = wrong.filter(({ request }) => isCancel(request) && !isValid(request.credential));
  const cancelsForAnyone = refusals.some(({ status }) => isSuccess(status));
  // Then that is how the target refuses.
  const hidesOrders = refusals.some(({ request, status }) => request.aim.kind === 'order' && status === 404);
  return (answer) => {
    const { request, status } = answer;
    if (unserved !== undefined && isCancel(request)) return plain('every-cancel', `every-cancel-${unserved}`);
    if (isAsValid(answer)) return plain('status', `${situationOf(request, status)}-${status}`);
    if (isSuccess(status)) return plain('key-not-checked');
    const isFound = isCancel(request) && (status === 409 || (status === 404 && !hidesOrders));
    if (!isFound) return plain('refused', `refused-${status}`);
    return plain(cancelsForAnyone ? 'key-not-checked' : 'order-before-key');
  };
}

/** What a framework answers where it has no route for a path, or for its method. */
const UNSERVED: readonly number[] = [403, 404, 405, 501];

/** A pending order must get 204, so a service that handles cancels has more than one status. */
function statusOfEveryCancel(evidence: Evidence): number | undefined {
  const cancels = evidence.answered(isCancel);
  const [status = 0, ...others] = new Set(cancels.map((answer) => answer.status));
  const ofPending = cancels.filter(({ request }) => orderOf(request)?.state === 'pending');
  const keys = new Set(ofPending.map(({ request }) => isValid(request.credential)));
  return others.length === 0 && keys.size === 2 && UNSERVED.includes(status) ? status : undefined;
}

function situationOf(request: Request, status: number): Situation {
  const unknown = unknownOf(request);
  if (unknown) return unknown in NOT_INT64 ? 'not-int64' : 'unknown';
  const state = orderOf(request)?.state;
  // A second 204 is a first one's, too, as a race shows; another 2xx has a repair of its own.
  return request.role === 'again' && state === 'pending' && status !== 204 ? 'cancelled' : (state ?? 'listing');
}

/** A declared order is listed under the double next to its id alone. */
function isListedAsDouble(evidence: Evidence): boolean {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return false;
  const { reading } = before;
  return declaredOrders(evidence.plan).some(({ id }) => !reading.lists(id) && reading.lists(BigInt(Number(id))));
}

/** Of the ids that no order has, only those above 2^53 are found, one that shares its double with an order among them. */
function mistakesDoubles(answers: readonly DeviantAnswer[]): boolean {
  const found = answers.filter(({ request, status }) => isFoundUnknown(request, status));
  const kinds = new Set(found.map(({ request }) => unknownOf(request) ?? ''));
  return kinds.has('shares-double') && [...kinds].every((kind) => LARGE.has(kind));
}

const LARGE: ReadonlySet<string> = new Set(['shares-double', 'above-2-53', 'max-int64']);

const isFoundUnknown = (request: Request, status: number): boolean =>
  isValid(request.credential) && unknownOf(request) !== undefined && (status === 204 || status === 409);

function memberTrait({ at, actual }: Broken): Trait | undefined {
  if (!/^body \/\d+\/./.test(at)) return undefined;
  if (actual === 'null') return plain('null-members');
  return /^"-?\d+"$/.test(actual) ? plain('digits-members') : undefined;
}

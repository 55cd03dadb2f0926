import type { Evidence } from '../../evidence/evidence.js';
import { codingsIn, type Exchange, isUnreadable } from '../../evidence/exchange.js';
import { TWO_31 } from '../../evidence/mistakes.js';
import { isInBody, type Place, partOf } from '../../evidence/place.js';
import { declaredOrders } from '../../evidence/plan.js';
import { shown } from '../../evidence/quoted.js';
import { idText, isValid, type Request, unknownOf } from '../../evidence/request.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { isAlone, readListings, silenceOf } from '../../suites/answers/answers.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import type { Broken } from '../../suites/terms/rule.js';
import type { DeviantAnswer, Deviation } from './deviation.js';
import { ofShape, plain, sentAs, type Trait } from './kinds.js';
import { isJson } from './shape.js';
import { statusTraits } from './statuses.js';
import { intermittence, unsteadyAnswers } from './unsteady.js';
import { whoGets } from './words.js';

/** Finds the traits that each deviation of a run shares with others. Each has at least one. */
export function traitsWith(deviations: readonly Deviation[], evidence: Evidence): (of: Deviation) => readonly Trait[] {
  const wrong = deviations.flatMap(({ answer, broken }) => (answer && broken.at === 'status' ? [answer] : []));
  const silent = deviations
    .flatMap(({ broken: { at, exchange } }) => (at === 'response' && exchange ? exchange : []))
    .filter((exchange) => isUnreadable(silenceOf(exchange)) || !isValid(exchange.request.credential));
  const listsDoubles = isListedAsDouble(evidence);
  const cutsIds = isListedCut(evidence);
  const roundsIds = listsDoubles || mistakesDoubles(wrong);
  const unsteady = unsteadyAnswers(evidence);
  const flicker = flickerIn(evidence);
  const typesOfRight = typesOfRightBodies(deviations);
  const statusTrait = statusTraits(wrong, evidence);
  /** Ids of the traits that also show on connections of their own. */
  const shownAlone = new Set(wrong.flatMap((answer) => (answer.exchange.sent.kept ? [] : statusTrait(answer).id)));

  /** A deviation that follows from ids kept as doubles: an id is missing in the listing, or an order answers for another. */
  const isRounded = ({ at }: Broken, { request, status }: DeviantAnswer): boolean =>
    at === 'status'
      ? isFoundUnknown(request, status) && LARGE.has(unknownOf(request) ?? '')
      : request.reads !== undefined && at === 'body' && listsDoubles;
  const ofIds = (broken: Broken, answer: DeviantAnswer, requirement: string): Trait | undefined => {
    if (roundsIds && isRounded(broken, answer)) return plain('rounded-ids');
    return cutsIds && OF_CUT_IDS.has(requirement) ? plain('cut-ids', 'ids-as-int32') : undefined;
  };
  const ofStatus = (answer: DeviantAnswer): Trait => {
    const trait = statusTrait(answer);
    const isShared = answer.exchange.sent.kept && !isAlone(answer.request);
    return isShared && !shownAlone.has(trait.id) ? plain('connection') : trait;
  };
  // A service that cancels an order twice in turn does so at the same instant, too. The race alone has another repair.
  const isRaceOnly = !deviations.some(({ requirement }) => requirement.id === 'cancel.again');
  /** The trait that only a comparison with other requests of the run shows. */
  const ofRun = ({ broken, answer, requirement }: Deviation): Trait | undefined => {
    const unanswered = silent.find((exchange) => exchange === broken.exchange);
    if (unanswered) return ofSilence(unanswered, silent);
    if (!answer) return undefined;
    const other = ofIds(broken, answer, requirement.id) ?? unsteady.get(answer.exchange);
    if (other) return other;
    if (requirement.id === 'cancel.race' && isRaceOnly) return plain('status', `raced-${answer.status}`);
    const isFlicker = requirement.id === 'list.complete' && flicker !== undefined;
    return isFlicker ? { ...plain('flicker', 'unsteady-listing'), about: flicker } : undefined;
  };
  return (deviation) => {
    const { broken, answer, requirement } = deviation;
    // A changed order breaks `orders.conserved` and a more special requirement, which names the cause.
    const ofRequirement = plain('requirement', broken.beside ?? requirement.id);
    if (broken.beside === 'cancel.pending.listed') return [ofRequirement];
    const comparison = ofRun(deviation);
    if (comparison) return [comparison];
    if (!answer || EFFECTS.has(requirement.id) || broken.isChange) return [ofRequirement];
    // Joins this deviation with others of the same answer.
    const same: Trait = { kind: 'answer', id: `answer ${idText(answer.request.id)}` };
    if (broken.at === 'status') return [ofStatus(answer), same];
    if (broken.at !== CONTENT_TYPE) return traitsOfContent(broken, answer, ofRequirement, same);
    const isTypedLikeRight = isJson(answer.shape) && typesOfRight.has(answer.shape.mediaType);
    return [sentAs(answer.shape), ...(isTypedLikeRight ? [] : [same])];
  };
}

/** Responses that are unreadable for one reason are one cause, in all situations. */
function ofSilence(exchange: Exchange, silent: readonly Exchange[]): Trait {
  const reason = silenceOf(exchange);
  const similar = silent.filter((other) => silenceOf(other) === reason);
  const id = isUnreadable(reason) ? `unreadable-${reason}` : `${reason}-without-key`;
  return { ...plain('silence', id), about: whoGets(similar) };
}

/**
 * Counts the listings that leave out a declared order though listings before and after show it. Undefined if something else
 * tells those listings from the others.
 */
function flickerIn(evidence: Evidence): string | undefined {
  const listings = readListings(evidence);
  const isShown = declaredOrders(evidence.plan).map(({ id }) => listings.map(({ reading }) => reading.lists(id)));
  const isLacking = listings.map((_, at) =>
    isShown.some((of) => !of[at] && of.slice(0, at).includes(true) && of.slice(at).includes(true)),
  );
  const where = (lacks: boolean) => listings.filter((_, at) => isLacking[at] === lacks).map(({ exchange }) => exchange);
  return intermittence(where(true), where(false))?.replace(/ answers.*/, '');
}

/** The traits of a deviation in a header or a body. */
function traitsOfContent(broken: Broken, answer: DeviantAnswer, ofRequirement: Trait, same: Trait): readonly Trait[] {
  const { at } = broken;
  // The repair of a missing challenge is not that of the body.
  if (at === 'header WWW-Authenticate') return [ofRequirement];
  if (at === 'header Content-Encoding')
    return [plain('coding', `coding-${codingsIn(shown(answer.response))[0] ?? 'none'}`)];
  if (partOf(at) === 'header') return [same, ofRequirement];
  if (!isInBody(at)) return [ofRequirement];
  if (!isListing(answer)) return [same, ofShape(answer.shape)];
  return partOf(at) === 'byte' ? [same, ofRequirement] : [memberTrait(broken) ?? ofRequirement];
}

const CONTENT_TYPE: Place = 'header Content-Type';

/** Requirements on effects. An effect on an order also shows in later answers, which follow from it. */
export const EFFECTS: ReadonlySet<string> = new Set<RequirementId>([
  'auth.no-effect',
  'cancel.others-untouched',
  'orders.conserved',
]);

const isListing = ({ request, status }: DeviantAnswer): boolean => request.reads !== undefined && status === 200;

/** The wrong media types of otherwise right JSON bodies. Such a type is a mistake of its own, apart from the Error. */
function typesOfRightBodies(deviations: readonly Deviation[]): ReadonlySet<string> {
  const isWrong = (exchange: Exchange): boolean =>
    deviations.some(({ answer, broken }) => answer?.exchange === exchange && isInBody(broken.at) && !isListing(answer));
  const right = deviations.flatMap(({ answer, broken }) =>
    answer && broken.at === CONTENT_TYPE && isJson(answer.shape) && !isWrong(answer.exchange) ? [answer] : [],
  );
  return new Set(right.map(({ shape }) => shape.mediaType));
}

/** True if a declared order is not listed, and the double next to its id is. */
function isListedAsDouble(evidence: Evidence): boolean {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return false;
  const { reading } = before;
  return declaredOrders(evidence.plan).some(({ id }) => !reading.lists(id) && reading.lists(BigInt(Number(id))));
}

/** True if each declared order above 2^31 is listed under the low 32 bits of its id only. */
function isListedCut(evidence: Evidence): boolean {
  const before = evidence.listing('before');
  const large = declaredOrders(evidence.plan).filter(({ id }) => id >= TWO_31);
  if (isUnjudged(before) || large.length === 0) return false;
  const { reading } = before;
  const isCut = (id: bigint): boolean =>
    [BigInt.asIntN(32, id), BigInt.asUintN(32, id)].some((image) => reading.lists(image));
  return large.every(({ id }) => !reading.lists(id) && isCut(id));
}

const OF_CUT_IDS: ReadonlySet<string> = new Set<RequirementId>(['list.complete', 'order.id-unique']);

/** True if one of the unknown ids that the target finds shares its double with an order, and all of them are above 2^53. */
function mistakesDoubles(answers: readonly DeviantAnswer[]): boolean {
  const existing = answers.filter(({ request, status }) => isFoundUnknown(request, status));
  const unknownKinds = new Set(existing.map(({ request }) => unknownOf(request) ?? ''));
  return unknownKinds.has('shares-double') && [...unknownKinds].every((kind) => LARGE.has(kind));
}

const LARGE: ReadonlySet<string> = new Set(['shares-double', 'above-2-53', 'max-int64']);

const isFoundUnknown = (request: Request, status: number): boolean =>
  isValid(request.credential) && unknownOf(request) !== undefined && (status === 204 || status === 409);

function memberTrait({ at, actual }: Broken): Trait | undefined {
  if (!/^body \/\d+\/./.test(at)) return undefined;
  // Without an id, nobody can cancel the order.
  if (actual === 'null') return at.endsWith('/id') ? undefined : plain('null-members');
  return /^"-?\d+"$/.test(actual) ? plain('digits-members') : undefined;
}

import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { declaredOrders, isValid, type PlannedRequest } from '../../evidence/plan.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import type { Broken } from '../rule.js';
import type { DeviantAnswer, Deviation } from './deviation.js';
import type { Look } from './look.js';
import { uniformAnswer } from './uniform.js';

/** What deviations can share. Those that share one have one cause. */
export type Trait =
  /** Ids that are rounded to the nearest double. */
  | { readonly kind: 'rounded-ids' }
  /** Every request gets the same answer. */
  | { readonly kind: 'uniform'; readonly status: number }
  /** Without the valid key, a request gets what only the valid key must get. */
  | { readonly kind: 'key-not-checked' }
  /** Without the valid key, the order is looked up all the same. */
  | { readonly kind: 'order-before-key' }
  /** Without the valid key, a request is refused with another status than 401. */
  | { readonly kind: 'refused'; readonly status: number }
  /** On a kept connection alone, a request is answered by the key of another. */
  | { readonly kind: 'connection' }
  /** With the valid key, this situation gets this status. */
  | { readonly kind: 'status'; readonly situation: Situation; readonly status: number }
  /** JSON under another media type. */
  | { readonly kind: 'json-type'; readonly mediaType: string }
  /** What is not JSON, under its media type. */
  | { readonly kind: 'body-type'; readonly mediaType: string }
  /** Errors that look the same. */
  | { readonly kind: 'look'; readonly look: Look }
  /** Members of orders that have `null`, or a string of digits, in place of their value. */
  | { readonly kind: 'null-members' | 'digits-members' }
  /** One answer is wrong in more than one place. */
  | { readonly kind: 'answer'; readonly exchange: string }
  | { readonly kind: 'requirement'; readonly requirement: string };

/** What a request with the valid key asks for. */
export type Situation = 'listing' | 'pending' | 'shipped' | 'other' | 'unknown' | 'not-int64';

/** What is known of all deviations together. */
export interface Surroundings {
  readonly evidence: Evidence;
  readonly uniform: ReturnType<typeof uniformAnswer>;
  readonly roundsIds: boolean;
  /** Some cancel without the valid key succeeded. */
  readonly cancelsForAnyone: boolean;
  /** Some cancel of a declared order gets 404 without the valid key: then that is how the target refuses. */
  readonly hidesOrders: boolean;
  /** Keys of what shows on connections that are not kept, too. */
  readonly alone: ReadonlySet<string>;
}

export function surroundingsOf(deviations: readonly Deviation[], evidence: Evidence): Surroundings {
  const answers = deviations.flatMap(({ answer, broken }) => (answer && broken.at === 'status' ? [answer] : []));
  const cancels = answers.filter(({ request }) => request.operation === 'cancelOrder' && !isValid(request.credential));
  const around = {
    evidence,
    uniform: uniformAnswer(evidence),
    roundsIds: listsDoubles(evidence) || mistakesDoubles(answers),
    cancelsForAnyone: cancels.some(({ status }) => isSuccess(status)),
    hidesOrders: cancels.some(({ request, status }) => request.order?.kind === 'declared' && status === 404),
  };
  const alone = answers.filter(({ exchange }) => !exchange.request.kept).map((answer) => statusTrait(answer, around));
  return { ...around, alone: new Set(alone.map((trait) => keyOf(trait))) };
}

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

const unknownOf = ({ order }: PlannedRequest): string | undefined =>
  order?.kind === 'unknown' ? order.unknown : undefined;

const isFoundUnknown = (request: PlannedRequest, status: number): boolean =>
  isValid(request.credential) && unknownOf(request) !== undefined && (status === 204 || status === 409);

export function traitsOf(deviation: Deviation, around: Surroundings): Trait[] {
  const { requirement, broken, answer } = deviation;
  const own: Trait = { kind: 'requirement', requirement: requirement.id };
  if (around.uniform && answer) return [{ kind: 'uniform', status: around.uniform.status }];
  if (isRounded(deviation, around)) return [{ kind: 'rounded-ids' }];
  if (!answer) return [own];
  const same: Trait = { kind: 'answer', exchange: answer.exchange.id };
  if (broken.at === 'status') return [statusOrConnection(answer, around), same];
  if (broken.at === 'header Content-Type') return [same, mediaTypeTrait(answer.look)];
  if (broken.at.startsWith('header')) return [same, own];
  if (!broken.at.startsWith('body')) return [own];
  const isListing = answer.request.reads !== undefined && answer.status === 200;
  if (!isListing) return [same, { kind: 'look', look: answer.look }];
  return broken.at.startsWith('body byte') ? [same, own] : [memberTrait(broken) ?? own];
}

/** What follows where ids are kept as doubles: an id is missing in the listing, or an order answers for another. */
function isRounded({ broken, answer }: Deviation, { roundsIds, evidence }: Surroundings): boolean {
  if (!roundsIds || !answer) return false;
  const { request, status } = answer;
  if (broken.at === 'status') return isFoundUnknown(request, status) && LARGE.has(unknownOf(request) ?? '');
  return request.reads !== undefined && broken.at === 'body' && listsDoubles(evidence);
}

function statusOrConnection(answer: DeviantAnswer, around: Surroundings): Trait {
  const trait = statusTrait(answer, around);
  return answer.exchange.request.kept && !around.alone.has(keyOf(trait)) ? { kind: 'connection' } : trait;
}

function statusTrait(
  { request, status }: DeviantAnswer,
  { cancelsForAnyone, hidesOrders }: Pick<Surroundings, 'cancelsForAnyone' | 'hidesOrders'>,
): Trait {
  if (isValid(request.credential)) return { kind: 'status', situation: situationOf(request), status };
  if (isSuccess(status)) return { kind: 'key-not-checked' };
  const isFound = request.operation === 'cancelOrder' && (status === 409 || (status === 404 && !hidesOrders));
  if (!isFound) return { kind: 'refused', status };
  return { kind: cancelsForAnyone ? 'key-not-checked' : 'order-before-key' };
}

/** Texts that no int64 is written as. */
const NOT_INT64: ReadonlySet<string> = new Set([
  'word',
  'above-int64',
  'own-fraction',
  'own-fraction-below',
  'own-suffix',
  'own-wrapped',
]);

export function situationOf({ operation, order }: PlannedRequest): Situation {
  if (operation === 'listOrders' || !order) return 'listing';
  if (order.kind === 'declared') return order.order.state;
  return NOT_INT64.has(order.unknown) ? 'not-int64' : 'unknown';
}

const mediaTypeTrait = ({ mediaType, body }: Look): Trait => ({
  kind: body === 'json' || body === 'object' ? 'json-type' : 'body-type',
  mediaType,
});

function memberTrait({ at, actual }: Broken): Trait | undefined {
  const isMember = /^body \/\d+\/./.test(at);
  if (isMember && actual === 'null') return { kind: 'null-members' };
  return isMember && /^"-?\d+"$/.test(actual) ? { kind: 'digits-members' } : undefined;
}

/** Equal for traits that are the same. `quote` is told what the target says. */
export function keyOf(trait: Trait, quote = (text: string): string => text): string {
  switch (trait.kind) {
    case 'rounded-ids':
    case 'key-not-checked':
    case 'order-before-key':
    case 'connection':
    case 'null-members':
    case 'digits-members':
      return trait.kind;
    case 'uniform':
      return `every-answer-${trait.status}`;
    case 'refused':
      return `refused-${trait.status}`;
    case 'status':
      return `${trait.situation}-${trait.status}`;
    case 'json-type':
      return `json-as-${quote(trait.mediaType) || 'no-type'}`;
    case 'body-type':
      return `body-as-${quote(trait.mediaType) || 'no-type'}`;
    case 'look':
      return lookKey(trait.look, quote);
    case 'answer':
      return `answer ${trait.exchange}`;
    case 'requirement':
      return trait.requirement;
  }
}

function lookKey({ body, members }: Look, quote: (text: string) => string): string {
  if (body !== 'object') return `error-as-${body}`;
  const names = members.map(([name, type]) => (type === 'string' ? quote(name) : `${quote(name)}:${type}`));
  return `error-with-${names.sort().join('-') || 'no-members'}`;
}

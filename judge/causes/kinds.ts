import type { Evidence } from '../../evidence/evidence.js';
import { UNREADABLE } from '../../evidence/exchange.js';
import { shown } from '../../evidence/quoted.js';
import { OPERATIONS } from '../../interface/interface.js';
import { SILENCES, type SilenceReason } from '../../suites/answers/answers.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import { REPAIRS, type Repair } from '../../suites/terms/repair.js';
import { isUnlikeKey } from '../../suites/terms/requests.js';
import type { Broken } from '../../suites/terms/rule.js';
import {
  fixOf,
  SITUATION_IDS,
  SITUATIONS,
  type SituationId,
  situationIn,
  statusIn,
} from '../../suites/terms/situation.js';
import type { Circumstance } from './circumstances.js';
import type { DeviantAnswer } from './deviation.js';
import { isUnserved, repairOf, repairOfEvery } from './repairs.js';
import { BODIES, type BodyShape, isErrorObject, isJson, shapeId } from './shape.js';
import { eachShape, namesOrder, SEVERAL_TYPES, slashWords, statusesOf, typeWords, whoGets, whose } from './words.js';

/** A property that deviations can share. Deviations that share one have one cause. */
export interface Trait {
  readonly kind: KindName;
  /** The same for equal traits. It is the id of a cause that no fingerprint fits. */
  readonly id: string;
  /** Words for its headline that are not in the id. */
  readonly about?: string | undefined;
  readonly shape?: BodyShape;
}

/** A repair may depend on these. */
export interface SeenInRun {
  /** `explain` has none. */
  readonly answers: readonly DeviantAnswer[];
  /** Several requirements are broken. */
  readonly isShared: boolean;
  readonly circumstance?: Circumstance | undefined;
}

export interface CauseKind {
  /** The ids of its causes: `$status` is three digits, `$name` is anything. Empty if they get their ids otherwise. */
  readonly ids: readonly string[];
  /** A sentence about all answers of a cause; `explain` has no answers. Absent: the message of one deviation is the headline. */
  headline?(trait: Trait, answers: readonly DeviantAnswer[], evidence?: Evidence): string | undefined;
  /** The headline for `explain`, if `headline` needs answers. */
  explain?(id: string): string;
  /**
   * The repair of all its deviations. Absent: `fix`, the repair of the requirement that the example breaks.
   */
  repair?(trait: Trait, fix: Repair, seen: SeenInRun): Repair;
  /** The requirement whose `fix` `explain` prints, since it has no example. */
  requirement?(id: string): RequirementId;
  /** Its headline says more than the message of a deviation, even if there is only one deviation. */
  readonly saysMore?: true;
  /** Makes the example from a whole answer, if that says more than one deviation in it. */
  example?(answer: DeviantAnswer): Pick<Broken, 'expected' | 'actual'>;
}

/** The situations that name causes. A neighbour has the cause of an unknown order. */
const CLASSES = SITUATION_IDS.filter((id) => id !== 'neighbour');

const situationOfId = (id: string) => id.slice(0, -4) as SituationId;

const requirementOf = (id: string): RequirementId => SITUATIONS[situationOfId(id)].requirement;

const silenceIn = (id: string): SilenceReason => id.replace(/^unreadable-|-without-key$/, '') as SilenceReason;

const statusOfId = (id: string): number => Number(id.slice(-3));

const BEHIND_KEY =
  ', the answer that a missing key gets: the service may have found out, and its error page is behind the key.';

/** All kinds. The kind that says most comes first. */
export const CAUSE_KINDS = {
  unsteady: {
    ids: ['unsteady-$status'],
    headline: ({ id, about }) => about ?? `Some requests get ${statusOfId(id)}, and others like them do not.`,
    repair: () => REPAIRS.unsteady,
    saysMore: true,
  },
  flicker: {
    ids: ['unsteady-listing'],
    headline: ({ about = 'Some' }) => `${about} listings leave out orders that listings before and after them show.`,
    repair: () => REPAIRS.unsteady,
    requirement: () => 'list.complete',
    saysMore: true,
  },
  'slash-redirect': {
    ids: ['slash-redirect'],
    headline: (_, answers) => slashWords(answers),
    repair: () => REPAIRS.noSlash,
    requirement: () => 'list.status',
    saysMore: true,
  },
  silence: {
    ids: ['no-answer-without-key', 'unfinished-without-key', ...UNREADABLE.map((way) => `unreadable-${way}`)],
    headline: ({ id, about = id.endsWith('-key') ? `${whose([])} get` : 'A request gets' }) =>
      `${about} ${SILENCES[silenceIn(id)].words}`,
    repair: ({ id }) => REPAIRS[SILENCES[silenceIn(id)].repair],
    saysMore: true,
  },
  'rounded-ids': {
    ids: [],
    headline: () => 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.',
    saysMore: true,
  },
  'cut-ids': {
    ids: ['ids-as-int32'],
    headline: () => 'Ids are cut to 32 bits: the listing shows each order above 2^31 under the low 32 bits of its id.',
    repair: () => REPAIRS.cutIds,
    requirement: () => 'list.complete',
    saysMore: true,
  },
  'after-valid-key': {
    ids: ['after-valid-key'],
    headline: (_, answers) =>
      `${whose(answers)} get 401 until the valid key has asked for the same path, and ${statusesOf(answers)} after that.`,
    repair: (_, _fix, { answers }) =>
      answers.length > 0 && answers.every(({ request }) => !isUnlikeKey(request.credential))
        ? REPAIRS.compareInEachBranch
        : REPAIRS.afterValidKey,
    saysMore: true,
  },
  'key-not-checked': {
    ids: ['key-not-checked'],
    headline: ({ about }, answers) =>
      `${whose(answers)} are accepted${about === undefined ? '' : ` ${about}, and otherwise get 401`}.`,
    repair: ({ about }) => (about === undefined ? REPAIRS.compare : REPAIRS.acceptedThere),
    requirement: () => 'auth.list.wrong',
  },
  'order-before-key': {
    ids: ['order-before-key'],
    headline: () =>
      'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.',
    requirement: () => 'auth.first',
  },
  'every-cancel': {
    ids: ['every-cancel-$status', 'every-valid-cancel-$status'],
    headline: ({ id }, answers) => {
      const isAsked =
        isUnserved(statusOfId(id)) && !answers.some(namesOrder)
          ? ` Is ${OPERATIONS.cancelOrder.request} served at this path?`
          : '';
      const which = id.includes('valid') ? 'Every cancel with the valid key' : 'Every cancel';
      return `${which} gets ${statusOfId(id)}, ${id.includes('valid') ? 'whatever the order' : 'with any key or none'}.${isAsked}`;
    },
    repair: ({ id }, _, { answers }) => repairOfEvery(statusOfId(id), answers.some(namesOrder)),
    requirement: () => 'cancel.pending.status',
    saysMore: true,
  },
  refused: {
    ids: ['refused-$status'],
    headline: ({ id }, answers) => `${whose(answers)} get ${statusOfId(id)}, not 401.`,
    repair: () => REPAIRS.refuse,
  },
  connection: {
    ids: ['connection'],
    headline: () =>
      'On a kept connection, requests are answered as if the key or the id of an earlier request were their own.',
    repair: () => REPAIRS.ownRequest,
  },
  'error-page': {
    ids: ['error-page-behind-key'],
    headline: (_, answers) =>
      answers.length === 0
        ? undefined
        : `${whoGets(answers.map(({ exchange }) => exchange))} ${statusesOf(answers)}${BEHIND_KEY}`,
    explain: () => `Some cancels with the valid key get 401 or 403${BEHIND_KEY}`,
    repair: () => REPAIRS.errorPage,
    requirement: () => 'cancel.unknown.status',
    saysMore: true,
  },
  status: {
    ids: CLASSES.map((situation) => `${situation}-$status`),
    headline: ({ id }, answers, evidence) => {
      const { what } = SITUATIONS[situationOfId(id)];
      const status = statusIn(situationOfId(id));
      const found = new Set(answers.map((answer) => (evidence ? situationIn(evidence, answer).id : situationOfId(id))));
      if (found.has('pending') && found.size > 1)
        return situationOfId(id) === 'pending'
          ? `Cancels of orders get ${statusOfId(id)}, whatever their state.`
          : `Cancels get ${statusOfId(id)}, whatever the order.`;
      const subject = found.size === 1 && found.has('neighbour') ? SITUATIONS.neighbour.what : what;
      return status === undefined ? undefined : `${subject} gets ${statusOfId(id)}, not ${status}.`;
    },
    explain: (id) =>
      `${SITUATIONS[situationOfId(id)].what} gets ${statusOfId(id)}: see \`store-orders-conformance explain ${requirementOf(id)}\`.`,
    repair: ({ id }, _, { circumstance }) =>
      circumstance?.isReason ? fixOf(situationOfId(id)) : repairOf(situationOfId(id), statusOfId(id)),
    requirement: requirementOf,
  },
  shape: {
    ids: [...Object.keys(BODIES).map((body) => `error-as-${body}`), 'error-with-$name'],
    headline: ({ shape }, answers, evidence) =>
      shape && evidence && !isErrorObject(shape) ? `${eachShape(answers, evidence).join(', ')}.` : undefined,
    explain: (id) => {
      const [, how, rest = ''] = /^error-(as|with)-?(.*)$/.exec(id) ?? [];
      return how === 'as'
        ? `An error ${BODIES[rest as keyof typeof BODIES]}.`
        : `Error bodies are objects with these members: ${rest.replaceAll('-as-', ' as ').replaceAll('-', ', ')}.`;
    },
    // If a single requirement is broken, or only a value in an otherwise whole Error, `fix` says more.
    repair: ({ id, shape }, fix, { answers, isShared }) => {
      if (id === 'error-as-cut') return REPAIRS.cut;
      // The contract demands an Error for these two statuses only.
      const isOfErrors = answers.length === 0 || answers.some(({ status }) => status === 401 || status === 404);
      return isShared && isOfErrors && !(shape && isErrorObject(shape)) ? REPAIRS.errors : fix;
    },
    example: ({ status, shape: { mediaType }, response }) => {
      const body = new TextDecoder().decode(shown(response).body.head);
      return {
        expected: `application/json: {"code": "…", "message": "…", "status": ${status}}`,
        actual: `${mediaType || 'no Content-Type'}: ${body || 'no body'}`,
      };
    },
  },
  'json-type': {
    ids: ['json-as-$name'],
    headline: ({ id, about }) => `JSON is sent ${typeWords(id, about)}.`,
    repair: ({ id }) => (id.endsWith(SEVERAL_TYPES) ? REPAIRS.oneType : REPAIRS.jsonType),
  },
  'body-type': {
    ids: ['body-as-$name'],
    headline: ({ id, about }, answers) => {
      const isListing = answers.length > 0 && answers.every(({ request }) => request.aim.kind === 'listing');
      return `${isListing ? 'Listings' : 'Bodies'} are sent ${typeWords(id, about)}.`;
    },
    repair: ({ id }, fix) => (id.endsWith(SEVERAL_TYPES) ? REPAIRS.oneType : fix),
    requirement: () => 'error.401.json',
  },
  coding: {
    ids: ['coding-$name'],
    headline: ({ id }) => `Bodies are not in the coding that their header names (${id.replace('coding-', '')}).`,
    repair: () => REPAIRS.coding,
  },
  'null-members': { ids: [], headline: () => 'Members of orders that have no value are listed as `null`.' },
  'digits-members': { ids: [], headline: () => 'Numbers of orders are listed as strings.' },
  requirement: { ids: [], requirement: (id) => id as RequirementId },
  /** Joins the deviations of one answer that is wrong in more than one place. */
  answer: {
    ids: ['answer-$name'],
    explain: (id) => `One answer is wrong in more than one place: that to the request ${id.replace('answer-', '')}.`,
  },
} as const satisfies Record<string, CauseKind>;

export type KindName = keyof typeof CAUSE_KINDS;

export const KIND_NAMES = Object.keys(CAUSE_KINDS) as readonly KindName[];

export const kindOf = ({ kind }: Pick<Trait, 'kind'>): CauseKind => CAUSE_KINDS[kind];

/** The most telling trait: the first one by the order of `CAUSE_KINDS`. */
export const principal = (traits: readonly Trait[]): Trait =>
  traits.reduce((most, trait) => (KIND_NAMES.indexOf(trait.kind) < KIND_NAMES.indexOf(most.kind) ? trait : most));

export const plain = (kind: KindName, id: string = kind): Trait => ({ kind, id });

/** The trait of Errors of one shape. */
export const ofShape = (shape: BodyShape): Trait => ({ kind: 'shape', id: shapeId(shape), shape });

/** The trait of a wrong media type. Under it, JSON was sent, or another kind of body. */
export function sentAs(shape: BodyShape): Trait {
  const what = isJson(shape) ? 'json' : 'body';
  const type = shape.mediaType.includes(', ') ? 'several-types' : shape.mediaType || 'no-type';
  return { kind: `${what}-type`, id: `${what}-as-${type}`, about: shape.mediaType };
}

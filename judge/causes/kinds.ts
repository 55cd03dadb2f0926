import type { Evidence } from '../../evidence/evidence.js';
import { responseOf } from '../../evidence/exchange.js';
import { OPERATIONS } from '../../interface/interface.js';
import { SILENCES, type SilenceReason } from '../../suites/answers/answers.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import type { Broken } from '../../suites/terms/rule.js';
import type { DeviantAnswer } from './deviation.js';
import {
  ACCEPTED_THERE,
  CUT,
  ERRORS,
  isUnserved,
  NO_SLASH,
  repairOf,
  repairOfEvery,
  SILENCE_REPAIRS,
  SITUATIONS,
  type Situation,
  UNSTEADY,
} from './repairs.js';
import { BODIES, type BodyShape, isErrorObject, isJson, shapeId } from './shape.js';
import { eachShape, idWords, slashWords, statusesOf, typeIn, typeWords, whose } from './words.js';

/** A property that deviations can share. Deviations that share one have one cause. */
export interface Trait {
  readonly kind: KindName;
  /** The same for equal traits. It is the id of a cause that no fingerprint fits. */
  readonly id: string;
  /** Words for its headline that are not in the id. */
  readonly about?: string | undefined;
  readonly shape?: BodyShape;
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
   * @param answers the answers of the cause if they break several requirements; `explain` has no answers
   */
  repair?(trait: Trait, fix: string, answers?: readonly DeviantAnswer[]): string;
  /** The requirement whose `fix` `explain` prints, since it has no example. */
  requirement?(id: string): RequirementId;
  /** Its headline says more than the message of a deviation, even if there is only one deviation. */
  readonly saysMore?: true;
  /** Makes the example from a whole answer, if that says more than one deviation in it. */
  example?(answer: DeviantAnswer): Pick<Broken, 'expected' | 'actual'>;
}

const situationIn = (id: string) => SITUATIONS[id.slice(0, -4) as Situation];

/** A cancel of a pending order gets a wrong 204 only after another one. */
const requirementOf = (id: string): RequirementId =>
  id === 'pending-204' ? 'cancel.again' : situationIn(id).requirement;

const silenceIn = (id: string): SilenceReason => id.replace('-without-key', '') as SilenceReason;

const statusIn = (id: string): number => Number(id.slice(-3));

/** All kinds. The kind that says most comes first. */
export const CAUSE_KINDS = {
  unsteady: {
    ids: ['unsteady-$status'],
    headline: ({ id, about }) => about ?? `Some requests get ${statusIn(id)}, and others like them do not.`,
    repair: () => UNSTEADY,
    saysMore: true,
  },
  flicker: {
    ids: ['unsteady-listing'],
    headline: ({ about = 'Some' }) => `${about} listings leave out orders that listings before and after them show.`,
    repair: () => UNSTEADY,
    requirement: () => 'list.complete',
    saysMore: true,
  },
  'slash-redirect': {
    ids: ['slash-redirect'],
    headline: (_, answers) => slashWords(answers),
    repair: () => NO_SLASH,
    requirement: () => 'list.status',
    saysMore: true,
  },
  silence: {
    ids: ['no-answer-without-key', 'unreadable-without-key', 'unfinished-without-key'],
    headline: ({ id, about = whose([]) }) => `${about} get ${SILENCES[silenceIn(id)]}`,
    repair: ({ id }) => SILENCE_REPAIRS[silenceIn(id)],
    saysMore: true,
  },
  'rounded-ids': {
    ids: [],
    headline: () => 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.',
    saysMore: true,
  },
  'after-valid-key': {
    ids: ['after-valid-key'],
    headline: (_, answers) =>
      `${whose(answers)} get 401 until the valid key has asked for the same path, and ${statusesOf(answers)} after that.`,
    repair: () =>
      'If a cache or a gateway in front of the service answers by the path alone, make `Authorization` part of its key, or let it store neither answers nor decisions. Otherwise the service looks at the order before the key: check the key first.',
    saysMore: true,
  },
  'key-not-checked': {
    ids: ['key-not-checked'],
    headline: ({ about }, answers) =>
      `${whose(answers)} are accepted${about === undefined ? '' : ` ${about}, and otherwise get 401`}.`,
    repair: ({ about }, fix) => (about === undefined ? fix : ACCEPTED_THERE),
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
    headline: ({ id }) => {
      const isAsked = isUnserved(statusIn(id)) ? ` Is ${OPERATIONS.cancelOrder.request} served at this path?` : '';
      const which = id.includes('valid') ? 'Every cancel with the valid key' : 'Every cancel';
      return `${which} gets ${statusIn(id)}, ${id.includes('valid') ? 'whatever the order' : 'with any key or none'}.${isAsked}`;
    },
    repair: ({ id }, fix) => repairOfEvery(statusIn(id), fix),
    requirement: () => 'cancel.pending.status',
    saysMore: true,
  },
  refused: {
    ids: ['refused-$status'],
    headline: ({ id }, answers) => `${whose(answers)} get ${statusIn(id)}, not 401.`,
    repair: () => 'Answer 401 with an Error body, also where `Authorization` cannot be parsed.',
  },
  connection: {
    ids: ['connection'],
    headline: () =>
      'On a kept connection, requests are answered as if the key or the id of an earlier request were their own.',
    repair: () => 'Check the key of every request, read its own id, and keep nothing of it with the connection.',
  },
  status: {
    ids: Object.keys(SITUATIONS).map((situation) => `${situation}-$status`),
    headline: ({ id }, answers) => {
      const { what, status } = situationIn(id);
      const ids = id.startsWith('unknown-') ? idWords(answers) : '';
      return status === undefined || status === statusIn(id)
        ? undefined
        : `${what}${ids} gets ${statusIn(id)}, not ${status}.`;
    },
    explain: (id) =>
      `${situationIn(id).what} gets ${statusIn(id)}${id === 'pending-204' ? ' for the second time' : ''}: see \`store-orders-conformance explain ${requirementOf(id)}\`.`,
    repair: ({ id }, fix) => repairOf(id.slice(0, -4) as Situation, statusIn(id), fix),
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
    repair: ({ id, shape }, fix, answers) => {
      if (id === 'error-as-cut') return CUT;
      // The contract demands an Error for these two statuses only.
      const isOfErrors = answers?.some(({ status }) => status === 401 || status === 404) ?? true;
      return isOfErrors && !(shape && isErrorObject(shape)) ? ERRORS : fix;
    },
    example: ({ status, shape: { mediaType }, exchange }) => {
      const body = new TextDecoder().decode(responseOf(exchange)?.body.head);
      return {
        expected: `application/json: {"code": "…", "message": "…", "status": ${status}}`,
        actual: `${mediaType || 'no Content-Type'}: ${body || 'no body'}`,
      };
    },
  },
  'json-type': {
    ids: ['json-as-$name'],
    headline: ({ id, about = typeIn(id) }) => `JSON is sent ${typeWords(about)}.`,
    repair: () => 'Send every JSON body with `Content-Type: application/json`.',
  },
  'body-type': {
    ids: ['body-as-$name'],
    headline: ({ id, about = typeIn(id) }) => `Bodies are sent ${typeWords(about)}.`,
    requirement: () => 'error.401.json',
  },
  'null-members': { ids: [], headline: () => 'Members of orders that have no value are listed as `null`.' },
  'digits-members': { ids: [], headline: () => 'Numbers of orders are listed as strings.' },
  requirement: { ids: [] },
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
  return { kind: `${what}-type`, id: `${what}-as-${shape.mediaType || 'no-type'}`, about: shape.mediaType };
}

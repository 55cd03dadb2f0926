import type { Evidence } from '../../runner/evidence/evidence.js';
import { responseOf } from '../../runner/evidence/exchange.js';
import type { Broken } from '../../runner/judge/rule.js';
import { SILENCES, type Silence } from '../answers.js';
import type { RequirementId } from '../ids.js';
import { OPERATIONS } from '../interface/interface.js';
import type { DeviantAnswer } from './deviation.js';
import { BODIES, type BodyLook, isErrorObject, isJson, lookId } from './look.js';
import {
  CUT,
  isUnserved,
  repairOf,
  repairOfErrors,
  repairOfEvery,
  SILENCE_REPAIRS,
  SITUATIONS,
  type Situation,
  UNSTEADY,
} from './repairs.js';
import { eachLook, idWords, statusesOf, typeIn, typeWords, whose } from './words.js';

/** A property that deviations can share. Deviations that share one have one cause. */
export interface Trait {
  readonly kind: KindName;
  /** The same for equal traits. It is the id of a cause that no fingerprint fits. */
  readonly id: string;
  /** Words for its headline that are not in the id. */
  readonly about?: string | undefined;
  readonly look?: BodyLook;
}

export interface Kind {
  /** The ids of its causes: `$status` is three digits, `$name` is anything. Empty if they get their ids otherwise. */
  readonly ids: readonly string[];
  /** A sentence about all answers of a cause; `explain` has no answers. Absent: the message of one deviation is the headline. */
  headline?(trait: Trait, answers: readonly DeviantAnswer[], evidence?: Evidence): string | undefined;
  /** The headline for `explain`, if the report makes its own from answers. */
  explain?(id: string): string;
  /**
   * The repair of all its deviations. Absent: `fix`, the repair of the requirement that the example breaks.
   * @param shared the answers of the cause if they break several requirements; `explain` has no answers
   */
  repair?(trait: Trait, fix: string, shared?: readonly DeviantAnswer[]): string;
  /** The requirement whose `fix` `explain` prints, since it has no example. */
  requirement?(id: string): RequirementId;
  /** Its headline says more than the message of a deviation, even if there is only one deviation. */
  readonly saysMore?: true;
  /** Makes the example from a whole answer, if that says more than one deviation in it. */
  example?(answer: DeviantAnswer): Pick<Broken, 'expected' | 'actual'>;
}

/** A cancel of a pending order gets a wrong 204 only after another one. */
const requirementOf = (id: string): RequirementId =>
  id === 'pending-204' ? 'cancel.again' : SITUATIONS[id.slice(0, -4) as Situation].requirement;

const silenceIn = (id: string): Silence => id.replace('-without-key', '') as Silence;

const statusIn = (id: string): number => Number(id.slice(-3));

/** All kinds. The kind that says most comes first. */
export const KINDS = {
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
    repair: ({ about }, fix) =>
      about === undefined
        ? fix
        : about.startsWith('where ')
          ? `Check the key there as elsewhere: a route, a rule or a cache of its own may answer ${about}.`
          : `Find out who answers when these credentials are accepted: a replica of another version, a cache, or a route with a check of its own. They must get 401 each time.`,
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
      const { what, status } = SITUATIONS[id.slice(0, -4) as Situation];
      const ids = id.startsWith('unknown-') ? idWords(answers) : '';
      return status === undefined || status === statusIn(id)
        ? undefined
        : `${what}${ids} gets ${statusIn(id)}, not ${status}.`;
    },
    explain: (id) => {
      const { what, status } = SITUATIONS[id.slice(0, -4) as Situation];
      const right =
        status === statusIn(id)
          ? 'where it must not: for a second time, or for several of the cancels that are sent at the same instant'
          : status === undefined
            ? 'and must get neither a 2xx nor a 5xx'
            : `not ${status}`;
      return `${what} gets ${statusIn(id)}, ${right} (\`store-orders-conformance explain ${requirementOf(id)}\`).`;
    },
    repair: ({ id }, fix) => repairOf(id.slice(0, -4) as Situation, statusIn(id), fix),
    requirement: requirementOf,
  },
  look: {
    ids: [...Object.keys(BODIES).map((body) => `error-as-${body}`), 'error-with-$name'],
    headline: ({ look }, answers, evidence) =>
      look && evidence && !isErrorObject(look) ? `${eachLook(answers, evidence).join(', ')}.` : undefined,
    explain: (id) => {
      const [, how, rest = ''] = /^error-(as|with)-(.*)$/.exec(id) ?? [];
      return how === 'as'
        ? `An error ${BODIES[rest as keyof typeof BODIES]}.`
        : `Error bodies are objects with these members: ${rest.replaceAll('-as-', ' as ').replaceAll('-', ', ')}.`;
    },
    // If a single requirement is broken, or only a value in an otherwise whole Error, `fix` says more.
    repair: ({ id, look }, fix, shared) => {
      if (id === 'error-as-cut') return CUT;
      // The contract demands an Error for these two statuses only.
      const errors = [401, 404].filter((status) => shared?.some((answer) => answer.status === status) ?? true);
      return errors.length > 0 && !(look && isErrorObject(look)) ? repairOfErrors(errors) : fix;
    },
    example: ({ status, look: { mediaType }, exchange }) => {
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
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

const NAMES = Object.keys(KINDS) as readonly KindName[];

export const kindOf = ({ kind }: Pick<Trait, 'kind'>): Kind => KINDS[kind];

/** The most telling trait: the first one by the order of `KINDS`. */
export const principal = (traits: readonly Trait[]): Trait =>
  traits.reduce((most, trait) => (NAMES.indexOf(trait.kind) < NAMES.indexOf(most.kind) ? trait : most));

export const plain = (kind: KindName, id: string = kind): Trait => ({ kind, id });

/** The trait of Errors that look the same. */
export const looksLike = (look: BodyLook): Trait => ({ kind: 'look', id: lookId(look), look });

/** The trait of a wrong media type. Under it, JSON was sent, or another kind of body. */
export function sentAs(look: BodyLook): Trait {
  const what = isJson(look) ? 'json' : 'body';
  return { kind: `${what}-type`, id: `${what}-as-${look.mediaType || 'no-type'}`, about: look.mediaType };
}

/** Ids of right answers, which are not causes. `pending-204` is one if the 204 answers a second cancel. */
const RIGHT: readonly string[] = Object.entries(SITUATIONS)
  .map(([situation, { status }]) => `${situation}-${status}`)
  .filter((id) => id !== 'pending-204');

/**
 * Explains the cause with this id. Undefined if no report can have such a cause.
 * @param fixOf returns the repair of a requirement
 */
export function explanationOf(id: string, fixOf: (requirement: RequirementId) => string): string | undefined {
  const name = kindWith(id);
  if (name === undefined) return undefined;
  const { headline, explain, repair, requirement }: Kind = KINDS[name];
  const trait: Trait = { kind: name, id };
  const fix = requirement ? fixOf(requirement(id)) : '';
  const repaired = repair ? repair(trait, fix) : fix;
  return [explain?.(id) ?? headline?.(trait, []), ...(repaired && [`\n\nTo fix: ${repaired}`])].join('');
}

function kindWith(id: string): KindName | undefined {
  if (RIGHT.includes(id)) return undefined;
  const patterns = (ids: readonly string[]) =>
    ids.map((each) => each.replace('$status', '\\d{3}').replace('$name', '.+')).join('|');
  return NAMES.find((name) => KINDS[name].ids.length > 0 && new RegExp(`^(?:${patterns(KINDS[name].ids)})$`).test(id));
}

/** The most telling requirement that a cause with this id breaks. Undefined if its id does not say that. */
export function requirementOfCause(id: string): RequirementId | undefined {
  const name = kindWith(id);
  return name && kindOf({ kind: name }).requirement?.(id);
}

/** Ids to suggest for a misspelt one. Ids with a free part are not known. */
export const explainedCauses = (status: string): readonly string[] =>
  NAMES.flatMap((name) => KINDS[name].ids.filter((id) => !id.includes('$name')))
    .map((id) => id.replace('$status', status))
    .filter((id) => !RIGHT.includes(id));

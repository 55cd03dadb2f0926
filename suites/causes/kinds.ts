import type { Evidence } from '../../runner/evidence/evidence.js';
import { responseOf } from '../../runner/evidence/exchange.js';
import { idText, isValid, operationOf, type Request, unknownOf } from '../../runner/evidence/request.js';
import type { Broken } from '../../runner/judge/rule.js';
import { CREDENTIALS } from '../../runner/secrets/credentials.js';
import type { RequirementId } from '../catalogue.generated.js';
import type { DeviantAnswer } from './deviation.js';
import { groupsOf } from './groups.js';
import { BODIES, isErrorObject, isJson, type Look, lookId, lookOf, lookWords, shapeOf } from './look.js';

/** What deviations can share: those that share one have one cause. */
export interface Trait {
  readonly kind: KindName;
  /** Equal for traits that are the same. A cause that no fingerprint fits is named by it. */
  readonly id: string;
  /** What its headline is about, where it is not in the id. */
  readonly about?: string | undefined;
  readonly look?: Look;
}

interface Kind {
  /** The ids of its causes: `$status` is three digits, `$name` is anything. None: others name them. */
  readonly ids: readonly string[];
  /** What all answers of a cause have in common, a sentence; `explain` has no answers. None: a deviation says it best. */
  headline?(trait: Trait, answers: readonly DeviantAnswer[], evidence?: Evidence): string | undefined;
  /** What `explain` says where there is no headline without answers. */
  explain?(id: string): string;
  /** How all its deviations are repaired, where that is not what one of their requirements says. */
  repair?(trait: Trait): string | undefined;
  /** Said by `explain` alone: the requirements say how to repair it. */
  readonly advice?: string;
  /** Its headline says more than the deviation even where that is the only one. */
  readonly saysMore?: true;
  /** What to show of an answer, where that says more than a deviation. */
  example?(answer: DeviantAnswer): Pick<Broken, 'expected' | 'actual'>;
}

type Asked = Pick<DeviantAnswer, 'request'>;

/** What a request with the valid key asks for. Where the contract has one status for it, that is what it must get. */
const SITUATIONS = {
  listing: { what: 'A listing with the valid key', status: 200, requirement: 'list.status' },
  pending: { what: 'A cancel of a pending order', status: 204, requirement: 'cancel.pending.status' },
  shipped: { what: 'A cancel of a shipped order', status: 409, requirement: 'cancel.shipped.status' },
  unknown: { what: 'A cancel of an unknown order', status: 404, requirement: 'cancel.unknown.status' },
  cancelled: { what: 'A second cancel', status: undefined, requirement: 'cancel.again' },
  other: {
    what: 'A cancel of an order that is neither pending nor shipped',
    status: undefined,
    requirement: 'cancel.other-state',
  },
  'not-int64': {
    what: 'A cancel of what is not an int64, such as `abc` or 2^63,',
    status: undefined,
    requirement: 'cancel.not-int64',
  },
} as const satisfies Record<string, { what: string; status: number | undefined; requirement: RequirementId }>;

export type Situation = keyof typeof SITUATIONS;

const SERVE = 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.';

const ERROR =
  '`{"code": "…", "message": "…", "status": 401}`, and that of a 404 with 404: `code` and `message` are strings, and `status` is the status of that response, as a number.';

const statusIn = (id: string): number => Number(id.slice(-3));

/** What says most is first. */
export const KINDS = {
  unsteady: {
    ids: ['unsteady-$status'],
    headline: ({ id, about }) => about ?? `Some requests get ${statusIn(id)}, and others like them do not.`,
    repair: () =>
      'Other requests like these get the right answer, so it is the service that is unsteady: look into its log for the time of these answers, and for replicas that differ in version or key.',
    saysMore: true,
  },
  silence: {
    ids: ['no-answer-without-key'],
    headline: ({ about = whose([]) }) => `${about} get no answer, however often they are sent; other requests do.`,
    repair: () =>
      'Answer them with 401 and an Error body. If a gateway or a firewall in front of the service drops them, let it pass them on, or answer so itself.',
    saysMore: true,
  },
  'rounded-ids': {
    ids: [],
    headline: () => 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.',
    saysMore: true,
  },
  'key-not-checked': {
    ids: ['key-not-checked'],
    headline: (_, answers) => `${whose(answers)} are accepted.`,
    advice: 'Compare the whole key, exactly, and refuse all else with 401 before anything is looked up.',
  },
  'order-before-key': {
    ids: ['order-before-key'],
    headline: () =>
      'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.',
    advice: 'Check the key first, and answer 401.',
  },
  'every-cancel': {
    ids: ['every-cancel-$status'],
    headline: ({ id }) =>
      `Every cancel gets ${statusIn(id)}, with any key or none. Is DELETE /store/orders/{orderId} served at this path?`,
    repair: () => SERVE,
  },
  refused: {
    ids: ['refused-$status'],
    headline: ({ id }, answers) => `${whose(answers)} get ${statusIn(id)}, not 401.`,
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
      const { what, status, requirement } = SITUATIONS[id.slice(0, -4) as Situation];
      const right =
        status === statusIn(id)
          ? 'where it must not: for a second time, or for several of the cancels that are sent at the same instant'
          : status === undefined
            ? 'and must get neither a 2xx nor a 5xx'
            : `not ${status}`;
      return `${what} gets ${statusIn(id)}, ${right} (\`store-orders-conformance explain ${requirement}\`).`;
    },
  },
  look: {
    ids: [...Object.keys(BODIES).map((body) => `error-as-${body}`), 'error-with-$name'],
    headline: ({ look }, answers, evidence) =>
      look && evidence && !isErrorObject(look) ? `${eachLook(answers, evidence).join(', ')}.` : undefined,
    explain: (id) => {
      const [, how, rest = ''] = /^error-(as|with)-(.*)$/.exec(id) ?? [];
      return how === 'as'
        ? `An error ${BODIES[rest as keyof typeof BODIES]}.`
        : `Error bodies are objects with these members (with their type, if not string): ${rest}.`;
    },
    repair: ({ look }) => (look && isErrorObject(look) ? undefined : `Write the Error of a 401 as ${ERROR}`),
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
  },
  'null-members': { ids: [], headline: () => 'Members of orders that have no value are listed as `null`.' },
  'digits-members': {
    ids: ['digits-members'],
    headline: () => 'Numbers of orders are listed as strings.',
    advice: 'Write them without quotes.',
  },
  requirement: { ids: [] },
  /** One answer is wrong in more than one place. */
  answer: {
    ids: ['answer-$name'],
    explain: (id) => `One answer is wrong in more than one place: that to the request ${id.replace('answer-', '')}.`,
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

const NAMES = Object.keys(KINDS) as readonly KindName[];

export const kindOf = ({ kind }: Pick<Trait, 'kind'>): Kind => KINDS[kind];

/** Of several, the one that says most. */
export const principal = (traits: readonly Trait[]): Trait | undefined =>
  [...traits].sort((a, b) => NAMES.indexOf(a.kind) - NAMES.indexOf(b.kind))[0];

/** Errors that look the same. */
export const looksLike = (look: Look): Trait => ({ kind: 'look', id: lookId(look), look });

/** JSON under another media type, or what is not JSON under its own. */
export function sentAs(look: Look): Trait {
  const what = isJson(look) ? 'json' : 'body';
  return { kind: `${what}-type`, id: `${what}-as-${look.mediaType || 'no-type'}`, about: look.mediaType };
}

/** What a cause with this id is about; undefined where no report can have such a cause. */
export function explanationOf(id: string): string | undefined {
  for (const name of NAMES) {
    const { ids, headline, explain, repair, advice }: Kind = KINDS[name];
    const patterns = ids.map((each) => each.replace('$status', '\\d{3}').replace('$name', '.+'));
    if (!new RegExp(`^(?:${patterns.join('|')})$`).test(id) || ids.length === 0) continue;
    const trait: Trait = { kind: name, id };
    return [explain?.(id) ?? headline?.(trait, []), repair?.(trait), advice].filter(Boolean).join(' ');
  }
  return undefined;
}

/** Ids for suggestions, as far as they can be known. */
export const explainedCauses = (status: string): readonly string[] =>
  NAMES.flatMap((name) => KINDS[name].ids.filter((id) => !id.includes('$name'))).map((id) =>
    id.replace('$status', status),
  );

/** In an id, the slash of a media type is a dash. */
const typeIn = (id: string): string =>
  id
    .replace(/^\w+-as-/, '')
    .replace(/^no-type$/, '')
    .replace('-', '/');

function typeWords(type: string): string {
  if (type.includes(', ')) return `with several Content-Type fields (${type}), not with one`;
  return `${type === '' ? 'without a Content-Type' : `as ${type}`}, not as application/json`;
}

/** Which ids, where small ones get what they must. */
function idWords(answers: readonly DeviantAnswer[]): string {
  const kinds = answers.map(({ request }) => unknownOf(request) ?? 'plain');
  if (kinds.length === 0 || kinds.some((kind) => ['plain', 'zero', 'negative'].includes(kind))) return '';
  return ` with an id above ${kinds.some((kind) => kind === 'above-2-31' || kind === 'shares-low-32-bits') ? '2^31' : '2^53'}`;
}

/** "Cancels with no Authorization header": of more ways to authenticate than four, three are named. */
export function whose(answers: readonly Asked[]): string {
  const [operation, ...others] = new Set(answers.map(({ request }) => operationOf(request)));
  const what =
    operation === undefined || others.length > 0 ? 'Requests' : operation === 'listOrders' ? 'Listings' : 'Cancels';
  const wrong = answers.filter(({ request }) => !isValid(request.credential));
  const words = [...new Set((wrong.length > 0 ? wrong : answers).map(wordsOf))];
  const named = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} other wrong credentials`] : words;
  const last = named.pop() ?? '';
  if (last === '') return `${what} without the valid key`;
  return `${what} with ${named.length === 0 ? '' : `${named.join(', ')} and `}${last}`;
}

const wordsOf = ({ request }: { readonly request: Request }): string => CREDENTIALS[request.credential].words;

/** "Every 401 is plain text", "every 404 has no body": of more than two, the first two. */
function eachLook(answers: readonly DeviantAnswer[], evidence: Evidence): string[] {
  const alike = groupsOf(answers, ({ look }) => [lookId(look)]);
  const told = alike.flatMap((own) => (own[0] && !isErrorObject(own[0].look) ? [{ own, look: own[0].look }] : []));
  return told.slice(0, 2).map(({ own, look }, index) => {
    const words = `${everyAnswer(own, evidence)} ${lookWords(look)}`;
    return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
  });
}

/** "Every 401 and 404", or "A 401 (2 of 55)". */
function everyAnswer(answers: readonly DeviantAnswer[], evidence: Evidence): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b);
  const looks = new Set(answers.map(({ look }) => shapeOf(look)));
  const all = evidence.answered(() => true).filter(({ status }) => statuses.includes(status));
  const alike = all.filter(({ response }) => looks.has(shapeOf(lookOf(response))));
  if (alike.length === all.length) return `Every ${statuses.join(' and ')}`;
  const count = new Set(answers.map(({ exchange }) => idText(exchange.request.id))).size;
  return `A ${statuses.join(' or ')} (${count} of ${all.length})`;
}

import type { Evidence } from '../../runner/evidence/evidence.js';
import { responseOf } from '../../runner/evidence/exchange.js';
import { idText, isValid, operationOf, unknownOf } from '../../runner/evidence/request.js';
import { groupsOf } from '../../runner/judge/causes/causes.js';
import type * as judge from '../../runner/judge/causes/fingerprint.js';
import { type Look, lookOf } from '../../runner/judge/causes/look.js';
import type { DeviantAnswer, Trait } from '../../runner/judge/causes/trait.js';
import { CREDENTIALS } from '../../runner/secrets/credentials.js';
import type { RequirementId } from '../catalogue.generated.js';
import type { Unsteady } from './unsteady.js';

/** What deviations from this contract can share; what says most is first. */
const KINDS = [
  'unsteady',
  'silence',
  'rounded-ids',
  'key-not-checked',
  'order-before-key',
  'refused',
  'connection',
  'status',
  'look',
  'json-type',
  'body-type',
  'null-members',
  'digits-members',
] as const;

type Kind = (typeof KINDS)[number];

export type Fingerprint = judge.Fingerprint<Kind>;
export type Sign = judge.Sign<Kind>;

const trait = (kind: Kind, headline?: Trait['headline'], key: string = kind): Trait => ({
  kind,
  rank: KINDS.indexOf(kind),
  key,
  headline,
});

/** A status that some requests get, and others like them do not. */
export const unsteadyWith = ({ status, answers, total }: Unsteady): Trait => ({
  ...trait(
    'unsteady',
    () =>
      status === 401
        ? `${answers.length} of ${total} requests with the valid key get 401, at no particular request.`
        : `${answers.length} of ${total} answers are ${status}, at no particular request: look into the log of the service.`,
    `unsteady-${status}`,
  ),
  saysMore: true,
  repair: UNSTEADY,
});

export const UNSTEADY =
  'Other requests like these get the right answer, so it is the service that is unsteady: look into its log for the time of these answers, and for replicas that differ in version or key.';

type Asked = Pick<DeviantAnswer, 'request'>;

/** Without the valid key, a request gets no answer at all. */
export const silentWithoutKey = (all: readonly Asked[]): Trait => ({
  ...trait(
    'silence',
    () => `${requests(all)} ${credentials(all)} get no answer, however often they are sent; other requests do.`,
    'no-answer-without-key',
  ),
  saysMore: true,
  repair: ANSWER_WITHOUT_KEY,
});

export const ANSWER_WITHOUT_KEY =
  'Answer them with 401 and an Error body. If a gateway or a firewall in front of the service drops them, let it pass them on, or answer so itself.';

/** Ids that are rounded to the nearest double. */
export const roundedIds: Trait = {
  ...trait(
    'rounded-ids',
    () => 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.',
  ),
  saysMore: true,
};

/** Without the valid key, a request gets what only the valid key must get. */
export const keyNotChecked = trait(
  'key-not-checked',
  (answers) => `${requests(answers)} ${credentials(answers)} are accepted.`,
);

/** Without the valid key, the order is looked up all the same. */
export const orderBeforeKey = trait(
  'order-before-key',
  () => 'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.',
);

/** Without the valid key, a request is refused with another status than 401. */
export const refusedWith = (status: number): Trait =>
  trait(
    'refused',
    (answers) => `${requests(answers)} ${credentials(answers)} get ${status}, not 401.`,
    `refused-${status}`,
  );

/** Whatever is cancelled, with whatever key, gets the same status: most often there is no route, or it has another path. */
export const everyCancel = (status: number): Trait => ({
  ...trait(
    'refused',
    () => `Every cancel gets ${status}, with any key or none. Is DELETE /store/orders/{orderId} served at this path?`,
    `every-cancel-${status}`,
  ),
  repair: 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.',
});

/** On a kept connection alone, a request is answered by the key of another. */
export const onConnection = trait('connection');

/** What a request with the valid key asks for. */
export type Situation = 'listing' | 'pending' | 'cancelled' | 'shipped' | 'other' | 'unknown' | 'not-int64';

interface Expected {
  readonly what: string;
  readonly status: number;
  readonly requirement: RequirementId;
}

/** Where the contract has one status for it. */
export const EXPECTED: Readonly<Partial<Record<Situation, Expected>>> = {
  listing: { what: 'A listing with the valid key', status: 200, requirement: 'list.status' },
  pending: { what: 'A cancel of a pending order', status: 204, requirement: 'cancel.pending.status' },
  shipped: { what: 'A cancel of a shipped order', status: 409, requirement: 'cancel.shipped.status' },
  unknown: { what: 'A cancel of an unknown order', status: 404, requirement: 'cancel.unknown.status' },
};

/** With the valid key, this situation gets this status. */
export const statusOf = (situation: Situation, status: number): Trait =>
  trait(
    'status',
    (answers) => {
      const { what, status: expected } = EXPECTED[situation] ?? {};
      if (what === undefined || status === expected) return undefined;
      return `${what}${situation === 'unknown' ? idWords(answers) : ''} gets ${status}, not ${expected}.`;
    },
    `${situation}-${status}`,
  );

/** Errors that look the same. */
export const looksLike = (look: Look): Trait => ({
  ...trait(
    'look',
    (answers, evidence) => (isErrorObject(look) ? undefined : `${eachLook(answers, evidence).join(', ')}.`),
    lookKey(look),
  ),
  repair: isErrorObject(look) ? undefined : ERROR_REPAIR,
  example: ({ status, look: { mediaType }, exchange }) => {
    const body = new TextDecoder().decode(responseOf(exchange)?.body.head);
    return {
      expected: `application/json: {"code": "…", "message": "…", "status": ${status}}`,
      actual: `${mediaType || 'no Content-Type'}: ${body || 'no body'}`,
    };
  },
});

const ERROR_REPAIR =
  'Write the Error of a 401 as `{"code": "…", "message": "…", "status": 401}`, and that of a 404 with 404: `code` and `message` are strings, and `status` is the status of that response, as a number.';

/** JSON under another media type, or what is not JSON under its own. */
export function sentAs(look: Look): Trait {
  const { mediaType } = look;
  const [kind, what, id]: [Kind, string, string] = isJson(look)
    ? ['json-type', 'JSON is', 'json']
    : ['body-type', 'Bodies are', 'body'];
  const headline = () => {
    if (mediaType.includes(', ')) return `${what} sent with several Content-Type fields (${mediaType}), not with one.`;
    const type = mediaType === '' ? 'without a Content-Type' : `as ${mediaType}`;
    return `${what} sent ${type}, not as application/json.`;
  };
  return {
    ...trait(kind, headline, `${id}-as-${mediaType || 'no-type'}`),
    repair: isJson(look) ? 'Send every JSON body with `Content-Type: application/json`.' : undefined,
  };
}

export const isJson = ({ body }: Look): boolean => body === 'json' || body === 'object';

/** Members of orders that have `null` in place of a value. */
export const nullMembers = trait('null-members', () => 'Members of orders that have no value are listed as `null`.');

/** Members of orders that have a string of digits in place of a number. */
export const digitsMembers = trait('digits-members', () => 'Numbers of orders are listed as strings.');

/** Which ids, where small ones get what they must. */
function idWords(answers: readonly DeviantAnswer[]): string {
  const kinds = answers.map(({ request }) => unknownOf(request) ?? 'plain');
  if (kinds.some((kind) => kind === 'plain' || kind === 'zero' || kind === 'negative')) return '';
  return ` with an id above ${kinds.some((kind) => kind === 'above-2-31' || kind === 'shares-low-32-bits') ? '2^31' : '2^53'}`;
}

function requests(answers: readonly Asked[]): string {
  const operations = new Set(answers.map(({ request }) => operationOf(request)));
  if (operations.size > 1) return 'Requests';
  return operations.has('listOrders') ? 'Listings' : 'Cancels';
}

/** Of more ways to authenticate than four, three are named. */
function credentials(answers: readonly Asked[]): string {
  const wrong = answers.filter(({ request }) => !isValid(request.credential));
  const shown = wrong.length > 0 ? wrong : answers;
  const words = [...new Set(shown.map(({ request }) => CREDENTIALS[request.credential].words))];
  const named = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} other wrong credentials`] : words;
  const last = named.at(-1) ?? '';
  return `with ${named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`}`;
}

const isErrorObject = ({ members }: Look): boolean =>
  ['code', 'message', 'status'].every((name) => members.some(([member]) => member === name));

/** "Every 401 is plain text", "every 404 has no body": of more than two, the first two. */
function eachLook(answers: readonly DeviantAnswer[], evidence: Evidence): string[] {
  const alike = groupsOf(answers, ({ look }) => [lookKey(look)]);
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

const shapeOf = ({ body, members }: Look): string => JSON.stringify([body, members.map(([name]) => name).sort()]);

const MEMBERS = 5;

export const BODIES: Readonly<Record<Exclude<Look['body'], 'object'>, string>> = {
  none: 'has no body',
  html: 'is an HTML page',
  xml: 'is XML',
  text: 'is plain text',
  unreadable: 'has a body that is not whole',
  json: 'is JSON, but not an object',
};

function lookWords({ body, members }: Look): string {
  if (body !== 'object') return BODIES[body];
  const names = members.slice(0, MEMBERS).map(([name]) => `${JSON.stringify(name)}: …`);
  return `is \`{${[...names, ...(members.length > MEMBERS ? ['…'] : [])].join(', ')}}\``;
}

function lookKey({ body, members }: Look): string {
  if (body !== 'object') return `error-as-${body}`;
  const names = members.map(([name, type]) => (type === 'string' ? name : `${name}:${type}`));
  return `error-with-${names.sort().join('-') || 'no-members'}`;
}

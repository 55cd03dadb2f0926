import type { Evidence } from '../../evidence/evidence.js';
import { CREDENTIALS } from '../../secrets/credentials.js';
import type { Redact } from '../results.js';
import type { DeviantAnswer } from './deviation.js';
import { type Look, lookOf } from './look.js';
import type { Situation, Trait } from './trait.js';

/** What all answers of a cause have in common, as a sentence; undefined where their first deviation says it best. */
export function headlineOf(
  trait: Trait,
  answers: readonly DeviantAnswer[],
  evidence: Evidence,
  redact: Redact,
): string | undefined {
  switch (trait.kind) {
    case 'uniform':
      return `Every request gets ${trait.status}, with any key or none.`;
    case 'rounded-ids':
      return 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.';
    case 'key-not-checked':
      return `${requests(answers)} ${credentials(answers)} are accepted.`;
    case 'order-before-key':
      return 'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.';
    case 'refused':
      return `${requests(answers)} ${credentials(answers)} get ${trait.status}, not 401.`;
    case 'status':
      return statusHeadline(trait.situation, trait.status, answers);
    case 'look':
      return isErrorObject(trait.look)
        ? undefined
        : `${everyAnswer(answers, evidence)} ${lookWords(trait.look, redact)}.`;
    case 'json-type':
      return `JSON is sent ${typeWords(redact(trait.mediaType))}.`;
    case 'body-type':
      return `Bodies are sent ${typeWords(redact(trait.mediaType))}.`;
    case 'null-members':
      return 'Members of orders that have no value are listed as `null`.';
    case 'digits-members':
      return 'Numbers of orders are listed as strings.';
    case 'connection':
    case 'answer':
    case 'requirement':
      return undefined;
  }
}

const typeWords = (mediaType: string): string =>
  `${mediaType === '' ? 'without a Content-Type' : `as ${mediaType}`}, not as application/json`;

const WHAT: Readonly<Partial<Record<Situation, readonly [what: string, expected: number]>>> = {
  listing: ['A listing with the valid key', 200],
  pending: ['A cancel of a pending order', 204],
  shipped: ['A cancel of a shipped order', 409],
  unknown: ['A cancel of an unknown order', 404],
};

function statusHeadline(situation: Situation, status: number, answers: readonly DeviantAnswer[]): string | undefined {
  const [what, expected] = WHAT[situation] ?? [];
  if (what === undefined || status === expected) return undefined;
  return `${what}${situation === 'unknown' ? idWords(answers) : ''} gets ${status}, not ${expected}.`;
}

/** Which ids, where small ones get what they must. */
function idWords(answers: readonly DeviantAnswer[]): string {
  const kinds = answers.map(({ request: { order } }) => (order?.kind === 'unknown' ? order.unknown : 'plain'));
  if (kinds.every((kind) => kind === 'zero' || kind === 'negative')) return ' with the id 0 or a negative one';
  if (kinds.some((kind) => kind === 'plain' || kind === 'zero' || kind === 'negative')) return '';
  return ` with an id above ${kinds.some((kind) => kind === 'above-2-31' || kind === 'shares-low-32-bits') ? '2^31' : '2^53'}`;
}

function requests(answers: readonly DeviantAnswer[]): string {
  const operations = new Set(answers.map(({ request }) => request.operation));
  if (operations.size > 1) return 'Requests';
  return operations.has('listOrders') ? 'Listings' : 'Cancels';
}

/** Of more ways to authenticate than four, three are named. */
function credentials(answers: readonly DeviantAnswer[]): string {
  const words = [...new Set(answers.map(({ request }) => CREDENTIALS[request.credential].words))];
  const named = words.length > 4 ? [...words.slice(0, 3), `${words.length - 3} other wrong credentials`] : words;
  const last = named.at(-1) ?? '';
  return `with ${named.length === 1 ? last : `${named.slice(0, -1).join(', ')} and ${last}`}`;
}

const isErrorObject = ({ members }: Look): boolean =>
  ['code', 'message', 'status'].every((name) => members.some(([member]) => member === name));

/** "Every 401 and 404", or how many of these. */
function everyAnswer(answers: readonly DeviantAnswer[], evidence: Evidence): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b);
  const looks = new Set(answers.map(({ look }) => shapeOf(look)));
  const all = evidence.answered(() => true).filter(({ status }) => statuses.includes(status));
  const alike = all.filter(({ response }) => looks.has(shapeOf(lookOf(response))));
  if (alike.length === all.length) return `Every ${statuses.join(' and ')}`;
  return `${new Set(answers.map(({ exchange }) => exchange.id)).size} of ${all.length} answers with ${statuses.join(' or ')}`;
}

const shapeOf = ({ body, members }: Look): string => JSON.stringify([body, members.map(([name]) => name).sort()]);

const MEMBERS = 5;

function lookWords({ body, members }: Look, redact: Redact): string {
  switch (body) {
    case 'none':
      return 'has no body';
    case 'html':
      return 'is an HTML page';
    case 'xml':
      return 'is XML';
    case 'text':
      return 'is plain text';
    case 'unreadable':
      return 'has a body that is not whole';
    case 'json':
      return 'is JSON, but not an object';
    case 'object': {
      const names = members.slice(0, MEMBERS).map(([name]) => `${JSON.stringify(redact(name))}: …`);
      return `is \`{${[...names, ...(members.length > MEMBERS ? ['…'] : [])].join(', ')}}\``;
    }
  }
}

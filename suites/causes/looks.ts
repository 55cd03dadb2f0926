import type { Evidence } from '../../runner/evidence/evidence.js';
import { responseOf } from '../../runner/evidence/exchange.js';
import { idText } from '../../runner/evidence/request.js';
import { groupsOf } from '../../runner/judge/causes/causes.js';
import { type Look, lookOf } from '../../runner/judge/causes/look.js';
import type { DeviantAnswer, Trait } from '../../runner/judge/causes/trait.js';
import { ERROR_MEMBERS } from '../schema.js';
import { type Kind, trait } from './kinds.js';

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

const isErrorObject = ({ members }: Look): boolean =>
  ERROR_MEMBERS.every((name) => members.some(([member]) => member === name));

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

import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, headerValues } from '../../evidence/exchange.js';
import { shown } from '../../evidence/quoted.js';
import { idText, isValid, operationOf, type Request } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { CREDENTIALS } from '../../interface/interface.js';
import { SITUATIONS, situationOf } from '../../suites/terms/situation.js';
import { type DeviantAnswer, isSlashAdded } from './deviation.js';
import { isErrorObject, shapeId, shapeOf, shapeWords } from './shape.js';

/** The media type in the id of a cause, where its slash is a dash. */
export const SEVERAL_TYPES = '-several-types';

const typeIn = (id: string): string =>
  id.endsWith('-no-type') || id.endsWith(SEVERAL_TYPES) ? '' : id.replace(/^\w+-as-?/, '').replace('-', '/') || '…';

/** @param type absent for `explain` */
export function typeWords(id: string, type = typeIn(id)): string {
  if (id.endsWith(SEVERAL_TYPES)) {
    return `with several Content-Type fields${type === '' ? '' : ` (${type})`}, not with one`;
  }
  return `${type === '' ? 'without a Content-Type' : `as ${type}`}, not as application/json`;
}

/** The service looked for the order: its own Error names the id. */
export const namesOrder = ({ shape, exchange: { sent } }: DeviantAnswer): boolean =>
  isErrorObject(shape) && sent.orderId !== undefined && shape.head.includes(sent.orderId);

/** The subject of a sentence: "Cancels with no Authorization header". It names at most four kinds of credentials. */
export function whose(answers: readonly Pick<DeviantAnswer, 'request'>[]): string {
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

/** The situations of all of them, as a subject and its verb: "A cancel of an unknown order gets". */
export function whoGets(exchanges: readonly Exchange[]): string {
  const refused = exchanges.filter(({ request }) => !isValid(request.credential));
  const ids = exchanges.flatMap((exchange) => (refused.includes(exchange) ? [] : situationOf(exchange).id));
  const situations = new Set(ids.map((id) => SITUATIONS[id === 'neighbour' ? 'unknown' : id].what));
  const [first = '', ...others] = [...(refused.length > 0 ? [whose(refused)] : []), ...situations];
  const rest = others.map((subject) => `, and ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`).join('');
  return `${first}${rest} ${refused.length > 0 || others.length > 0 ? 'get' : 'gets'}`;
}

export const statusesOf = (answers: readonly DeviantAnswer[]): string =>
  [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b).join(', ') || 'another answer';

/** "GET and DELETE are redirected to the same path with a slash at its end (301, Location: …)". */
export function slashWords(answers: readonly DeviantAnswer[]): string {
  const [first] = answers.filter(isSlashAdded);
  if (first === undefined) return 'Requests are redirected to the same path with a slash at its end, or without one.';
  const methods = [...new Set(answers.map(({ exchange }) => exchange.sent.method))].sort().reverse();
  const [location = ''] = headerValues(shown(first.response), 'location');
  const slash = /\/(?:[?#]|$)/.test(location) ? 'with a slash' : 'without the slash';
  const rest = answers.filter((answer) => !isSlashAdded(answer));
  const others = rest.length === 0 ? '' : `, or get ${statusesOf(rest)} with a body that names that slash`;
  return `${methods.join(' and ')} ${methods.length === 1 ? 'is' : 'are'} redirected to the same path ${slash} at its end (${first.status}, Location: ${location})${others}.`;
}

const wordsOf = ({ request }: { readonly request: Request }): string => CREDENTIALS[request.credential].words;

/** Clauses such as "Every 401 is plain text", at most two. */
export function eachShape(answers: readonly DeviantAnswer[], evidence: Evidence): string[] {
  const groups = groupsOf(answers, ({ shape }) => [shapeId(shape)]);
  const shapes = groups.flatMap((group) =>
    group[0] && !isErrorObject(group[0].shape) ? [{ group, shape: group[0].shape }] : [],
  );
  return shapes.slice(0, 2).map(({ group, shape }, index) => {
    const words = `${everyAnswer(group, evidence)} ${shapeWords(shape)}`;
    return index === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
  });
}

/** "Every 401 and 404", or "A 401 (2 of 55)". */
function everyAnswer(answers: readonly DeviantAnswer[], evidence: Evidence): string {
  const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b);
  const shapes = new Set(answers.map(({ shape }) => shapeId(shape)));
  const all = evidence.answered(() => true).filter(({ status }) => statuses.includes(status));
  const similar = all.filter(({ response }) => shapes.has(shapeId(shapeOf(response))));
  if (similar.length === all.length) return `Every ${statuses.join(', ').replace(/, (\d+)$/, ' and $1')}`;
  const count = new Set(answers.map(({ exchange }) => idText(exchange.request.id))).size;
  return `A ${statuses.join(' or ')} (${count} of ${all.length})`;
}

/**
 * Groups the things that share a key, directly or through other things. Groups are in the order of their first things.
 * @param keysOf at least one key for each thing
 */
export function groupsOf<T>(things: readonly T[], keysOf: (thing: T) => readonly string[]): T[][] {
  const keys = new Map(things.map((thing) => [thing, keysOf(thing)]));
  const isIn = (group: readonly string[]) => (key: string) => group.includes(key);
  let groups: (readonly string[])[] = [];
  for (const of of keys.values()) {
    const joined = groups.filter((group) => of.some(isIn(group)));
    groups = [...groups.filter((group) => !joined.includes(group)), [...new Set([...joined.flat(), ...of])]];
  }
  return [...groupBy(things, (thing) => groups.find((group) => keys.get(thing)?.some(isIn(group)))).values()];
}

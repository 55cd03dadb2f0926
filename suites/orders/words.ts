import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, responseOf, statusOf } from '../../evidence/exchange.js';
import { conversionsOf, TWO_53 } from '../../evidence/mistakes.js';
import { isFresh } from '../../evidence/plan.js';
import { quote, shown } from '../../evidence/quoted.js';
import { idText, type Order, unknownOf } from '../../evidence/request.js';
import { groupBy, isLong } from '../../interface/helpers/helpers.js';
import { sentences } from '../terms/sentences.generated.js';
import { isWithoutKey } from '../terms/situation.js';
import { cancelsWithKey, firstSuccesses } from './own-cancels.js';
import { millisecondsOf, type Sighting } from './sighting.js';
import { SUSPICIONS } from './suspects.js';
import { effectIn, type Window } from './windows.js';

/** "Either a cancel of another id changed it, or its own cancel is answered wrongly." */
export function explanation(evidence: Evidence, window: Window): string {
  const { kinds, since, refutation, timeline, sighting } = window;
  const { order } = timeline;
  const isSeveral = kinds.length > 1;
  const between =
    since && ` between ${secondsOf(evidence, since, 'begin')} and ${secondsOf(evidence, sighting, 'end')}`;
  const words = kinds.map((kind) => `${SUSPICIONS[kind].words}${kind === 'client' ? between : ''}`);
  const text = `${isSeveral ? 'either ' : ''}${words.join(', or ')}.`;
  const isClaimed =
    !since && !refutation && order.state === 'pending' && isFresh(evidence.plan, order) && !kinds.includes('fixture');
  return [
    // Only the person who started the run says that the order was pending.
    isClaimed ? `If these orders are pending, as the run was told: ${text}` : capital(text),
    ...(areCopiedDoubles(evidence, window) ? [sentences.copied] : []),
    ...(isSeveral && kinds.includes('text') ? [sentences.withoutTexts] : []),
  ].join(' ');
}

/** True if each declared id from 2^53 on is a double and gets 404, although a smaller id is found. */
function areCopiedDoubles(evidence: Evidence, { timeline: { order }, sighting }: Window): boolean {
  if (sighting.by === 'listing' || order.id < TWO_53 || statusOf(sighting.exchange) !== 404) return false;
  const cancels = [...cancelsWithKey(evidence)].map(([id, answers]) => ({
    id,
    isLong: id >= TWO_53,
    isFound: answers.some(({ status }) => status !== 404),
  }));
  return (
    cancels.some(({ isLong, isFound }) => !isLong && isFound) &&
    cancels.every(({ id, isLong, isFound }) => !isLong || (!isFound && BigInt(Number(id)) === id))
  );
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Tells what was seen of an order, and which cancels were sent in between: "Order 102 is listed as "pending" at 0.21 s
 * (listing/before), and is not listed at 0.35 s (listing/last). In between: cancels of 101 and 103 (204)."
 */
export function storyOf(evidence: Evidence, window: Window): string {
  const { timeline, sighting, since, refutation, suspects, kinds } = window;
  const { order } = timeline;
  const textOf = (sighting: Sighting, when: 'begin' | 'end'): string =>
    `${sightingText(sighting)} at ${momentText(evidence, sighting.exchange, when)}${bodyText(sighting)}`;
  const subject = sighting.of === 'state' ? `Order ${order.id}` : `\`${sighting.of}\` of order ${order.id}`;
  const was = since ? `${subject} ${textOf(since, 'begin')}, and` : `${subject}, declared ${order.state},`;
  const later = refutation ? `. Afterwards, it ${textOf(refutation, 'begin')}` : '';
  const between = cancelsText(
    suspects.flatMap(({ suspect, exchange }) => (kinds.includes(suspect) ? exchange : [])),
    order,
  );
  const cancels = between === '' ? '' : ` ${since ? 'In between' : 'Before that'}: ${between}.`;
  return `${was} ${textOf(sighting, 'end')}${later}.${imageText(evidence, window)}${cancels}${effectText(window)}`;
}

/** "0.21 s (listing/before)" */
export const momentText = (evidence: Evidence, exchange: Exchange, when: 'begin' | 'end'): string =>
  `${secondsOf(evidence, { exchange }, when)} (${idText(exchange.request.id)})`;

const secondsOf = (evidence: Evidence, { exchange }: Pick<Sighting, 'exchange'>, when: 'begin' | 'end'): string =>
  `${(millisecondsOf(evidence, exchange, when) / 1000).toFixed(2)} s`;

function effectText(window: Window): string {
  const after = effectIn(window);
  if (!after) return '';
  // Somebody else may have cancelled it at that moment.
  const effect = window.kinds.length === 1 ? 'took effect' : 'may have taken effect';
  return ` Afterwards, it ${sightingText(after)}, so this very cancel ${effect}. Does something in front of the service send a DELETE again?`;
}

/** A sighting as a predicate: the order, or its member, is the subject. */
export function sightingText({ by, of, shows, value, exchange }: Sighting): string {
  if (by === 'cancel') return `got ${statusOf(exchange)} to its cancel`;
  if (shows === 'gone') return 'is not listed';
  if (value === undefined) return 'is listed';
  return `is ${of === 'state' ? 'listed as ' : ''}${quote(exchange, value)}`;
}

/** The body of a refusal, which often says why. */
function bodyText({ by, exchange }: Sighting): string {
  const response = responseOf(exchange);
  const body = response ? new TextDecoder().decode(shown(response).body.head.subarray(0, MAX_BODY)).trim() : '';
  return by === 'listing' || body === '' ? '' : `: ${body.replaceAll(/\s+/g, ' ')}`;
}

const MAX_BODY = 160;

/** A sentence on another id that the body of a refusal names: the service may have read that one. A message alone may print a double. */
function imageText(evidence: Evidence, { timeline: { order }, sighting }: Window): string {
  const body = bodyText(sighting);
  const named = conversionsOf(order.id).find(([, image]) => new RegExp(`(?<!\\d)${image}(?!\\d)`).test(body));
  if (!named || !isLong(order.id) || toldApart(evidence)) return '';
  const [how, image] = named;
  return ` Its body names ${image}, the id ${how}: does the service keep ids whole?`;
}

/** A cancel of an order above 2^53 succeeded, and that of an id with the same double did not. */
const toldApart = (evidence: Evidence): boolean =>
  evidence.answered((request) => unknownOf(request) === 'shares-double').some(({ status }) => status === 404) &&
  [...firstSuccesses(evidence).keys()].some(isLong);

const MAX_IDS = 3;

/** "cancels of 101 and 103 (204); 15 cancels of it without a valid key (401)" */
export function cancelsText(cancels: readonly Exchange[], order?: Order): string {
  const groups = groupBy(cancels, (exchange) => {
    const key = isWithoutKey(exchange.request) ? ' without a valid key' : '';
    return `${key} (${statusOf(exchange) ?? 'no answer'})`;
  });
  return [...groups].map(([key, similar]) => `${cancelsOf(similar, order)}${key}`).join('; ');
}

/** "15 cancels of it", "cancels of 101 and 103" */
export function cancelsOf(cancels: readonly Exchange[], order: Order | undefined): string {
  const ids = cancels.map(({ sent: { orderId = '' } }) => (orderId === String(order?.id) ? 'it' : orderId));
  const names = new Set(ids);
  const count = names.size > 1 ? 'cancels' : cancels.length === 1 ? 'a cancel' : `${cancels.length} cancels`;
  return `${count} of ${firstOf([...names])}`;
}

/** "101, 102, 103, and 4 others" */
export function firstOf(ids: readonly string[]): string {
  const rest = ids.length - MAX_IDS;
  return new Intl.ListFormat('en-GB').format(rest > 1 ? [...ids.slice(0, MAX_IDS), `${rest} others`] : ids);
}

import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, precedes, responseOf, statusOf } from '../../evidence/exchange.js';
import { TWO_53 } from '../../evidence/mistakes.js';
import { isFresh } from '../../evidence/plan.js';
import { idText, type Order } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { isWithoutKey } from '../answers/answers.js';
import { cancelsWithKey } from './own-cancels.js';
import { isBadState, millisecondsOf, type Sighting } from './sighting.js';
import { SUSPICIONS } from './suspects.js';
import type { Window } from './windows.js';

/** "Either a cancel of another id changed it, or its own cancel is answered wrongly." */
export function explanation(evidence: Evidence, window: Window): string {
  const { kinds, since, refutation, timeline } = window;
  const { order } = timeline;
  const isSeveral = kinds.length > 1;
  const text = `${isSeveral ? 'either ' : ''}${kinds.map((kind) => SUSPICIONS[kind].words).join(', or ')}.`;
  const isClaimed =
    !since && !refutation && order.state === 'pending' && isFresh(evidence.plan, order) && !kinds.includes('fixture');
  return [
    // Only the person who started the run says that the order was pending.
    isClaimed ? `If these orders are new, as the run was told: ${text}` : capital(text),
    ...(areCopiedDoubles(evidence, window) ? [COPIED] : []),
    ...(isSeveral && kinds.includes('text') ? [WITHOUT_TEXTS] : []),
  ].join(' ');
}

const WITHOUT_TEXTS =
  'Run again with new orders, this one among them, and without `disposable: true`: then no such text is sent, and its own cancel decides.';

const COPIED =
  'Or the listing rounds ids, and the fixtures were copied from it: each declared id from 2^53 on is one that a double holds exactly, and no cancel finds any of them.';

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
  return `${was} ${textOf(sighting, 'end')}${later}.${cancels}${effectText(window)}`;
}

/** "0.21 s (listing/before)" */
export const momentText = (evidence: Evidence, exchange: Exchange, when: 'begin' | 'end'): string =>
  `${(millisecondsOf(evidence, exchange, when) / 1000).toFixed(2)} s (${idText(exchange.request.id)})`;

/** A cancel that was refused, and after which listings show the order cancelled all the same. */
function effectText({ timeline: { sightings }, sighting, since, refutation, kinds }: Window): string {
  if (sighting.by !== 'cancel' || since?.by !== 'listing' || refutation || kinds[0] !== 'status') return '';
  const after = sightings.find(
    (later) => later.by === 'listing' && isBadState(later) && precedes(sighting.exchange, later.exchange),
  );
  if (!after) return '';
  // Somebody else may have cancelled it at that moment.
  const effect = kinds.length === 1 ? 'took effect' : 'may have taken effect';
  return ` Afterwards, it ${sightingText(after)}, so this very cancel ${effect}. Does something in front of the service send a DELETE again?`;
}

/** A sighting as a predicate: the order, or its member, is the subject. */
export function sightingText({ by, of, shows, value, exchange }: Sighting): string {
  if (by === 'cancel') return `got ${statusOf(exchange)} to its cancel`;
  if (shows === 'gone') return 'is not listed';
  if (of !== 'state') return `is ${value}`;
  return value === undefined ? 'is listed' : `is listed as ${value}`;
}

/** The body of a refusal, which often says why. */
function bodyText({ by, exchange }: Sighting): string {
  const body = new TextDecoder().decode(responseOf(exchange)?.body.head.subarray(0, MAX_BODY)).trim();
  return by === 'listing' || body === '' ? '' : `: ${body.replaceAll(/\s+/g, ' ')}`;
}

const MAX_BODY = 160;

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

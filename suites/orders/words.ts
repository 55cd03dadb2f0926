import type { Evidence } from '../../evidence/evidence.js';
import { type Exchange, precedes, responseOf, statusOf } from '../../evidence/exchange.js';
import { TWO_53 } from '../../evidence/mistakes.js';
import { isFresh } from '../../evidence/plan.js';
import { idText, type Order } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { isWithoutKey } from '../answers/answers.js';
import { contradictions } from './contradictions.js';
import { cancelsWithKey } from './own-cancels.js';
import { isGood, millisecondsOf, type Sighting } from './sighting.js';
import { KINDS } from './suspects.js';
import type { Window } from './windows.js';

/** "Either a cancel of another order changed it, or its own cancel is answered wrongly." */
export function explanation(evidence: Evidence, window: Window): string {
  const {
    kinds,
    since,
    refutation,
    timeline: { order },
  } = window;
  const clauses = kinds.map((kind) => KINDS[kind].words);
  const [only = ''] = clauses;
  const text = clauses.length === 1 ? only : `either ${clauses.join(', or ')}`;
  const isClaimed =
    !since && !refutation && order.state === 'pending' && isFresh(evidence.plan, order) && !kinds.includes('fixture');
  // Only the person who started the run says that the order was pending.
  const said = isClaimed ? `If these orders are new, as the run was told: ${text}.` : `${capital(text)}.`;
  const isByText = clauses.length > 1 && kinds.includes('text');
  return `${said}${areCopiedDoubles(evidence, window) ? ` ${COPIED}` : ''}${isByText ? ` ${WITHOUT_TEXTS}` : ''}`;
}

const WITHOUT_TEXTS =
  'Run again with new orders, this one among them, and without `disposable: true`: then no such text is sent, and its own cancel decides.';

const COPIED =
  'Or the listing rounds ids, and the fixtures were copied from it: each declared id from 2^53 on is one that a double holds exactly, and no cancel finds any of them.';

/** True if each declared id from 2^53 on is a double and gets 404, although a smaller id is found. */
function areCopiedDoubles(evidence: Evidence, { timeline: { order }, sighting }: Window): boolean {
  const isNotFound = sighting.by === 'cancel' && statusOf(sighting.exchange) === 404;
  const cancels = [...cancelsWithKey(evidence)];
  const isLong = (id: bigint): boolean => id >= TWO_53;
  const isUnfound = ([id, answers]: (typeof cancels)[number]): boolean =>
    BigInt(Number(id)) === id && answers.every(({ status }) => status === 404);
  return (
    isNotFound &&
    isLong(order.id) &&
    cancels.filter(([id]) => isLong(id)).every(isUnfound) &&
    cancels.some(([id, answers]) => !isLong(id) && answers.some(({ status }) => status !== 404))
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
  const seenAt = (seen: Sighting, when: 'begin' | 'end'): string => {
    const seconds = (millisecondsOf(evidence, seen.exchange, when) / 1000).toFixed(2);
    const text = `${sightingText(seen)} at ${seconds} s (${idText(seen.exchange.request.id)})`;
    return `${text}${bodyText(seen)}`;
  };
  const subject = sighting.of === 'state' ? `Order ${order.id}` : `\`${sighting.of}\` of order ${order.id}`;
  const was = since ? `${subject} ${seenAt(since, 'begin')}, and` : `${subject}, declared ${order.state},`;
  const later = refutation ? `. Afterwards, it ${seenAt(refutation, 'begin')}` : '';
  const between = cancelsText(
    suspects.flatMap(({ suspect, exchange }) => (kinds.includes(suspect) ? exchange : [])),
    order,
  );
  const cancels = between === '' ? '' : ` ${since ? 'In between' : 'Before that'}: ${between}.`;
  return `${was} ${seenAt(sighting, 'end')}${later}.${cancels}${kinds.includes('incomplete') ? pageText(evidence, window) : ''}${effectText(window)}`;
}

/** A cancel that was refused, and after which listings show the order cancelled all the same. */
function effectText({ timeline: { sightings }, sighting, since, refutation, kinds }: Window): string {
  if (sighting.by !== 'cancel' || since?.by !== 'listing' || refutation || kinds[0] !== 'status') return '';
  const after = sightings.find(
    ({ by, of, shows, exchange }) =>
      by === 'listing' && of === 'state' && !isGood({ shows }) && precedes(sighting.exchange, exchange),
  );
  // Somebody else may have cancelled it at that moment.
  const took = kinds.length === 1 ? 'took' : 'may have taken';
  return after
    ? ` Afterwards, it ${sightingText(after)}, so this very cancel ${took} effect. Does something in front of the service send a DELETE again?`
    : '';
}

/** A listing without several declared orders and with a round number of elements may be the first page of several. */
function pageText(evidence: Evidence, { sighting: { exchange } }: Window): string {
  const count = evidence.reading(exchange)?.count ?? 0;
  const absent = contradictions(evidence).filter(({ kind }) => kind === 'absent').length;
  if (absent < 2) return '';
  const isRound = count > 0 && (count % 10 === 0 || count === 25);
  return ` ${absent} declared orders are missing${isRound ? `, and the listing has exactly ${count} elements: it may be a page` : ''}.`;
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
  return [...groups].map(([key, alike]) => `${cancelsOf(alike, order)}${key}`).join('; ');
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

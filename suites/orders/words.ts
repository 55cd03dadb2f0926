import type { Evidence } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { idText, type Order } from '../../runner/evidence/request.js';
import type { Conflict } from './conflicts.js';
import { MISTAKES, type Mistake } from './mistakes.js';
import { isCancelled } from './state.js';
import type { Event } from './suspects.js';
import type { Sighting } from './timeline.js';

/** "Either a cancel of another order changed it, or the listing leaves it out." */
export function explanation(mistakes: readonly Mistake[]): string {
  const clauses = mistakes.map((mistake) => MISTAKES[mistake].words);
  const [only = ''] = clauses;
  return clauses.length === 1 ? `${only.charAt(0).toUpperCase()}${only.slice(1)}.` : `Either ${clauses.join(', or ')}.`;
}

/**
 * What was seen of an order, and those of the cancels between that these mistakes are about: "Order 102 was pending at 0.21 s
 * (listing/before), and gone at 0.35 s (its cancel got 404). In between: cancels of 101 and 103 (204)."
 */
export function storyOf(
  evidence: Evidence,
  { timeline: { order }, sighting, since, again, suspects }: Conflict,
  mistakes: readonly Mistake[],
): string {
  const at = (seen: Sighting): string => `at ${instantOf(evidence, seen.exchange)} s (${witnessOf(seen)})`;
  const { of } = sighting;
  const [subject, was, is] =
    of === 'state'
      ? [`Order ${order.id}`, looks(order, since), looks(order, sighting)]
      : [`\`${of}\` of order ${order.id}`, 'as first listed', 'changed'];
  const story = since
    ? `${subject} was ${was} ${at(since)}, and ${is} ${at(sighting)}`
    : `${subject}, declared ${order.state}, was ${is} ${at(sighting)}`;
  const later = again ? `, and ${looks(order, again)} again ${at(again)}` : '';
  const between = betweenText(
    order,
    suspects.filter(({ suspect }) => mistakes.includes(suspect)),
  );
  return `${story}${later}.${between === '' ? '' : ` ${since ? 'In between' : 'Before that'}: ${between}.`}`;
}

/** When it was known what an exchange shows, in milliseconds since the run began. */
export const millisecondsOf = ({ startedAt }: Evidence, exchange: Exchange): number =>
  Math.round(Date.parse(exchange.startedAt) + exchange.durationMs - Date.parse(startedAt));

const instantOf = (evidence: Evidence, exchange: Exchange): string =>
  (millisecondsOf(evidence, exchange) / 1000).toFixed(2);

/** How an order looks. */
export function looks(order: Order, sighting: Sighting | undefined): string {
  const status = sighting?.by === 'cancel' ? statusOf(sighting.exchange) : undefined;
  switch (sighting?.shows) {
    case 'gone':
      return sighting.by === 'cancel' ? 'gone' : 'not listed';
    case 'changed':
      if (status === 404) return 'gone';
      if (order.state === 'pending') return 'no longer pending';
      return isCancelled(sighting.value ?? '') ? 'cancelled' : 'pending';
    case 'there':
      return 'there';
    case 'declared':
    case undefined:
      return order.state === 'other' ? 'as first listed' : order.state;
  }
}

/** What shows it: "listing/before", "its cancel got 404". */
export const witnessOf = ({ by, exchange }: Sighting): string =>
  by === 'listing' ? idText(exchange.request.id) : `its cancel got ${statusOf(exchange)}`;

const MAX_IDS = 3;

/** "cancels of 101 and 103 (204); 15 cancels of it without a valid key (401)" */
function betweenText(order: Order, suspects: readonly Event[]): string {
  const groups = new Map<string, Exchange[]>();
  for (const { suspect, exchange } of suspects) {
    const what = suspect === 'without-key' ? ' without a valid key' : '';
    const key = `${what} (${statusOf(exchange) ?? 'no answer'})`;
    groups.set(key, [...(groups.get(key) ?? []), exchange]);
  }
  return [...groups].map(([key, exchanges]) => `${cancelsOf(exchanges, order)}${key}`).join('; ');
}

function cancelsOf(exchanges: readonly Exchange[], { id }: Order): string {
  const names = [...new Set(exchanges.map(({ sent: { orderId = '' } }) => (orderId === String(id) ? 'it' : orderId)))];
  const [only = ''] = names;
  if (names.length === 1)
    return exchanges.length === 1 ? `a cancel of ${only}` : `${exchanges.length} cancels of ${only}`;
  const rest = names.length - MAX_IDS;
  const named = rest > 1 ? [...names.slice(0, MAX_IDS), `${rest} others`] : names;
  return `cancels of ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

import { type Evidence, isSuccess } from '../../runner/evidence/evidence.js';
import { type Exchange, statusOf } from '../../runner/evidence/exchange.js';
import { isCancel, type Order, unknownOf } from '../../runner/evidence/request.js';
import { once } from '../../runner/once.js';
import { isAuthorized, isStatedUnknown, isWithoutKey } from '../answers.js';

// Which cancels may have changed an order that they must leave alone.

/** Who may have changed an order. */
export type Suspect = 'without-key' | 'own-cancel' | 'others' | 'neighbour' | 'text' | 'refused';

/** A cancel that must leave this order alone. Those with one label do the same: what one does, all do. */
export interface Event {
  readonly suspect: Suspect;
  readonly label: string;
  readonly exchange: Exchange;
  /** It names neither the order nor an id that is like its own; all but those of texts were refused. */
  readonly isFar?: true;
}

/** The cancels that may be something to each order, without asking each of them about all. */
export function effectsOf(evidence: Evidence) {
  const onOrder = new Map<bigint, Exchange[]>();
  const onAll: Exchange[] = [];
  for (const exchange of evidence.exchanges) {
    const { request } = exchange;
    if (!isCancel(request)) continue;
    if (isSuccess(statusOf(exchange)) && isAuthorized(request)) onAll.push(exchange);
    else for (const id of namedBy(exchange)) onOrder.set(id, [...(onOrder.get(id) ?? []), exchange]);
  }
  return { onOrder, onAll };
}

/** The declared orders that a cancel names, or that a careless server could take it for. */
function namedBy({ request: { aim }, sent }: Exchange): ReadonlySet<bigint> {
  if (aim.kind === 'order') return new Set([aim.order.id]);
  if (aim.kind === 'listing') return new Set();
  const candidate = aim.candidates.find(({ text }) => text === sent.orderId);
  return new Set([...(candidate?.near === undefined ? [] : [candidate.near]), ...(candidate?.ours ?? [])]);
}

interface Hit {
  readonly suspect: Suspect | 'accounted';
  readonly label: string;
}

/** What a cancel may be to an order that it names, or to any where it succeeded. */
export function hit(exchange: Exchange, order: Order): Hit | undefined {
  const { request } = exchange;
  const isNamed = namedBy(exchange).has(order.id);
  if (isWithoutKey(request)) return isNamed && !unknownOf(request) ? hitWithoutKey(exchange) : undefined;
  if (!isAuthorized(request)) return undefined;
  if (unknownOf(request)) return hitByUnknown(exchange, isNamed);
  if (isNamed) return hitByOwn(exchange, order);
  return isSuccess(statusOf(exchange)) ? { suspect: 'others', label: 'others' } : undefined;
}

const hitWithoutKey = (exchange: Exchange): Hit => ({
  suspect: isSuccess(statusOf(exchange)) ? 'accounted' : 'without-key',
  label: exchange.request.credential,
});

function hitByUnknown(exchange: Exchange, isNamed: boolean): Hit | undefined {
  const { request } = exchange;
  const suspect = isStatedUnknown(request) ? 'neighbour' : 'text';
  if (!isSuccess(statusOf(exchange))) return isNamed ? { suspect, label: unknownOf(request) ?? '' } : undefined;
  return isNamed ? { suspect: 'accounted', label: suspect } : undefined;
}

function hitByOwn(exchange: Exchange, { state }: Order): Hit | undefined {
  const status = statusOf(exchange);
  if (status === 429) return undefined;
  if (isSuccess(status)) return { suspect: 'accounted', label: 'success' };
  // It found nothing that it could change.
  if (status === 404) return undefined;
  if (state !== 'pending') return { suspect: 'own-cancel', label: `${status}` };
  // What came to no answer, or says nothing about the order, may have taken effect.
  return status === 409 ? undefined : { suspect: 'accounted', label: 'unclear' };
}

/** A run without repetitions has half as many. */
const MAX_FAR = 200;

/** Of the cancels that do not name an order, those that were begun next before that. */
export function farFrom(evidence: Evidence, { id }: Order, before: number): readonly Event[] {
  const all = refused(evidence);
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((all[middle]?.exchange.begun ?? before) < before) from = middle + 1;
    else to = middle;
  }
  return all.slice(Math.max(0, from - MAX_FAR), from).filter(({ names }) => !names.has(id));
}

const refused = once((evidence: Evidence): readonly (Event & { readonly names: ReadonlySet<bigint> })[] =>
  evidence.exchanges.flatMap((exchange) => {
    const suspect = suspectOf(exchange);
    return suspect ? [{ suspect, label: 'far', exchange, isFar: true, names: namedBy(exchange) }] : [];
  }),
);

function suspectOf(exchange: Exchange): 'without-key' | 'refused' | 'text' | undefined {
  const { request } = exchange;
  const isText = unknownOf(request) !== undefined && !isStatedUnknown(request);
  // What is not an id of an order at all may be any of them.
  if (isText && isAuthorized(request)) return 'text';
  if (!isCancel(request) || isSuccess(statusOf(exchange))) return undefined;
  if (isWithoutKey(request)) return 'without-key';
  return isAuthorized(request) ? 'refused' : undefined;
}

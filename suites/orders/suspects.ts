import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { isCancel, type Order, unknownOf } from '../../evidence/request.js';
import { groupBy, once } from '../../interface/helpers/helpers.js';
import { isAuthorized, isStatedUnknown, isWithoutKey } from '../answers/answers.js';
import type { RequirementId } from '../terms/ids.js';

// Cancels that may have changed an order, although they must leave it alone.

/** Kinds of cancels that may have changed an order. */
export type Suspect = 'without-key' | 'own-cancel' | 'others' | 'neighbour' | 'text' | 'refused';

/** A cancel that must leave this order alone. Cancels with the same label are alike: if one changes orders, all do. */
export interface Event {
  readonly suspect: Suspect;
  readonly label: string;
  readonly exchange: Exchange;
}

/** The cancels that name each order; under `all`, those that succeeded: these concern every order. */
export const effectsOf = ({ exchanges }: Evidence) =>
  groupBy(
    exchanges.flatMap((exchange) => {
      const isSuccessful = isSuccess(statusOf(exchange)) && isAuthorized(exchange.request);
      const orders = isSuccessful ? (['all'] as const) : [...namedBy(exchange)];
      return orders.map((order) => ({ order, exchange }));
    }),
    ({ order }) => order,
  );

/** The declared orders that a cancel names, or that a careless server could read its id as. */
function namedBy({ request: { aim }, sent }: Exchange): ReadonlySet<bigint> {
  if (aim.kind === 'order') return new Set([aim.order.id]);
  if (aim.kind === 'listing') return new Set();
  const candidate = aim.candidates.find(({ text }) => text === sent.orderId);
  return new Set([
    ...(candidate?.neighbourOf === undefined ? [] : [candidate.neighbourOf]),
    ...(candidate?.riskyPending ?? []),
  ]);
}

/** The possible effect of a cancel on an order. `explains`: its own success explains a later change. */
export interface Effect {
  readonly suspect: Suspect | 'explains';
  readonly label: string;
}

/** The possible effect of a cancel on an order that it names. A cancel that succeeded may affect any order. */
export function effectOf(exchange: Exchange, order: Order): Effect | undefined {
  const { request } = exchange;
  const isNamed = namedBy(exchange).has(order.id);
  if (isWithoutKey(request)) {
    const suspect = isSuccess(statusOf(exchange)) ? 'explains' : 'without-key';
    return isNamed && !unknownOf(request) ? { suspect, label: request.credential } : undefined;
  }
  if (!isAuthorized(request)) return undefined;
  if (unknownOf(request)) return effectOfUnknown(exchange, isNamed);
  if (isNamed) return effectOfOwn(exchange, order);
  return isSuccess(statusOf(exchange)) ? { suspect: 'others', label: 'others' } : undefined;
}

function effectOfUnknown(exchange: Exchange, isNamed: boolean): Effect | undefined {
  const { request } = exchange;
  const suspect = isStatedUnknown(request) ? 'neighbour' : 'text';
  if (!isSuccess(statusOf(exchange))) return isNamed ? { suspect, label: unknownOf(request) ?? '' } : undefined;
  return isNamed ? { suspect: 'explains', label: suspect } : undefined;
}

function effectOfOwn(exchange: Exchange, { state }: Order): Effect | undefined {
  const status = statusOf(exchange);
  if (status === 429) return undefined;
  if (isSuccess(status)) return { suspect: 'explains', label: 'success' };
  // A cancel that got 404 changed nothing.
  if (status === 404) return undefined;
  if (state !== 'pending') return { suspect: 'own-cancel', label: `${status}` };
  // A cancel without an answer, or with one that says nothing about the order, may have taken effect.
  return status === 409 ? undefined : { suspect: 'explains', label: 'unclear' };
}

/** A run without repetitions has about 100 such cancels. */
const MAX_OF_OTHER_IDS = 200;

/** The last cancels of other ids before that moment. */
export const cancelsOfOtherIds = (evidence: Evidence, { id }: Order, before: number): readonly Event[] =>
  refused(evidence)
    .filter(({ exchange, names }) => exchange.begun < before && !names.has(id))
    .slice(-MAX_OF_OTHER_IDS);

const refused = once((evidence: Evidence): readonly (Event & { readonly names: ReadonlySet<bigint> })[] =>
  evidence.exchanges.flatMap((exchange) => {
    const suspect = suspectOf(exchange);
    return suspect ? [{ suspect, label: 'other id', exchange, names: namedBy(exchange) }] : [];
  }),
);

function suspectOf(exchange: Exchange): 'without-key' | 'refused' | 'text' | undefined {
  const { request } = exchange;
  const isText = unknownOf(request) !== undefined && !isStatedUnknown(request);
  // A server may read a text as any order.
  if (isText && isAuthorized(request)) return 'text';
  if (!isCancel(request) || isSuccess(statusOf(exchange))) return undefined;
  if (isWithoutKey(request)) return 'without-key';
  return isAuthorized(request) ? 'refused' : undefined;
}

/**
 * An explanation for an order that is not as it must be: a cancel changed it, an answer is wrong, or the target is not
 * to blame.
 */
export type Suspicion = Suspect | 'status' | 'connection' | 'incomplete' | 'fixture' | 'somebody';

interface SuspicionInfo {
  /**
   * The requirement that it breaks. Undefined if the target is not to blame, or the contract is silent.
   * @param shownBy the exchange that shows the order otherwise than it must be
   */
  breaks(order: Order, shownBy: Pick<Exchange, 'request'>): RequirementId | undefined;
  /** The explanation as a clause. */
  readonly words: string;
  /** The order did not change: only the answer about it is wrong. */
  readonly changesNothing?: true;
}

const always = (requirement: RequirementId) => (): RequirementId => requirement;

export const KINDS: Readonly<Record<Suspicion, SuspicionInfo>> = {
  'without-key': { breaks: always('auth.no-effect'), words: 'a refused cancel without a valid key changed it' },
  'own-cancel': {
    breaks: ({ state }) => (state === 'shipped' ? 'cancel.shipped.unchanged' : 'cancel.others-untouched'),
    words: 'its own refused cancel changed it',
  },
  neighbour: {
    breaks: always('cancel.told-apart'),
    words: 'a refused cancel of an unknown id that is like its id changed it',
  },
  text: {
    breaks: always('cancel.not-int64'),
    words: 'a cancel of what is not the id of any order changed it',
  },
  others: { breaks: always('cancel.others-untouched'), words: 'a cancel of another order changed it' },
  refused: { breaks: always('cancel.others-untouched'), words: 'a refused cancel of another id changed it' },
  status: {
    breaks: ({ state }, { request }) => {
      if (state === 'pending') return 'cancel.pending.status';
      return request.role === 'cancel' ? 'cancel.shipped.status' : 'cancel.shipped.unchanged';
    },
    words: 'its own cancel is answered wrongly',
    changesNothing: true,
  },
  connection: {
    breaks: always('cancel.told-apart'),
    words: 'the answer is that to the request before it on its connection',
    changesNothing: true,
  },
  incomplete: { breaks: always('list.complete'), words: 'the listing leaves it out', changesNothing: true },
  somebody: { breaks: () => undefined, words: 'somebody else changed it, since no cancel gives that state' },
  fixture: { breaks: () => undefined, words: 'its fixture is wrong, or an earlier run used it up' },
};

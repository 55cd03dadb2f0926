import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { isCancel, type Order, unknownOf } from '../../evidence/request.js';
import { memoised } from '../../interface/helpers/helpers.js';
import { isAuthorized, isStatedUnknown } from '../answers/answers.js';
import type { RequirementId } from '../terms/ids.js';
import { isWithoutKey } from '../terms/situation.js';

// Cancels that may have changed an order, although they must leave it alone.

/** Kinds of cancels that may have changed an order. */
export type Suspect = 'without-key' | 'own-cancel' | 'others' | 'neighbour' | 'text';

/** A cancel that must leave this order alone. Cancels with the same label are alike: if one changes orders, all do. */
export interface Event<Kind = Suspect> {
  readonly suspect: Kind;
  readonly label: string;
  readonly exchange: Exchange;
}

/** The declared orders that a cancel names, or that a careless server could read its id as. */
const namedBy = memoised(({ request: { aim }, sent }: Exchange): ReadonlySet<bigint> => {
  if (aim.kind === 'order') return new Set([aim.order.id]);
  if (aim.kind === 'listing') return new Set();
  const { neighbourOf = [], riskyPending = [] } = aim.candidates.find(({ text }) => text === sent.orderId) ?? {};
  return new Set([neighbourOf, riskyPending].flat());
});

/** The possible effect of a cancel on an order. `explains`: its own success explains a later change. */
type Effect = Omit<Event<Suspect | 'explains'>, 'exchange'>;

/** The possible effect of a cancel on an order that it names. A cancel that succeeded may affect any order. */
export function effectOf(exchange: Exchange, { id, state }: Order): Effect | undefined {
  const { request } = exchange;
  const status = statusOf(exchange);
  const unknown = unknownOf(request);
  if (!namedBy(exchange).has(id)) {
    return isSuccess(status) && isAuthorized(request) ? effectOfOther(exchange) : undefined;
  }
  if (isWithoutKey(request)) {
    const suspect = isSuccess(status) ? 'explains' : 'without-key';
    return unknown ? undefined : { suspect, label: request.credential };
  }
  if (!isAuthorized(request)) return undefined;
  if (!unknown) return effectOfOwn(status, state);
  const suspect = isStatedUnknown(request) ? 'neighbour' : 'text';
  return isSuccess(status) ? { suspect: 'explains', label: suspect } : { suspect, label: unknown };
}

/** The possible effect of a success for another id, or for a text that a careless server may have read as any id. */
function effectOfOther({ request }: Exchange): Effect | undefined {
  if (!unknownOf(request)) return { suspect: 'others', label: 'others' };
  return isStatedUnknown(request) ? undefined : { suspect: 'text', label: 'text' };
}

function effectOfOwn(status: number | undefined, state: Order['state']): Effect | undefined {
  // A cancel that got 404 or 429 changed nothing.
  if (status === 404 || status === 429) return undefined;
  if (isSuccess(status)) return { suspect: 'explains', label: 'success' };
  if (state !== 'pending') return { suspect: 'own-cancel', label: `${status}` };
  // A cancel without an answer, or with one that says nothing about the order, may have taken effect.
  return status === 409 ? undefined : { suspect: 'explains', label: 'unclear' };
}

/** A run without repetitions has about 100 such cancels. */
const MAX_OF_OTHER_IDS = 200;

/** The last refused cancels of other ids before that moment. */
export const cancelsOfOtherIds = ({ exchanges }: Evidence, { id }: Order, before: number): readonly Event[] =>
  exchanges
    .filter((exchange) => exchange.begun < before && !namedBy(exchange).has(id))
    .flatMap((exchange) => eventOfOtherId(exchange))
    .slice(-MAX_OF_OTHER_IDS);

const eventOfOtherId = memoised((exchange: Exchange): Event | [] => {
  const { request } = exchange;
  const label = 'other id';
  const isText = unknownOf(request) !== undefined && !isStatedUnknown(request);
  // A text counts even if its cancel succeeded: a server may have read it as any order.
  if (isText && isAuthorized(request)) return { suspect: 'text', label, exchange };
  if (!isCancel(request) || isSuccess(statusOf(exchange))) return [];
  if (isWithoutKey(request)) return { suspect: 'without-key', label, exchange };
  return isAuthorized(request) ? { suspect: 'others', label, exchange } : [];
});

/**
 * An explanation for an order that is not as it must be: a cancel changed it, an answer is wrong, or the target is not
 * to blame.
 */
export type Suspicion = Suspect | 'status' | 'connection' | 'incomplete' | 'client' | 'run' | 'fixture' | 'somebody';

interface SuspicionInfo {
  /**
   * The requirement that it breaks. Absent if the target is not to blame.
   * @param shownBy the exchange that shows the order otherwise than it must be
   */
  breaks?(order: Order, shownBy: Pick<Exchange, 'request'>): RequirementId;
  /** The explanation as a clause. */
  readonly words: string;
}

export const SUSPICIONS: Readonly<Record<Suspicion, SuspicionInfo>> = {
  'without-key': { breaks: () => 'auth.no-effect', words: 'a refused cancel without a valid key changed it' },
  'own-cancel': {
    breaks: ({ state }) => (state === 'shipped' ? 'cancel.shipped.unchanged' : 'cancel.others-untouched'),
    words: 'its own refused cancel changed it',
  },
  neighbour: { breaks: () => 'cancel.told-apart', words: 'a cancel of an unknown id that is like its id changed it' },
  text: { breaks: () => 'cancel.not-int64', words: 'a cancel of what is not the id of any order changed it' },
  others: { breaks: () => 'cancel.others-untouched', words: 'a cancel of another id changed it' },
  status: {
    breaks: ({ state }, { request }) => {
      if (state === 'pending') return 'cancel.pending.status';
      return request.role === 'cancel' ? 'cancel.shipped.status' : 'cancel.shipped.unchanged';
    },
    words: 'its own cancel is answered wrongly',
  },
  connection: {
    breaks: () => 'cancel.told-apart',
    words: 'the answer is that to the request before it on its connection',
  },
  incomplete: { breaks: () => 'list.complete', words: 'the listing leaves it out' },
  client: { breaks: () => 'orders.conserved', words: 'another client cancelled it' },
  run: { words: 'another run used this store at the same time' },
  somebody: { words: 'somebody else changed it, since no cancel gives that state' },
  fixture: { words: 'it was never pending (its fixture is wrong), or an earlier run used it up' },
};

/** True unless the order stays as it is, and only the answer about it is wrong. */
export const changesOrder = (suspicion: Suspicion): boolean =>
  !['status', 'connection', 'incomplete'].includes(suspicion);

/** True for explanations that must never hide a `must`: a `should`, a wrong fixture, or somebody else. */
export const isDoubtful = (kind: Suspicion): boolean => ['text', 'fixture', 'somebody', 'run'].includes(kind);

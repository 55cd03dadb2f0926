import type { ConformanceOptions } from '../../index.js';
import type { Order, OrderStatus } from '../../servers/order.js';
import type { Behaviour, Call, Steps } from '../../servers/steps.js';
import type { StoreOptions } from '../engine/store.js';

/** Declarations that differ from the store. */
type Declared = Partial<Record<'pending' | 'shipped' | 'other' | 'unknown', readonly bigint[]>>;

/** Fixtures, options and a target with which not everything can be judged. */
export interface Situation {
  readonly id: string;
  readonly store: StoreOptions;
  readonly declared: Declared;
  readonly options: Partial<ConformanceOptions>;
}

export const where = (
  id: string,
  store: StoreOptions | Behaviour = {},
  declared: Declared = {},
  options: Partial<ConformanceOptions> = {},
): Situation => ({ id, store: typeof store === 'function' ? { behaviour: store } : store, declared, options });

export const LONG = 9_007_199_254_740_993n;

export const order = (id: bigint, status: OrderStatus): Order => ({ id, status, members: {} });

/** Two other orders are declared, so that the store may hold more. */
export const others = { other: [301n, 302n] };

export const nothingReal = { pending: [551n, 552n, 553n], shipped: [558n], other: [559n] };

export const hasValidKey = ({ authorization, apiKey }: Call): boolean => authorization === `Bearer ${apiKey}`;

export const isPlainListing = ({ operation, query }: Call): boolean => operation === 'listOrders' && query.size === 0;

/** Lists other orders than the store has. */
export const selecting =
  (select: Steps['select']): Behaviour =>
  () => ({ select });

/** The listing is a replica that follows by so many requests. */
export const late =
  (requests: number): Behaviour =>
  ({ finish }) => {
    const history: (readonly Order[])[] = [];
    return {
      select: (orders) => history[Math.max(0, history.length - requests)] ?? orders.all(),
      finish: (reply, call) => {
        history.push(call.orders.all());
        return finish(reply, call);
      },
    };
  };

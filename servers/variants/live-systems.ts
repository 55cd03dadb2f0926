import { demoOrders } from '../../fixtures/demo-orders.js';
import { finishing, together } from '../changes.js';
import type { Order, OrderStore } from '../order.js';
import { errorReply, jsonReply, type Reply, textReply, withHeader } from '../reply.js';
import { type Behaviour, type Call, cancelPending, parseInt64 } from '../steps.js';
import type { Variant } from '../variant.js';

const tooMany = (seconds: number): Reply =>
  withHeader(
    errorReply({ status: 429, code: 'too_many_requests', message: 'Slow down.' }),
    'Retry-After',
    String(seconds),
  );

/** Answers this many requests per second. The others are refused in front of the service. */
const rateLimited = (perSecond: number): Behaviour => {
  return () => {
    let second = 0;
    let served = 0;
    return {
      intercept: () => {
        const now = Math.floor(performance.now() / 1_000);
        if (now !== second) [second, served] = [now, 0];
        served += 1;
        return served > perSecond ? tooMany(1) : undefined;
      },
    };
  };
};

/** After some requests with an invalid key, refuses requests with 429 for a second. */
const lockingOut =
  (badKeys: number, concerns: (isAuthentic: boolean) => boolean): Behaviour =>
  ({ authenticate }) => {
    let bad = 0;
    let lockedUntil = 0;
    return {
      intercept: (call) => {
        const isAuthentic = authenticate(call);
        if (performance.now() < lockedUntil) return concerns(isAuthentic) ? tooMany(1) : undefined;
        bad = isAuthentic ? bad : bad + 1;
        if (bad < badKeys) return undefined;
        [bad, lockedUntil] = [0, performance.now() + 1_000];
        return undefined;
      },
    };
  };

/** Limits that the contract does not show (§8.2). */
export const limitVariants: readonly Variant[] = [
  ...[5, 20].map((perSecond) => ({
    id: `rate-limit-${perSecond}`,
    summary: `answers ${perSecond} requests a second, and the others with 429 and a Retry-After`,
    behaviour: rateLimited(perSecond),
  })),
  {
    id: 'lockout-of-invalid-keys',
    summary: 'answers requests with an invalid key with 429 for a second, after 10 of them',
    behaviour: lockingOut(10, (isAuthentic) => !isAuthentic),
  },
  {
    id: 'lockout-of-everybody',
    summary: 'answers all requests with 429 for a second, after 10 with an invalid key',
    behaviour: lockingOut(10, () => true),
  },
  {
    id: 'lockout-after-3-keys',
    summary: 'answers all requests with 429 for a second, after 3 with an invalid key',
    behaviour: lockingOut(3, () => true),
  },
];

const shipped = (id: bigint): Order => ({ id, status: 'shipped', members: { petId: 7n, quantity: 1 } });

/** Also lists orders that are not declared, and refuses to cancel them. */
export const alsoListing = (...ids: readonly bigint[]): Behaviour =>
  together(
    ({ renderListing }) => ({
      renderListing: (orders, call) => renderListing([...orders, ...ids.map((id) => ({ id, quantity: 1 }))], call),
    }),
    finishing((reply, { idText }) => {
      const id = parseInt64(idText);
      return reply.status === 404 && id !== undefined && ids.includes(id)
        ? jsonReply(409, { code: 'order_shipped', message: 'The order has already shipped.', status: 409 })
        : reply;
    }),
  );

/** The five ids that equal the double `2^54 + 8`: an order has each of them. */
const crowdedOrders: readonly Order[] = [
  ...demoOrders.filter(({ id }) => id < 2n ** 53n),
  ...[7n, 6n, 8n, 9n, 10n].map((offset, n) => ({
    id: 2n ** 54n + offset,
    status: n === 0 ? ('pending' as const) : ('shipped' as const),
    members: { quantity: 1 },
  })),
];

/** Stores with ids at the ends of ranges, and with ids that a careless server could confuse with a probe. */
export const takenIdVariants: readonly Variant[] = [
  {
    id: 'largest-ids-taken',
    summary: 'has shipped orders with the ids 2^63-1 and 2^63-2',
    behaviour: () => ({}),
    orders: [...demoOrders, shipped(2n ** 63n - 1n), shipped(2n ** 63n - 2n)],
  },
  {
    id: 'undeclared-largest-id',
    summary: 'lists an order 2^63-1 that the fixtures do not declare',
    behaviour: alsoListing(2n ** 63n - 1n),
  },
  {
    id: 'undeclared-minus-one',
    summary: 'lists an order -1 that the fixtures do not declare',
    behaviour: alsoListing(-1n),
  },
  {
    id: 'dense-ids-none-free',
    summary: 'has an order for every id that is the same double as its long pending order',
    behaviour: () => ({}),
    orders: crowdedOrders,
  },
];

/** Changes orders when one is cancelled. */
const changingWithCancel =
  (change: (orders: OrderStore, cancelled: Order) => void): Behaviour =>
  () => ({
    cancel: (orders, order) => {
      const outcome = cancelPending(orders, order);
      if (outcome === 'cancelled') change(orders, { ...order, status: 'cancelled' });
      return outcome;
    },
  });

/** Lists one more order, which is not declared. Its quantity grows. */
const livelyOrder: Behaviour = ({ renderListing }) => {
  let quantity = 0;
  return {
    renderListing: (orders, call: Call) => {
      quantity += 1;
      return renderListing([...orders, { id: 880_001, petId: quantity, quantity, complete: quantity > 3 }], call);
    },
  };
};

/** Changes that are no cancel's fault. */
export const movingVariants: readonly Variant[] = [
  {
    id: 'cancel-moves-ship-dates',
    summary: 'expects other orders to ship earlier when one is cancelled',
    behaviour: changingWithCancel((orders, cancelled) => {
      for (const order of orders.all())
        if (order.id !== cancelled.id)
          orders.put({ ...order, members: { ...order.members, shipDate: '2026-02-01T00:00:00Z' } });
    }),
  },
  {
    id: 'cancel-empties-the-order',
    summary: 'lists a cancelled order with a quantity of 0, without its pet',
    behaviour: changingWithCancel((orders, order) =>
      orders.put({ ...order, members: { ...order.members, quantity: 0, petId: undefined } }),
    ),
  },
  {
    id: 'other-orders-change',
    summary: 'lists an order that the fixtures do not declare with another quantity each time',
    behaviour: livelyOrder,
  },
];

/** Refuses texts that are not an int64 in its own way, which the contract leaves open. */
const refusingTexts = (reply: Reply): Behaviour =>
  finishing((refusal, { idText }) => (refusal.status === 404 && parseInt64(idText) === undefined ? reply : refusal));

/** Servers that read or answer something unusually where the contract is silent. */
export const lenientVariants: readonly Variant[] = [
  {
    id: 'not-an-id-404-html',
    summary: 'answers an id that is not an int64 with 404 and an HTML page',
    behaviour: refusingTexts(textReply(404, 'text/html', '<!doctype html><title>Not Found</title>')),
  },
  {
    id: 'not-an-id-404-empty',
    summary: 'answers an id that is not an int64 with 404 and no body',
    behaviour: refusingTexts({ status: 404, headers: [['Content-Length', '0']] }),
  },
  {
    id: 'lenient-integers',
    summary: 'takes `+101` and `0101` for 101',
    behaviour: ({ parseId }) => ({ parseId: (text) => parseId(text.replace(/^\+?0*(?=\d)/, '')) }),
  },
  {
    id: 'charset-for-anything',
    summary: 'adds `charset=utf-8` to the media type where a request accepts `*/*`',
    behaviour: finishing((reply, { headers }) =>
      reply.body !== undefined && headers.accept === '*/*'
        ? withHeader(reply, 'Content-Type', 'application/json; charset=utf-8')
        : reply,
    ),
  },
];

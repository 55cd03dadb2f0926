import { demoOrders } from '../../fixtures/demo-orders.js';
import { finishing, together } from '../../servers/changes.js';
import { refused } from '../../servers/faults/conflicts.js';
import { intermittent } from '../../servers/intermittent.js';
import { bodyText, errorReply, jsonReply, type Reply, textReply, withBody, withHeader } from '../../servers/reply.js';
import { type Call, referenceSteps } from '../../servers/steps.js';
import { fault, variant } from '../engine/servers.js';
import { answering } from './answers.js';
import { LONG, order, type Situation, where } from './situation.js';

const isCancel = ({ operation }: Call): boolean => operation === 'cancelOrder';
const hasKey = (call: Call): boolean => referenceSteps.authenticate(call);

const isThere = ({ orders, idText }: Call): boolean =>
  orders.all().some(({ id, status }) => String(id) === idText && status !== 'cancelled');

/** True for every nth call for which `holds` is true. */
function everyNth(n: number, holds: (call: Call) => boolean): (call: Call) => boolean {
  let count = 0;
  return (call) => holds(call) && ++count % n === 0;
}

/** The same, but the next request like such a one does not count: it may be that one, sent again. So time decides nothing. */
function everyNthOnce(n: number, holds: (call: Call) => boolean): (call: Call) => boolean {
  const isNth = everyNth(n, holds);
  const sentAgain = new Set<string>();
  return (call) => {
    const text = [call.operation, call.idText, call.query, call.authorization].join(' ');
    if (sentAgain.delete(text) || !isNth(call)) return false;
    sentAgain.add(text);
    return true;
  };
}

/** One request at a time, so that answers always come in the same order. */
const inTurn = { concurrency: 1 };

const failing = { ...fault('pending-500'), behaviour: answering(() => true, refused(500)) };

/** Redirects to the same path with a slash at its end. */
const toSlash = (_: Reply, { idText, query }: Call): Reply =>
  withHeader(
    textReply(301, 'text/html', ''),
    'Location',
    `/v1/store/orders/${idText === '' ? '' : `${idText}/`}${query.size > 0 ? `?${query}` : ''}`,
  );

const listed =
  (write: (text: string) => Uint8Array) =>
  (reply: Reply): Reply =>
    reply.status === 200 ? withBody(reply, write(bodyText(reply))) : reply;

const demanding = (what: string): Reply => errorReply({ status: 400, code: 'no', message: what });

const withoutBody = demanding('A reason is required.');

const FURTHER = [105n, 106n, 107n, 108n];

/** Servers with one mistake. The report must name its cause and repair. */
export const mistakes: readonly Situation[] = [
  where('there is no route for cancels', answering(isCancel, refused(405))),
  where(
    'all cancels with the valid key get 503',
    answering((call) => isCancel(call) && hasKey(call), refused(503)),
  ),
  where(
    'a 204 is a 200, and each error is a page',
    finishing((reply) => {
      if (reply.status === 204) return jsonReply(200, { deleted: true });
      return reply.status < 400 ? reply : textReply(reply.status, 'text/html', '<h1>No.</h1>');
    }),
  ),
  where('the listing is UTF-16', finishing(listed((text) => Buffer.from(text, 'utf16le')))),
  where(
    'the listing is a page, and called JSON',
    finishing(listed(() => Buffer.from('<html><body>No.</body></html>'))),
  ),
  where('ids are read into a double, and the body of a 404 names it', {
    behaviour: ({ find, errors }) => ({
      find: (orders, id) => find(orders, BigInt(Number(id))),
      finish: (reply, { idText }) =>
        reply.status === 404 && /^\d+$/.test(idText)
          ? errorReply({ ...errors['not-found'], message: `Order ${BigInt(Number(idText))} not found` })
          : reply,
    }),
  }),
  where('the body of a 404 names a double, and ids are kept whole', {
    behaviour: ({ errors }) => ({
      finish: (reply, { idText }) =>
        reply.status === 404 && /^\d+$/.test(idText)
          ? errorReply({ ...errors['not-found'], message: `Order ${BigInt(Number(idText))} not found` })
          : reply,
    }),
  }),
  where('no key is asked for where the address has a query', ({ authenticate }) => ({
    authenticate: (call) => call.query.size > 0 || authenticate(call),
  })),
  where('a key that lacks a character cancels the order, which is gone then', ({ authenticate, find }) => ({
    authenticate: (call) => authenticate(call) || call.authorization === `Bearer ${call.apiKey.slice(0, -1)}`,
    find: (orders, id) => (find(orders, id)?.status === 'cancelled' ? undefined : find(orders, id)),
  })),
  where('an order is looked up before the key is checked, and is gone once it is cancelled', ({ find }) => ({
    find: (orders, id) => (find(orders, id)?.status === 'cancelled' ? undefined : find(orders, id)),
    intercept: (call) => (isCancel(call) && !hasKey(call) && !isThere(call) ? refused(404) : undefined),
  })),
  where(
    'every fifth listing fails',
    answering(
      everyNth(5, (call) => !isCancel(call) && hasKey(call)),
      refused(500),
    ),
    {},
    inTurn,
  ),
  where(
    'every seventh bad key gets 503, and 401 when it is sent again',
    answering(
      everyNthOnce(7, (call) => !hasKey(call)),
      refused(503),
    ),
    {},
    inTurn,
  ),
  where(
    'every third listing lacks an order',
    () => {
      const isThird = everyNth(3, () => true);
      return {
        select: (orders, call) => {
          const isLacking = isThird(call);
          return orders.all().filter(({ id }) => id !== 104n || !isLacking);
        },
      };
    },
    {},
    inTurn,
  ),
  ...[
    { every: 20, seed: 1 },
    { every: 2, seed: 8 },
  ].map((rate) =>
    where(`every answer fails at random, 1 in ${rate.every}`, intermittent(failing, rate).behaviour, {}, inTurn),
  ),
  where(
    'every refusal fails, as that of `bearer` does, and a word after the key does not matter',
    {
      orders: [...demoOrders, ...FURTHER.map((id) => order(id, 'pending'))],
      behaviour: together(
        fault('ignores-words-after-key').behaviour,
        variant('scheme-letter-case-matters').behaviour,
        finishing((reply) => (reply.status < 400 ? reply : refused(500))),
      ),
    },
    { pending: [LONG, 101n, 102n, 103n, 104n, ...FURTHER] },
  ),
  where(
    'a bad header gets 400',
    finishing((reply, { authorization = 'Bearer x' }) =>
      reply.status === 401 && !/^Bearer \S+$/.test(authorization) ? textReply(400, 'text/plain', 'Bad Request') : reply,
    ),
  ),
  where(
    'a pending order is refused for want of a body',
    answering((call) => hasKey(call) && call.idText === '103', withoutBody),
  ),
  where(
    'a validator refuses the ids above 2^53 of orders, in whatever state',
    {
      orders: [...demoOrders, order(LONG + 6n, 'shipped')],
      behaviour: answering(
        (call) => hasKey(call) && isThere(call) && call.idText.length > 15,
        demanding('An integer is required.'),
      ),
    },
    { shipped: [201n, 202n, LONG + 6n] },
  ),
  where('routes end with a slash', finishing(toSlash)),
  where(
    'routes end with a slash, and its framework refuses to redirect a cancel',
    finishing((reply, call) =>
      isCancel(call)
        ? textReply(500, 'text/html', "RuntimeError: the URL doesn't end in a slash and you have APPEND_SLASH set.")
        : withHeader(toSlash(reply, call), 'Cross-Origin-Opener-Policy', 'same-origin'),
    ),
  ),
  where(
    'the key is accepted under any scheme, and cancels the order, which is gone then',
    ({ authenticate, find }) => ({
      authenticate: (call) =>
        authenticate(call) || new RegExp(`(?:^|\\s)${call.apiKey}$`).test(call.authorization ?? ''),
      find: (orders, id) => (find(orders, id)?.status === 'cancelled' ? undefined : find(orders, id)),
    }),
  ),
  ...[
    'replays-by-path',
    'list-envelope-data',
    'cancel-demands-type',
    '401-two-lengths',
    'unauthenticated-403',
    '401-length-in-characters',
    '404-html-page',
    'shipped-403',
    'unknown-410',
    'pending-202',
    'pending-103-404',
    'largest-id-400',
    'accepts-flipped-case-for-shipped-orders',
    'lookup-before-authentication',
  ].map((id) => where(`fault ${id}`, fault(id))),
];

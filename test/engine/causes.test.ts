import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import { finishing } from '../../servers/changes.js';
import type { Fault } from '../../servers/fault.js';
import { intermittent } from '../../servers/intermittent.js';
import { errorReply, jsonReply, textReply } from '../../servers/reply.js';
import { type Behaviour, type Call, referenceSteps } from '../../servers/steps.js';
import { inPart } from '../in-part.js';
import { judgeReference } from './judgement.js';
import { fault } from './servers.js';

test('a service without a route for cancels has one cause', async () => {
  const reply = errorReply({ status: 405, code: 'no_route', message: 'No.' });
  const intercept = ({ operation }: Call) => (operation === 'cancelOrder' ? reply : undefined);
  const { causes } = await judgeReference({}, { behaviour: () => ({ intercept }) });
  expect(causes).toMatchObject([
    {
      id: 'every-cancel-405',
      headline: 'Every cancel gets 405, with any key or none. Is DELETE /store/orders/{orderId} served at this path?',
      repair: 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.',
    },
  ]);
  const broken = ['auth.cancel.missing', 'cancel.pending.status'];
  expect(causes[0]?.requirements).toEqual(expect.arrayContaining(broken));
});

test('what waits for the repair of the listing is listed under its cause, with the ids to declare until then', async () => {
  const report = await judgeReference({}, fault('list-envelope-data'));
  expect(report.causes.map(({ id }) => id)).toEqual(['list.array']);
  const open = report.requirements.filter(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive');
  expect(report.causes[0]?.blocks).toEqual(open.map(({ id }) => id));
  const text = renderReport(report, 'terminal');
  expect(text).not.toContain('Not judged');
  expect(text).toMatch(/^ {2}until then {2}Declare /m);
});

test('what waits for a status does not wait for bodies that are broken as well', async () => {
  const { causes } = await judgeReference(
    {},
    {
      behaviour: ({ send }) => ({
        send: (reply, call) =>
          send(
            reply.status === 204
              ? jsonReply(200, { deleted: true })
              : reply.status < 400
                ? reply
                : textReply(reply.status, 'text/html', '<h1>No.</h1>'),
            call,
          ),
      }),
    },
  );
  const blocks = Object.fromEntries(causes.map((cause) => [cause.id, cause.blocks]));
  expect(blocks['pending-200']).toEqual(['cancel.pending.no-body']);
  expect(blocks['error-as-html']?.every((id) => id.startsWith('error.'))).toBe(true);
});

const failing: Fault = {
  ...{ id: 'fails', summary: 'fails', who: 'A pool that is empty.', requirements: [] },
  behaviour: () => ({ intercept: () => errorReply({ status: 500, code: 'failed', message: 'No.' }) }),
};

const RATES = [
  { every: 20, seed: 1 },
  { every: 10, seed: 4 },
  { every: 2, seed: 8 },
];

test.each(inPart(RATES, 3))(
  'failures at random are one cause, with how many of how many (1 in $every)',
  async (rate) => {
    const { causes } = await judgeReference({}, intermittent(failing, rate));
    const [cause, ...others] = causes.filter(({ id }) => id.startsWith('unsteady'));
    expect([others, causes.length]).toEqual([[], 1]);
    expect(cause).toMatchObject({
      id: 'unsteady-500',
      headline: expect.stringMatching(
        /^\d+ of \d+ answers are 500, at no particular request: look into the log of the service\.$/,
      ),
      repair: expect.stringMatching(/^Requests like these get the right answer at other times/),
    });
  },
);

const isCancel = ({ operation }: Call): boolean => operation === 'cancelOrder';

const everyNth = (n: number): (() => boolean) => {
  let count = 0;
  return () => ++count % n === 0;
};

const UNSTEADY =
  'Requests like these get the right answer at other times, so the service is unsteady: look for what differs between them (a replica of another version, or one that lags; a cache, a limit, an error in its log at that time).';

test.each<[string, Behaviour, { readonly id: string; readonly headline: RegExp; readonly repair: string }]>([
  [
    'wrong keys are accepted where the valid key has been',
    fault('replays-by-path').behaviour,
    {
      id: 'after-valid-key',
      headline:
        /^Cancels with .* get 401 until the valid key has asked for the same path, and 204, 404, 409 after that\.$/,
      repair:
        'If a cache or a gateway in front of the service answers by the path alone, make `Authorization` part of its key, or let it store neither answers nor decisions. Otherwise the service looks at the order before the key: check the key first.',
    },
  ],
  [
    'no key is asked for where the address has a query',
    ({ authenticate }) => ({ authenticate: (call) => [...call.query].length > 0 || authenticate(call) }),
    {
      id: 'key-not-checked',
      headline: /^A listing \(\?limit=1\) with no Authorization header must get 401\.$/,
      repair:
        'Check the key there as elsewhere: a route, a rule or a cache of its own may answer where the address has a query.',
    },
  ],
  [
    'a key that lacks a character cancels the order, which is gone then',
    ({ authenticate, find }) => ({
      authenticate: (call) => authenticate(call) || call.authorization === `Bearer ${call.apiKey.slice(0, -1)}`,
      find: (orders, id) => (find(orders, id)?.status === 'cancelled' ? undefined : find(orders, id)),
    }),
    {
      id: 'key-not-checked',
      headline: /^Requests with the valid key without its last character are accepted\.$/,
      repair: 'Compare the whole header with `Bearer <key>`, and answer everything else with 401.',
    },
  ],
  [
    'every fifth listing fails',
    ({ intercept, authenticate }) => {
      const isFifth = everyNth(5);
      return {
        intercept: (call) =>
          !isCancel(call) && authenticate(call) && isFifth()
            ? errorReply({ status: 500, code: 'failed', message: 'No.' })
            : intercept(call),
      };
    },
    {
      id: 'listing-500',
      headline:
        /^A listing with the valid key gets 500, not 200\. Intermittent: \d of \d+ answers to the same requests\.$/,
      repair: UNSTEADY,
    },
  ],
  [
    'every third listing lacks an order',
    ({ select }) => {
      const isThird = everyNth(3);
      return {
        select: (orders, call) => {
          const isLacking = isThird();
          return select(orders, call).filter(({ id }) => id !== 104n || !isLacking);
        },
      };
    },
    {
      id: 'list.complete',
      headline:
        /^Order 104 is listed as "pending" at .*, and is not listed at .* Afterwards, it is listed as "pending" at .* The listing leaves it out\.$/,
      repair:
        'Return all orders in one response, whatever their state, their age or how many there are, each with its whole 64-bit id.',
    },
  ],
  [
    'a bad header gets 400',
    finishing((reply, { authorization = 'Bearer x' }) =>
      reply.status === 401 && !/^Bearer \S+$/.test(authorization) ? textReply(400, 'text/plain', 'Bad Request') : reply,
    ),
    {
      id: 'refused-400',
      headline: /^Requests with an empty Authorization header, .* get 400, not 401\.$/,
      repair: 'Answer 401 with an Error body, also where `Authorization` cannot be parsed.',
    },
  ],
  [
    'a pending order is refused for want of a body',
    ({ intercept, authenticate }) => ({
      intercept: (call) =>
        authenticate(call) && call.idText === '103'
          ? errorReply({ status: 400, code: 'no_reason', message: 'A reason is required.' })
          : intercept(call),
    }),
    {
      id: 'pending-400',
      headline: /^A cancel of a pending order gets 400, not 204\.$/,
      repair:
        'The contract has no body, no query and no header but `Authorization` for this request: do not demand anything else. The body of the answer may say what is missing.',
    },
  ],
])('one cause, whose repair is that of the mistake: %s', async (_, behaviour, expected) => {
  const { causes } = await judgeReference({}, { behaviour });
  expect(causes.map(({ id }) => id)).toEqual([expected.id]);
  const [{ headline, repair } = { headline: '', repair: '' }] = causes;
  expect(headline).toMatch(expected.headline);
  expect(repair).toBe(expected.repair);
});

const WAITED_FOR = [
  ['cancel-demands-type', 'every-valid-cancel-415', 'status 204'],
  ['401-two-lengths', 'unreadable-without-key', 'status 401'],
  ['unauthenticated-403', 'refused-403', 'status 401'],
  ['401-length-in-characters', 'error-as-cut', 'complete, strict JSON (RFC 8259)'],
] as const;

test.each(inPart(WAITED_FOR, 2))(
  'all that cannot be judged because of %s waits for one cause',
  async (id, cause, expected) => {
    const report = await judgeReference({}, fault(id));
    expect(report.causes).toMatchObject([{ id: cause, expected }]);
    expect(renderReport(report, 'terminal')).not.toContain('Not judged');
  },
);

test('all cancels with the valid key that get 503 are one cause, and all that waits is told there', async () => {
  const intercept = (call: Call) =>
    isCancel(call) && referenceSteps.authenticate(call)
      ? errorReply({ status: 503, code: 'down', message: 'No.' })
      : undefined;
  const report = await judgeReference({}, { behaviour: () => ({ intercept }) });
  expect(report.causes).toMatchObject([
    { id: 'every-valid-cancel-503', headline: 'Every cancel with the valid key gets 503, whatever the order.' },
  ]);
  expect(renderReport(report, 'terminal')).not.toContain('Not judged');
});

test.each<[string, id: string, said: RegExp]>([
  ['404-html-page', 'error-as-html', /^Write the Error of a 404 as `\{"code": "…", "message": "…", "status": 404\}`: /],
  ['shipped-403', 'shipped-403', /answer 409 when it has already shipped/],
  ['unknown-410', 'unknown-410', /^Answer 404/],
  ['pending-202', 'pending-202', /^Answer 204, without a body, once the order is cancelled\.$/],
  ['pending-103-404', 'pending-404', /^Find every order that the listing shows/],
  ['accepts-flipped-case-for-shipped-orders', 'key-not-checked', /where the order has shipped\.$/],
  ['lookup-before-authentication', 'order-before-key', /^Authenticate before you look the order up\.$/],
])('the repair of %s is about what deviates', async (server, id, said) => {
  const { causes } = await judgeReference({}, fault(server));
  expect(causes.map((cause) => [cause.id, said.test(cause.repair)])).toContainEqual([id, true]);
});

test('an id above 2^53 is not blamed where the largest int64 alone is refused', async () => {
  const { causes } = await judgeReference({}, fault('largest-id-400'));
  expect(causes.map(({ headline }) => headline)).toEqual([
    'A cancel of an unknown order whose id is the largest int64 that no order has gets 400, not 404.',
  ]);
});

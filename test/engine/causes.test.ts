import { join } from 'node:path';
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
import { withoutTimes } from './told.js';

const isCancel = ({ operation }: Call): boolean => operation === 'cancelOrder';

const everyNth = (n: number): (() => boolean) => {
  let count = 0;
  return () => ++count % n === 0;
};

/** Each cancel for which this holds gets that reply. */
const refusing =
  (isRefused: (call: Call) => boolean, status: number, text: string): Behaviour =>
  ({ intercept }) => ({
    intercept: (call) =>
      isCancel(call) && isRefused(call) ? errorReply({ status, code: 'no', message: text }) : intercept(call),
  });

const SERVERS: readonly (readonly [string, Behaviour])[] = [
  ['there is no route for cancels', refusing(() => true, 405, 'No.')],
  ['all cancels with the valid key get 503', refusing((call) => referenceSteps.authenticate(call), 503, 'No.')],
  [
    'a 204 is a 200, and each error is a page',
    finishing((reply) => {
      if (reply.status === 204) return jsonReply(200, { deleted: true });
      return reply.status < 400 ? reply : textReply(reply.status, 'text/html', '<h1>No.</h1>');
    }),
  ],
  ['wrong keys are accepted where the valid key has been', fault('replays-by-path').behaviour],
  [
    'no key is asked for where the address has a query',
    ({ authenticate }) => ({ authenticate: (call) => [...call.query].length > 0 || authenticate(call) }),
  ],
  [
    'a key that lacks a character cancels the order, which is gone then',
    ({ authenticate, find }) => ({
      authenticate: (call) => authenticate(call) || call.authorization === `Bearer ${call.apiKey.slice(0, -1)}`,
      find: (orders, id) => (find(orders, id)?.status === 'cancelled' ? undefined : find(orders, id)),
    }),
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
  ],
  [
    'a bad header gets 400',
    finishing((reply, { authorization = 'Bearer x' }) =>
      reply.status === 401 && !/^Bearer \S+$/.test(authorization) ? textReply(400, 'text/plain', 'Bad Request') : reply,
    ),
  ],
  [
    'a pending order is refused for want of a body',
    ({ intercept, authenticate }) => ({
      intercept: (call) =>
        authenticate(call) && call.idText === '103'
          ? errorReply({ status: 400, code: 'no_reason', message: 'A reason is required.' })
          : intercept(call),
    }),
  ],
];

const FAULTS = [
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
];

/** The causes of a server, with what each is repaired by and what waits for it. */
async function toldOf([name, behaviour]: (typeof SERVERS)[number]): Promise<string> {
  const report = await judgeReference({}, { behaviour });
  // Which listing is the fifth, and what waits for it, is a matter of time.
  const isUnsteady = name.startsWith('every ');
  const lines = report.causes.flatMap(({ id, headline, expected, repair, blocks }) => [
    `cause ${id}: ${headline}`,
    `  expected: ${expected}`,
    ...repair.split('\n').map((line) => `  repair: ${line}`),
    ...(blocks.length === 0 || isUnsteady ? [] : [`  blocks: ${blocks.join(' ')}`]),
  ]);
  const isLeft = !isUnsteady && renderReport(report, 'terminal').includes('Not judged');
  const left = isLeft ? ['waits for nothing: some requirements'] : [];
  // How many requests come before an answer that differs is a matter of time.
  const text = withoutTimes([name, ...lines, ...left].join('\n  ')).replaceAll(
    /\b\d+ of \d+ answers/g,
    'N of M answers',
  );
  return `${text}\n`;
}

test('a report tells the cause of each mistake, its repair, and what waits for it', { timeout: 60_000 }, async () => {
  const servers = [...SERVERS, ...FAULTS.map((id) => [id, fault(id).behaviour] as const)];
  const texts: string[] = [];
  for (const server of servers) texts.push(await toldOf(server));
  await expect(texts.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expected/causes.txt'));
});

test('what waits for the repair of the listing is listed with the ids to declare until then', async () => {
  const text = renderReport(await judgeReference({}, fault('list-envelope-data')), 'terminal');
  expect(text).toMatch(/^ {2}until then {2}Declare /m);
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

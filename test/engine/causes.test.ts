import { readFileSync } from 'node:fs';
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

const refused = (status: number, message = 'No.') => errorReply({ status, code: 'no', message });

/** Answers so, where this holds. */
const answering =
  (status: number, isAnswered: (call: Call) => boolean, message?: string): Behaviour =>
  ({ intercept }) => ({ intercept: (call) => (isAnswered(call) ? refused(status, message) : intercept(call)) });

/** True of every nth call for which this holds. */
function everyNth(n: number, holds: (call: Call) => boolean): (call: Call) => boolean {
  let count = 0;
  return (call) => holds(call) && ++count % n === 0;
}

const hasKey = (call: Call): boolean => referenceSteps.authenticate(call);

const failing: Fault = {
  ...{ id: 'fails', summary: 'fails', who: 'A pool that is empty.', requirements: [] },
  behaviour: answering(500, () => true),
};

const SERVERS: readonly (readonly [string, Behaviour])[] = [
  ['there is no route for cancels', answering(405, isCancel)],
  ['all cancels with the valid key get 503', answering(503, (call) => isCancel(call) && hasKey(call))],
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
    ({ authenticate }) => ({ authenticate: (call) => call.query.size > 0 || authenticate(call) }),
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
    answering(
      500,
      everyNth(5, (call) => !isCancel(call) && hasKey(call)),
    ),
  ],
  [
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
  ],
  ...[
    { every: 20, seed: 1 },
    { every: 10, seed: 4 },
    { every: 2, seed: 8 },
  ].map((rate) => [`every answer fails at random, 1 in ${rate.every}`, intermittent(failing, rate).behaviour] as const),
  [
    'a bad header gets 400',
    finishing((reply, { authorization = 'Bearer x' }) =>
      reply.status === 401 && !/^Bearer \S+$/.test(authorization) ? textReply(400, 'text/plain', 'Bad Request') : reply,
    ),
  ],
  [
    'a pending order is refused for want of a body',
    answering(400, (call) => hasKey(call) && call.idText === '103', 'A reason is required.'),
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

const EXPECTED = join(import.meta.dirname, 'expected/causes.txt');

const servers = [...SERVERS, ...FAULTS.map((id) => [id, fault(id).behaviour] as const)];
const keptTexts = new Map(
  readFileSync(EXPECTED, 'utf8')
    .split(/\n(?=\S)/)
    .map((text) => [text.split('\n', 1)[0], text.trimEnd()]),
);

/** The causes of a server, with their repairs, and the requirements that wait for these. */
async function toldOf([name, behaviour]: (typeof servers)[number]): Promise<string> {
  const report = await judgeReference({}, { behaviour });
  const screen = renderReport(report, 'terminal');
  // Which listing is the fifth, and which requirements wait for it, is a matter of time.
  const isUnsteady = name.startsWith('every ');
  const lines = report.causes.flatMap(({ id, headline, expected, repair, blocks }) => [
    `cause ${id}: ${headline}`,
    `  expected: ${expected}`,
    ...repair.split('\n').map((line) => `  repair: ${line}`),
    ...(blocks.length === 0 || isUnsteady ? [] : [`  blocks: ${blocks.join(' ')}`]),
  ]);
  const until = isUnsteady ? [] : (screen.match(/until then .*/g) ?? []);
  const left = !isUnsteady && screen.includes('Not judged') ? ['waits for nothing: some requirements'] : [];
  // How many requests come before an answer that differs is a matter of time.
  return withoutTimes([name, ...lines, ...until, ...left].join('\n  ')).replaceAll(
    /\b\d+ of \d+ (?=answers)/g,
    'N of M ',
  );
}

test('a report tells the cause of each mistake, its repair, and what waits for it', { timeout: 60_000 }, async () => {
  const texts: string[] = [];
  for (const server of servers) {
    const kept = inPart(servers, 4).includes(server) ? undefined : keptTexts.get(server[0]);
    texts.push(kept ?? (await toldOf(server)));
  }
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(EXPECTED);
});

import { expect, test } from 'vitest';
import { type Reply, textReply, withHeader } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { answering } from '../situations/answers.js';
import { runProgram } from './run-program.js';

const CHALLENGES = ['Token', 'Bearer realm="x"', 'Basic realm="x", charset="UTF-8"'];

const REPLIES: readonly Reply[] = [
  ...[200, 204, 400, 403, 404, 406, 500].map((status) => textReply(status, 'text/html', '<p>No.</p>')),
  ...[301, 302, 307, 308].flatMap((status) =>
    ['/v1/store/orders/', '/login', 'https://elsewhere.test/v1/store/orders'].map((location) =>
      withHeader(textReply(status, 'text/plain', ''), 'Location', location),
    ),
  ),
  ...CHALLENGES.map((challenge) => withHeader(textReply(401, 'text/plain', 'No.'), 'WWW-Authenticate', challenge)),
];

/** These lines depend on an answer; lines about the address and the fixtures do not. */
const RESTS_ON_ANSWER = /^✘ (key|listing)/;

const all = (): boolean => true;
const listings = ({ operation, authorization, apiKey }: Call): boolean =>
  operation === 'listOrders' && authorization === `Bearer ${apiKey}`;

test.each(
  REPLIES.flatMap((reply) => [
    { reply, scope: 'everything', wanted: all },
    { reply, scope: 'listings with the key', wanted: listings },
  ]),
)('$reply.status $reply.headers to $scope: what came is said', async ({ reply, wanted }) => {
  const store = await startStore({ behaviour: answering(wanted, reply) });
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(store.orders) });
  const env = { STORE_ORDERS_API_KEY: store.apiKey };
  const run = (...argv: readonly string[]) =>
    runProgram([...argv, '--base-url', store.baseUrl, ...(argv[0] === 'init' ? [] : ['--fixtures', 'orders.yaml'])], {
      cwd,
      env,
    });
  const told = reply.headers.filter(([name]) => /^(location|www-authenticate)$/i.test(name)).map(([, value]) => value);
  const expectCame = (text: string): void => {
    for (const words of [String(reply.status), ...told]) expect(text.replaceAll(/\s+/g, ' ')).toContain(words);
  };
  const doctor = await run('doctor');
  const lines = doctor.out.split(/\n(?! )/).filter((line) => RESTS_ON_ANSWER.test(line));
  expect(lines).not.toEqual([]);
  lines.forEach(expectCame);
  expectCame((await run('init', '--from-target')).err);
  const { obstacle } = JSON.parse((await run('run', '--report', 'json')).out);
  if (obstacle !== undefined) expectCame(obstacle);
  // A run without a verdict must not have sent a DELETE with the valid key.
  const cancels = store.received.filter(
    ({ method, authorization }) => method === 'DELETE' && authorization === `Bearer ${store.apiKey}`,
  );
  if (obstacle !== undefined) expect(cancels).toEqual([]);
});

import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { type Reply, textReply, withHeader } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { directoryWith } from '../directory.js';
import { fixturesText, startStore } from '../engine/store.js';
import { inPart } from '../in-part.js';
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

const SCOPES: Readonly<Record<string, (call: Call) => boolean>> = {
  everything: () => true,
  'listings with the key': (call) => call.operation === 'listOrders' && hasKey(call),
  'cancels with the key': (call) => call.operation === 'cancelOrder' && hasKey(call),
  'requests without the key': (call) => !hasKey(call),
};

const hasKey = ({ authorization, apiKey }: Call): boolean => authorization === `Bearer ${apiKey}`;

const rows = REPLIES.flatMap((reply) => Object.entries(SCOPES).map(([scope, wanted]) => ({ reply, scope, wanted })));

// The store, its fixtures and the settings are right, so whatever is wrong rests on an answer: no line is left out here.
test.each(inPart(rows, 23))('$reply.status $reply.headers to $scope: what came is said', async ({ reply, wanted }) => {
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
  const lines = doctor.out.split(/\n(?! )/).filter((line) => /^[✘!]/.test(line));
  lines.forEach(expectCame);
  const init = await run('init', '--from-target');
  if (init.code !== 0) expectCame(init.err);
  const report: Report = JSON.parse((await run('run', '--report', 'json')).out);
  const { obstacle, findings } = report;
  if (obstacle !== undefined) expectCame(obstacle);
  for (const { actual } of findings) if (actual.startsWith(`status ${reply.status}`)) expectCame(actual);
  expect([lines.length, findings.length, obstacle === undefined]).not.toEqual([0, 0, true]);
  // A run without a verdict must not have sent a DELETE with the valid key.
  const cancels = store.received.filter(
    ({ method, authorization }) => method === 'DELETE' && authorization === `Bearer ${store.apiKey}`,
  );
  if (obstacle !== undefined) expect(cancels).toEqual([]);
});

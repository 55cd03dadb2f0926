import { expect, test } from 'vitest';
import { NOT_DISPOSABLE } from '../../evidence/unjudged.js';
import type { Report } from '../../judge/report/report.js';
import { finishing, onListing } from '../../servers/changes.js';
import type { Order } from '../../servers/order.js';
import { textReply, withBody, withHeader } from '../../servers/reply.js';
import { type StoreOptions, startStore } from '../engine/store.js';
import { demoAnd, takenPicks } from '../engine/world.js';
import { inPart } from '../in-part.js';
import { hostileStores } from './hostile-stores.js';
import { type Outcome, runProgram } from './run-program.js';
import { play } from './transcript.js';

const negative = [101n, 102n, 103n, 104n, 201n, 202n, 301n, 302n].map((id) => -id);

const stores: Readonly<Record<string, StoreOptions>> = {
  ...hostileStores,
  'a page': {
    behaviour: onListing((reply) =>
      withHeader(withBody(reply, '[{"id":101},{"id":201}]'), 'Link', '</v1/store/orders?page=2>; rel="next"'),
    ),
  },
  // A seed prints JSON numbers, so its store has no order above 2^53.
  'two strangers': { orders: demoAnd([100n, 1735928401n]).filter(({ id }) => id < 2n ** 53n) },
  'strangers below 0': { orders: demoAnd([...takenPicks.filter((id) => id < 0n), ...negative]) },
  strangers: { orders: demoAnd(takenPicks) },
  'orders without gaps': {
    orders: Array.from({ length: 12 }, (_, index): Order => {
      const status = index < 6 ? 'pending' : index < 10 ? 'shipped' : 'delivered';
      return { id: BigInt(index + 1), status, members: {} };
    }),
  },
  'a redirect': {
    behaviour: finishing(() =>
      withHeader(textReply(301, 'application/json', ''), 'Location', 'https://elsewhere.test/'),
    ),
  },
  'an envelope': { behaviour: onListing((reply) => withBody(reply, '{"orders":[]}')) },
};

/** The requirements that a run would leave open, according to doctor. */
const foreseenIn = (out: string): string[] =>
  out.split('\n').flatMap((line) => /^[✘!] blocked .* left open: (.*)\.$/.exec(line)?.[1]?.split(', ') ?? []);

test('doctor says what a complete run would need, and what a run then leaves blocked', async () => {
  let ready = 0;
  const tried = inPart(
    Array.from({ length: 9 }, (_, index) => index + 1),
    3,
  );
  await play(import.meta.url, 'doctor', {
    stores,
    after: async ([, ...argv], { code, out }: Outcome, run) => {
      if (/^[✘?] (?!blocked)/m.test(out)) return;
      ready += 1;
      if (!tried.includes(ready)) return;
      const report: Report = JSON.parse((await run([...argv, '--report', 'json'])).out);
      // doctor does not run provisioning, so it cannot know whether the store is disposable.
      const isForeseen = ({ verdict, reason }: Report['requirements'][number]) =>
        verdict === 'blocked' && !(reason === NOT_DISPOSABLE && out.includes('Its orders come from provisioning'));
      const blocked = report.requirements.filter(isForeseen).map(({ id }) => id);
      expect([argv, blocked.sort(), report.complete]).toEqual([argv, foreseenIn(out).sort(), code === 0]);
    },
  });
  expect(ready).toBe(9);
});

test.each<[baseUrl: string, isInContainer: boolean, isTold: boolean]>([
  ['http://127.0.0.1:9/v1', true, true],
  ['http://localhost:9/v1', true, true],
  ['http://[::1]:9/v1', true, true],
  ['http://127.0.0.1:9/v1', false, false],
  ['http://host.invalid:9/v1', true, false],
])('doctor says whose 127.0.0.1 it is: %s, in a container: %s', async (baseUrl, isInContainer, isTold) => {
  const { code, out } = await runProgram(['doctor', '--base-url', baseUrl], { isInContainer });
  expect([code, /^✘ connection .* In a container, 127\.0\.0\.1 is the container\./m.test(out)]).toEqual([3, isTold]);
});

test('doctor without fixtures names the command that writes them', async () => {
  const { baseUrl, apiKey } = await startStore();
  const { out } = await runProgram(['doctor', '--base-url', baseUrl], { env: { STORE_ORDERS_API_KEY: apiKey } });
  expect(out).toMatch(/^✘ coverage .* `init` writes fixtures from the listing\.$/m);
});

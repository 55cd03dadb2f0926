import { afterEach, describe, expect, test } from 'vitest';
import { errorReply, jsonReply, type Reply, textReply } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { closeAll, httpTarget, tlsTarget } from '../http/target.js';
import { judgeStore, requirementsWith, summary } from './judgement.js';
import { deletesOf, type StoreOptions, startStore } from './store.js';
import { judgeWorld } from './world.js';

afterEach(closeAll);

const answering = (reply: Reply | ((call: Call) => Reply | undefined)): StoreOptions => ({
  behaviour: () => ({ intercept: typeof reply === 'function' ? reply : () => reply }),
});

const notFound = errorReply({ status: 404, code: 'no_such_path', message: 'Nothing is here.' });
const unauthorized = errorReply({ status: 401, code: 'unauthorized', message: 'No.' });
const page = textReply(200, 'text/html', '<!doctype html><title>Shop</title>');
const redirect: Reply = { status: 302, headers: [['Location', '/login']] };

const IS_IT_RIGHT = 'It ends with /v1, directly above /store/orders.';

const address = (baseUrl: string, what: string, hint = IS_IT_RIGHT): string =>
  `Every request for ${baseUrl}/store/orders gets the same answer, ${what}, with any key or none. Is the base address right? ${hint}`;

const key = (baseUrl: string): string =>
  `The target refuses the API key from apiKey as it refuses any other key (401), so nothing can be judged. Is it the key for ${baseUrl}, and still valid?`;

const inconclusive = { verdict: 'inconclusive', complete: false, exitCode: 3 };

describe('a target that gives the same answer to everything, or none, is not judged, and gets no DELETE', () => {
  test.each<[string, StoreOptions, (baseUrl: string) => string]>([
    ['404', answering(notFound), (baseUrl) => address(baseUrl, '404')],
    ['404 with another message each time', answering(answeredAnew), (baseUrl) => address(baseUrl, '404')],
    ['a redirect', answering(redirect), (baseUrl) => address(baseUrl, 'a redirect (302 to "/login")')],
    [
      'a redirect to nowhere',
      answering({ status: 301, headers: [] }),
      (baseUrl) => address(baseUrl, 'a redirect (301)'),
    ],
    [
      'a redirect to a long address',
      answering({ status: 308, headers: [['Location', `/${'a'.repeat(100)}`]] }),
      (baseUrl) => address(baseUrl, `a redirect (308 to "/${'a'.repeat(78)}…")`),
    ],
    ['a page', answering(page), (baseUrl) => address(baseUrl, 'a page (200)')],
    ['403 for any key', answering(jsonReply(403, { message: 'Forbidden' })), (baseUrl) => address(baseUrl, '403')],
    ['401', answering(unauthorized), key],
  ])('%s', async (_, options, obstacle) => {
    const { report, store } = await judgeWorld(options);
    expect(summary(report)).toEqual(inconclusive);
    expect(report.obstacle).toBe(obstacle(report.target.baseUrl));
    expect([report.causes, report.deletions, deletesOf(store)]).toEqual([[], [], []]);
    expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  });

  test('another key', async () => {
    const store = await startStore();
    const report = await judgeStore(store, { apiKey: 'another-key-than-the-stores' });
    expect([summary(report), report.obstacle]).toEqual([inconclusive, key(store.baseUrl)]);
    expect([report.causes, deletesOf(store)]).toEqual([[], []]);
    expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  });

  test('no answer', async () => {
    const store = await startStore({ latencyMs: 5_000 });
    const report = await judgeStore(store, { timeoutMs: 300 });
    expect(summary(report)).toEqual(inconclusive);
    expect(report.obstacle).toMatch(/^http:\S+ sent no response within 300 ms\. Look at the load of the service/);
    expect([report.causes, deletesOf(store)]).toEqual([[], []]);
    expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  });

  test.each<[what: string, path: string, right: string | undefined]>([
    ['no /v1', '', '/v1'],
    ['/v2', '/v2', '/v1'],
    ['a path after /v1', '/v1/store', '/v1'],
    ['a path before /v2', '/shop/v2', '/shop/v1'],
    ['a path too many', '/store/v1', undefined],
  ])('%s: it says which address to try', async (_, path, right) => {
    const store = await startStore();
    const { origin } = new URL(store.baseUrl);
    const report = await judgeStore(store, { baseUrl: `${origin}${path}` });
    const hint = right && `Try ${origin}${right}.`;
    expect([report.obstacle, deletesOf(store)]).toEqual([address(`${origin}${path}`, '404', hint), []]);
    expect([summary(report), report.causes, requirementsWith(report, 'fail')]).toEqual([inconclusive, [], []]);
  });

  test.each(['', '/v2'])('%j where a gateway asks for the key first', async (path) => {
    const store = await startStore();
    const methods = new Set<string | undefined>();
    const { origin } = new URL(
      await httpTarget(({ method, headers }, response) => {
        methods.add(method);
        response.writeHead(headers.authorization === `Bearer ${store.apiKey}` ? 404 : 401).end();
      }),
    );
    const report = await judgeStore(store, { baseUrl: `${origin}${path}` });
    expect([summary(report), report.causes, [...methods]]).toEqual([inconclusive, [], ['GET']]);
    expect(report.obstacle).toBe(
      `GET ${origin}${path}/store/orders gets 404, with the valid key too. Is the base address right? Try ${origin}/v1.`,
    );
  });

  test('no response to anything', async () => {
    const baseUrl = (await tlsTarget()).replace('https:', 'http:');
    const report = await judgeStore(await startStore(), { baseUrl });
    expect([summary(report), report.causes, report.deletions]).toEqual([inconclusive, [], []]);
    expect(report.obstacle).toMatch(/ closed the connection before it sent the header of a response .* https:\/\/\.$/);
  });

  test('what a port for TLS says to plain HTTP', async () => {
    const said = textReply(400, 'text/plain', 'Client sent an HTTP request to an HTTPS server.\n');
    const { report } = await judgeWorld(answering(said));
    expect(report.obstacle).toMatch(/ Is the base address right\? Try https:\/\/127\.0\.0\.1:1\/v1\.$/);
  });

  test('a redirect to another address, which it says to try', async () => {
    const moved: Reply = { status: 301, headers: [['Location', 'https://orders.example/v1/store/orders']] };
    const { report, store } = await judgeWorld(answering(moved));
    expect([summary(report), deletesOf(store)]).toEqual([inconclusive, []]);
    expect(report.obstacle).toMatch(/ Is the base address right\? Try https:\/\/orders\.example\/v1\.$/);
  });
});

test('a redirect of the listing to itself with a slash at its end is the answer of the target', async () => {
  const slash = ({ operation }: Call): Reply | undefined =>
    operation === 'listOrders' ? { status: 308, headers: [['Location', '/v1/store/orders/']] } : undefined;
  const { report } = await judgeWorld(answering(slash));
  expect([report.verdict, report.obstacle]).toEqual(['nonconformant', undefined]);
});

describe('a target is judged whose', () => {
  const isListing = ({ operation }: Call) => operation === 'listOrders';
  const isRefused = ({ authorization, apiKey }: Call) => authorization !== `Bearer ${apiKey}`;

  test.each<[string, StoreOptions]>([
    ['listing alone fails with 500, whoever asks', answering((call) => (isListing(call) ? failing : undefined))],
    ['listing is missing with the key alone', answering((call) => (isRefused(call) ? undefined : notListed(call)))],
    [
      'listing says otherwise why it refuses the key',
      answering((call) => (isRefused(call) ? undefined : scoped(call))),
    ],
  ])('%s', async (_, options) => {
    const { report, store } = await judgeWorld(options);
    expect([report.verdict, report.obstacle]).toEqual(['nonconformant', undefined]);
    expect(deletesOf(store).length).toBeGreaterThan(20);
  });

  const sent = (status: number, text: string, type = 'application/json'): StoreOptions =>
    answering((call) => (isListing(call) ? textReply(status, type, text) : undefined));

  test.each<[string, StoreOptions, string]>([
    ['an envelope', sent(200, '{"data":[{"id":101}],"total":1}'), 'list.array'],
    ['an array after a byte order mark', sent(200, '\ufeff[{"id":101}]'), 'list.json'],
    ['an array with a trailing comma', sent(200, '[{"id":101},]', 'Application/JSON; charset=utf-8'), 'list.json'],
    ['an array with another status', sent(202, '[{"id":101}]'), 'list.status'],
  ])('listing is open to everybody, and %s', async (_, options, broken) => {
    const { report, store } = await judgeWorld(options);
    expect([summary(report).exitCode, report.obstacle]).toEqual([1, undefined]);
    expect(requirementsWith(report, 'fail')).toEqual(expect.arrayContaining([broken, 'auth.list.missing']));
    expect(deletesOf(store).length).toBeGreaterThan(20);
  });

  const failing = errorReply({ status: 500, code: 'failed', message: 'No listing.' });
  const notListed = (call: Call) => (isListing(call) ? notFound : undefined);
  const scoped = (call: Call) =>
    isListing(call) ? errorReply({ status: 401, code: 'scope', message: 'Not with this key.' }) : undefined;
});

let answers = 0;
function answeredAnew(): Reply {
  return errorReply({ status: 404, code: 'no_such_path', message: `Request ${++answers} leads nowhere.` });
}

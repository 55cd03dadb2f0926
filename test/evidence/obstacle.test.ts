import { describe, expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { listingOf } from '../engine/made-up.js';
import { planFor } from '../engine/plans.js';
import { type Answered, evidenceOf, type Sent } from '../suites/evidence.js';

const plan = planFor({ orders: { pending: [101] } });

/** What keeps a run from being judged in which this was sent to a target at this address. */
const obstacleAt = (baseUrl: string, sent: Sent, proxy?: string) =>
  evidenceOf(plan, sent, { target: { baseUrl, keyFrom: 'the file', proxy } }).obstacle;

const obstacleOf = (path: string, ...sent: Sent) => obstacleAt(`http://a.example${path}`, sent);

const withBody = (status: number, body: string, ...headers: readonly Header[]) => ({ status, headers, body });
const json = (status: number, body: object) =>
  withBody(status, JSON.stringify(body), ['Content-Type', 'application/json']);
const html = withBody(200, '<!doctype html><title>Shop</title>', ['Content-Type', 'text/html']);
/** With 200, where it is read as a listing, and is none. */
const noListing = (answered: ReturnType<typeof withBody>) => ({
  ...answered,
  reading: listingOf([], { problem: { code: 'not-an-array', offset: 0, message: 'No.', excerpt: '' } }),
});
const redirect = (status: number, location: string) => withBody(status, '', ['Location', location]);
const noPath = (message: string) => json(404, { code: 'no_such_path', message });

/** The listing with the key, and without. */
const listings = (answered: Answered, withoutKey = answered) => ({
  'listing/before': answered,
  'auth-list-missing/probe': withoutKey,
});

const sameAnswer = (path: string, what: string, hint = 'It ends with /v1, directly above /store/orders') =>
  `Every request for http://a.example${path}/store/orders gets the same answer, ${what}, with any key or none. Is the base address right? ${hint}.`;

test('what speaks another protocol to every request is not asked to cancel anything', () => {
  const failure: Answered = { failure: 'The response of the target is not HTTP/1.1.', kind: 'protocol' };
  expect(obstacleOf('/v1', listings(failure))).toBe(failure.failure);
  expect(obstacleOf('/v1', listings(failure, 401))).toBeUndefined();
});

describe('the same answer with any key or none', () => {
  test.each<[what: string, answered: Answered, withoutKey?: Answered]>([
    ['404', noPath('Request 1 leads nowhere.'), noPath('Request 2 leads nowhere.')],
    ['a page (200)', noListing(html)],
    ['a redirect (302 to "/login")', redirect(302, '/login')],
    ['a redirect (301)', 301],
    [`a redirect (308 to "/${'a'.repeat(78)}…")`, redirect(308, `/${'a'.repeat(100)}`)],
  ])('is told: %s', (what, answered, withoutKey) => {
    expect(obstacleOf('/v1', listings(answered, withoutKey))).toBe(sameAnswer('/v1', what));
  });

  test.each<[what: string, path: string, answered: Answered, hint: string]>([
    ['no /v1', '', 404, 'Try http://a.example/v1'],
    ['a path after /v1', '/v1/store', 404, 'Try http://a.example/v1'],
    ['a path before /v2', '/shop/v2', 404, 'Try http://a.example/shop/v1'],
    ['a path too many', '/store/v1', 404, 'It ends with /v1, directly above /store/orders'],
    ['plain HTTP on a port for TLS', '/v1', withBody(400, 'This is an HTTPS server.'), 'Try https://a.example/v1'],
    ['a redirect', '/v1', redirect(301, 'https://orders.example/v1/store/orders'), 'Try https://orders.example/v1'],
  ])('says which address to try: %s', (_, path, answered, hint) => {
    expect(obstacleOf(path, listings(answered))).toContain(` Is the base address right? ${hint}.`);
  });

  test('is said of everything where cancels got it, too', () => {
    const cancel = { 'auth-cancel-unknown/missing': 404 };
    expect(obstacleOf('/v1', { ...listings(404), ...cancel })).toBe(
      'Every request below http://a.example/v1 gets the same answer, 404, with any key or none. Is the base address right? It ends with /v1, directly above /store/orders: requests go to http://a.example/v1/store/orders.',
    );
  });

  test('is never to be tried without TLS, where the key could be read', () => {
    const answered = redirect(307, 'http://a.example/v1/store/orders/');
    expect(obstacleAt('https://a.example/v1', [listings(answered)])).toBe(
      'Every request for https://a.example/v1/store/orders gets the same answer, a redirect (307 to "http://a.example/v1/store/orders/"), with any key or none. http://a.example/v1 is not encrypted, so a client that follows the redirect may show its key to others. Let the service redirect to https, or serve the listing itself: behind a proxy that ends TLS, it must learn of the https from the proxy (X-Forwarded-Proto).',
    );
  });

  test.each([403, 502])('may be that of the proxy which forwards the requests: %i', (status) => {
    const sent: Sent = [{ ...listings(status), 'auth-cancel-unknown/missing': status }];
    expect(obstacleAt('http://a.example/v1', sent, 'http://proxy:3128')).toContain(
      " The requests go through the proxy http://proxy:3128 (HTTP_PROXY), and the answer may be the proxy's own: ask who runs it, or name a.example in NO_PROXY, to connect without it.",
    );
  });

  test('is a matter of the key where it is 401', () => {
    expect(obstacleOf('/v1', listings(401))).toBe(
      'The target refuses the API key from the file as it refuses any other key (401), so nothing can be judged. Is it the key for http://a.example/v1, and still valid?',
    );
  });
});

test.each(['', '/v2'])('a gateway may ask for the key first at another address (%j)', (path) => {
  expect(obstacleOf(path, listings(404, 401))).toBe(
    `GET http://a.example${path}/store/orders gets 404, with the valid key too. Is the base address right? Try http://a.example/v1.`,
  );
});

const unauthorized = (code: string) => json(401, { code, message: 'No.' });

test.each<[string, Sent[number]]>([
  ['a redirect to the same path with a slash', listings(redirect(301, '/v1/store/orders/'))],
  ['a listing that fails alone', { ...listings(500), 'auth-cancel-unknown/missing': 401 }],
  ['a listing that fails, whoever asks, and nothing else was asked', listings(500)],
  ['a listing without an answer, where others are answered', listings({ failure: 'Reset.' }, 401)],
  ['a listing that is missing with the key alone', listings(404, 401)],
  ['a listing that says otherwise why it refuses the key', listings(unauthorized('scope'), unauthorized('key'))],
  ['an envelope that is open to everybody', listings(noListing(json(200, { data: [] })))],
  ['JSON with another status that is open to everybody', listings(json(202, []))],
])('%s is the answer of the target', (_, sent) => {
  expect(obstacleOf('/v1', sent)).toBeUndefined();
});

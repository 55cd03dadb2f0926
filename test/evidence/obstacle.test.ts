import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { listingOf } from '../engine/made-up.js';
import { planFor } from '../engine/plans.js';
import { type Answered, evidenceOf, type Sent } from '../suites/evidence.js';

const plan = planFor({ orders: { pending: [101] } });

const withBody = (status: number, body: string, ...headers: readonly Header[]) => ({ status, headers, body });
const json = (status: number, body: object) =>
  withBody(status, JSON.stringify(body), ['Content-Type', 'application/json']);
const redirect = (status: number, location: string) => withBody(status, '', ['Location', location]);
const noPath = (message: string) => json(404, { code: 'no_such_path', message });
const unauthorized = (code: string) => json(401, { code, message: 'No.' });
const failure = (message: string, kind?: 'protocol' | 'connect'): Answered => ({ failure: message, kind });

/** An answer with 200 that is read as a listing, and is not one. */
const noListing = (answered: ReturnType<typeof withBody>) => ({
  ...answered,
  reading: listingOf([], { problem: { code: 'not-an-array', offset: 0, message: 'No.', excerpt: '' } }),
});
const page = noListing(withBody(200, '<!doctype html><title>Shop</title>', ['Content-Type', 'text/html']));

/** The listing with the key, and without. */
const listings = (answered: Answered, withoutKey = answered) => ({
  'listing/before': answered,
  'auth-list-missing/probe': withoutKey,
});
const andCancel = (answered: Answered, withoutKey = answered) => ({
  ...listings(answered),
  'auth-cancel-unknown/missing': withoutKey,
});

type Case = readonly [what: string, sent: Sent[number], baseUrl?: string, proxy?: string];

const CASES: readonly Case[] = [
  ['every request gets another protocol', listings(failure('The response of the target is not HTTP/1.1.', 'protocol'))],
  ['the listing with the key alone gets another protocol', listings(failure('Not HTTP.', 'protocol'), 401)],
  ['the listing cannot be asked for', listings(failure('Nothing listens there.', 'connect'), 401)],
  ['every connection is reset', listings(failure('Reset.'))],
  ['every request gets an Error of 404, whatever its message', listings(noPath('Request 1.'), noPath('Request 2.'))],
  ['every request gets a page', listings(page)],
  ['every request is redirected to a path', listings(redirect(302, '/login'))],
  ['every request is redirected to nowhere', listings(301)],
  ['every request is redirected to a long path', listings(redirect(308, `/${'a'.repeat(100)}`))],
  ['every request is redirected to a listing', listings(redirect(301, 'https://orders.example/v1/store/orders'))],
  [
    'every request is redirected to a listing without TLS',
    listings(redirect(307, 'http://a.example/v1/store/orders/')),
    'https://a.example/v1',
  ],
  ['every request gets 404 below no /v1', listings(404), 'http://a.example'],
  ['every request gets 404 below a path after /v1', listings(404), 'http://a.example/v1/store'],
  ['every request gets 404 below a path before /v2', listings(404), 'http://a.example/shop/v2'],
  ['every request gets 404 below a path too many', listings(404), 'http://a.example/store/v1'],
  ['a port for TLS is asked without', listings(withBody(400, 'This is an HTTPS server.'))],
  ['cancels get 404, too', andCancel(404)],
  ['cancels get 500, too', andCancel(500)],
  ['cancels get 403, too, through a proxy', andCancel(403), undefined, 'http://proxy:3128'],
  ['cancels get 502, too, through a proxy', andCancel(502), undefined, 'http://proxy:3128'],
  ['every request gets 401', listings(401)],
  ['the listing with the key alone gets 404, below no /v1', listings(404, 401), 'http://a.example'],
  ['the listing with the key alone gets 404, below /v2', listings(404, 401), 'http://a.example/v2'],
  ['the listing with the key alone gets 404', listings(404, 401)],
  ['the listing with the key alone gets 400, below no /v1', listings(400, 401), 'http://a.example'],
  ['every request is redirected to its path with a slash', listings(redirect(301, '/v1/store/orders/'))],
  ['the listing gets 500, and a cancel does not', andCancel(500, 401)],
  ['the listing gets 500, and nothing else was asked', listings(500)],
  ['the listing with the key alone gets no response', listings(failure('Reset.'), 401)],
  ['the key and no key are refused for different reasons', listings(unauthorized('scope'), unauthorized('key'))],
  ['an envelope is open to everybody', listings(noListing(json(200, { data: [] })))],
  ['JSON with another status is open to everybody', listings(json(202, []))],
];

const textOf = ([what, sent, baseUrl = 'http://a.example/v1', proxy]: Case): string => {
  const { obstacle } = evidenceOf(plan, [sent], { target: { baseUrl, keyFrom: 'the file', proxy } });
  return `${baseUrl}, where ${what}:\n  ${obstacle ?? 'nothing: it is judged'}\n`;
};

test('the obstacle to a run is named as the transcript says', async () => {
  const path = join(import.meta.dirname, 'expected/obstacles.txt');
  await expect(CASES.map(textOf).join('\n')).toMatchFileSnapshot(path);
});

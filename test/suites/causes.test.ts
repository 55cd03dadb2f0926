import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ListingReading } from '../../runner/evidence/evidence.js';
import type { Header } from '../../runner/evidence/exchange.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { listingOf } from '../engine/made-up.js';
import { reportOn } from '../judge/contract.js';
import { type Answered, evidence, type Sent } from './evidence.js';

/** A double does not hold it. */
const LONG = 2n ** 53n + 1n;
const orders = { pending: [LONG, 102n, 103n], shipped: [201n], other: [301n] };
const others = [102n, 103n, 201n, 301n];

const TYPE: Header = ['Content-Type', 'application/json'];
const TWICE: readonly Header[] = [
  ['Content-Type', 'application/json'],
  ['Content-Type', 'text/html'],
];
const CHALLENGE: Header = ['WWW-Authenticate', 'Bearer'];
const answer = (status: number, body: object | string, headers: readonly Header[] = [TYPE, CHALLENGE]): Answered => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const whole = (status: number) => ({ code: 'a', message: 'b', status });
const listing = (ids: readonly bigint[], differs: Partial<ListingReading> = {}): Sent[number] => ({
  'listing/before': { status: 200, headers: [TYPE], reading: listingOf(ids, differs) },
});
const before = listing([LONG, ...others]);

const causes = (sent: Sent) => reportOn(storeOrdersInterface, evidence({ orders, sent })).causes;
const ids = (...sent: Sent) => causes(sent).map(({ id }) => id);

const MAX = 'cancel-unknown-max-int64/cancel';

const HTML: Header = ['Content-Type', 'text/html'];
const TEXT: Header = ['Content-Type', 'text/plain; charset=utf-8'];

test.each<[id: string, body: object | string, headers?: readonly Header[]]>([
  [
    'javalin-default',
    { title: 'Unauthorized', status: 401, type: 'https://javalin.io/documentation#unauthorizedresponse', details: {} },
  ],
  ['micronaut-vnd-error', { message: 'Unauthorized', _links: { self: { href: '/v1', templated: false } } }],
  ['resteasy-message', 'RESTEASY003210: Could not find resource for full path: http://a/v1', [HTML]],
  ['phoenix-error-json', { errors: { detail: 'Unauthorized' } }],
  ['slim-json', '{\n    "message": "Unauthorized."\n}'],
  ['aws-api-gateway', { message: 'Unauthorized' }, [TYPE, ['x-amzn-ErrorType', 'UnauthorizedException']]],
  ['aws-api-gateway', { message: 'Unauthorized' }, [TYPE, ['Apigw-Requestid', 'aBcDeFgHiJkLmNo=']]],
  ['kong-message', { message: 'No API key found in request', request_id: '3ec0d45ad2f2aa0f6b3b5c1e8f2d6a4b' }],
  ['azure-api-management', '{ "statusCode": 401, "message": "Access denied due to missing subscription key." }'],
  ['litestar-detail', { status_code: 401, detail: 'Unauthorized' }],
  ['hono-bearer-auth', 'Unauthorized', [TEXT, ['WWW-Authenticate', 'Bearer error="invalid_token"']]],
  ['fiber-keyauth', 'missing or malformed API Key', [TEXT]],
  ['sinatra-page', '<!DOCTYPE html>\n<h2>Sinatra doesn&rsquo;t know this ditty.</h2>', [HTML]],
])('%s is told from %j', (id, body, headers = [TYPE]) => {
  const sent = { 'auth-list-wrong/probe': answer(401, body, [...headers, CHALLENGE]) };
  expect(causes([before, sent]).map((cause) => cause.id)).toEqual([id]);
});

test.each<[id: string, status: number, body: object | string, headers: readonly Header[]]>([
  ['aws-api-gateway', 403, { message: 'Forbidden' }, [TYPE, ['x-amzn-ErrorType', 'ForbiddenException']]],
  ['hono-bearer-auth', 400, 'Bad Request', [TEXT, ['WWW-Authenticate', 'Bearer error="invalid_request"']]],
  ['fiber-keyauth', 400, 'Missing or malformed API Key', [TEXT]],
])('%s is told from %d and %j in place of a 401', (id, status, body, headers) => {
  const sent = { 'auth-list-no-key/probe': answer(status, body, headers) };
  expect(causes([before, sent]).map((cause) => cause.id)).toEqual([id]);
});

const KEYLESS = 'auth-list-missing/probe';
const WRONG = 'auth-list-wrong/probe';
const PLAIN = 'cancel-unknown-plain/cancel';
const pending = { 'cancel-pending/cancel': 204 };

const asText: readonly Header[] = [['Content-Type', 'text/plain'], CHALLENGE];
const page = answer(403, '<center>nginx</center>');
const serverError = answer(500, '<center>nginx</center>');

const RUNS: readonly (readonly [string, Sent])[] = [
  [
    'a listing is accepted without the key, and a cancel is not',
    [before, { [WRONG]: 200, 'auth-cancel-shipped/wrong': 409 }, pending],
  ],
  [
    'a key that has cancelled an order gets 404 for it afterwards',
    [before, { 'auth-cancel-pending/shorter': 204, 'auth-cancel-pending/then-shorter': 404 }, pending],
  ],
  [
    'an order answers to the double of its id, and large ids alone are found',
    [
      before,
      { 'cancel-pending/neighbour-double': 409, 'cancel-unknown-above-2-53/cancel': 204, [MAX]: 500 },
      { 'cancel-shipped/cancel': 204, 'auth-cancel-unknown/missing': 409 },
    ],
  ],
  [
    'an order is listed under the double of its id, whatever else deviates',
    [
      listing([BigInt(Number(LONG)), ...others], {
        deviations: [
          {
            path: '/petId',
            keyword: 'type',
            params: { type: 'integer' },
            message: '',
            count: 1,
            examples: [{ pointer: '/0/petId', actual: '""' }],
          },
        ],
      }),
      { [PLAIN]: answer(404, ''), 'cancel-unknown-above-2-31/cancel': 409, [MAX]: 409 },
    ],
  ],
  [
    'the type of the listing is no part of the form of Errors that have the same',
    [
      { 'listing/before': { status: 200, headers: asText, body: '[]', reading: listingOf([LONG, ...others]) } },
      { [WRONG]: answer(401, { fault: 'no' }, asText) },
    ],
  ],
  [
    'the key is not named among those that a gateway refuses in its own way, though it refuses that, too',
    [before, { [KEYLESS]: page, [WRONG]: page, 'cancel-pending/cancel': page }, { 'auth-cancel-pending/cancel': 204 }],
  ],
  [
    'errors have another form than those of another status',
    [before, { [WRONG]: answer(401, { fault: 'no' }, asText), [PLAIN]: answer(404, { detail: 'no' }, asText) }],
  ],
  [
    'errors have more than five members, of any type',
    [before, { [KEYLESS]: answer(401, { a: 1, b: true, c: null, d: [], e: {}, f: '' }) }],
  ],
  [
    'errors of several statuses are alike, and one is not',
    [
      before,
      {
        [KEYLESS]: answer(401, { fault: 'x' }),
        'cancel-unknown-zero-negative/zero': answer(404, { fault: 'y' }),
        [PLAIN]: answer(404, whole(404)),
      },
    ],
  ],
  [
    'errors lack the Content-Type, and nothing else',
    [before, { [KEYLESS]: answer(401, whole(401), [CHALLENGE]), [PLAIN]: answer(404, whole(404), []) }],
  ],
  [
    'server errors come where the contract has no status for a request',
    [before, { 'cancel-other/cancel': serverError, 'cancel-not-int64/word': serverError }],
  ],
  ['errors have five members', [before, { [KEYLESS]: answer(401, { a: '', b: '', c: '', d: '', e: '' }) }]],
  [
    'errors have all members of an Error, of other types: the first deviation says more',
    [before, { [KEYLESS]: answer(401, { code: 7, message: 7, status: 401 }) }],
  ],
  [
    'errors have the Content-Type twice',
    [before, { [KEYLESS]: answer(401, whole(401), [CHALLENGE, ...TWICE]), [PLAIN]: answer(404, whole(404), TWICE) }],
  ],
  [
    'errors lack a body, beside what is repaired apart',
    [before, { [KEYLESS]: 401, 'cancel-pending/cancel': { status: 204, stray: 'x' } }],
  ],
];

test('deviations that share a trait are one cause, whose headline says it', async () => {
  const texts = RUNS.map(([title, sent]) =>
    [title, ...causes(sent).map(({ id, headline }) => `  ${id}: ${headline}`), ''].join('\n'),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expected/causes.txt'));
});

test('errors that look the same are shown as a whole', () => {
  const sent = [before, { [KEYLESS]: answer(401, '', [CHALLENGE]), [PLAIN]: answer(404, '', []) }];
  expect(causes(sent)).toMatchObject([
    {
      actual: 'no Content-Type: no body',
      expected: 'application/json: {"code": "…", "message": "…", "status": 401}',
      at: 'body',
      answers: 2,
    },
  ]);
});

test('a page that takes its fonts from a CDN is not the page of a gateway', () => {
  const text = '<html><link href="https://cdnjs.cloudflare.com/ajax/libs/font.css">';
  expect(ids(before, { [PLAIN]: answer(404, text, [HTML]) })).toEqual(['error-as-html']);
});

test('the example of a cause has the status that most of its answers have', () => {
  const refused = answer(401, 'Unauthorized', asText);
  const shipped = answer(409, 'already shipped', asText);
  const sent = { 'cancel-shipped/cancel': shipped, [KEYLESS]: refused, [WRONG]: refused };
  expect(causes([before, sent])).toMatchObject([{ id: 'reason-phrase', exchange: KEYLESS }]);
});

test('simultaneous cancels that succeed with 200 wait for the 204', () => {
  const racers = Object.fromEntries(
    ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => [`cancel-witness/${name}`, answer(200, '{}')]),
  );
  // Where something else of that scenario is open, too.
  const lost = { 'cancel-witness/bystander-2': { failure: 'It broke off.' } };
  const many = { ...orders, pending: [LONG, 1n, 2n, 3n, 4n, 5n] };
  const report = reportOn(storeOrdersInterface, evidence({ orders: many, sent: [racers, lost] }));
  expect(report.causes.find(({ blocks }) => blocks.includes('cancel.race'))?.id).toBe('pending-200');
});

import { describe, expect, test } from 'vitest';
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
const headlines = (...sent: Sent) => causes(sent).map(({ id, headline }) => [id, headline]);
const ids = (...sent: Sent) => causes(sent).map(({ id }) => id);

const MAX = 'cancel-unknown-max-int64/cancel';

const TEXT: Header = ['Content-Type', 'text/plain;charset=utf-8'];
const HTML: Header = ['Content-Type', 'text/html'];

test.each<[id: string, body: object | string, headers?: readonly Header[]]>([
  [
    'javalin-default',
    { title: 'Unauthorized', status: 401, type: 'https://javalin.io/documentation#unauthorizedresponse', details: {} },
  ],
  ['micronaut-vnd-error', { message: 'Unauthorized', _links: { self: { href: '/v1', templated: false } } }],
  ['resteasy-message', 'RESTEASY003210: Could not find resource for full path: http://a/v1', [HTML]],
  ['phoenix-error-json', { errors: { detail: 'Unauthorized' } }],
  ['slim-json', '{\n    "message": "Unauthorized."\n}'],
  ['sinatra-page', '<!DOCTYPE html>\n<h2>Sinatra doesn&rsquo;t know this ditty.</h2>', [HTML]],
  // Express, Koa, Javalin, and by hand in any language.
  ['reason-phrase', 'Unauthorized', [TEXT]],
  ['reason-phrase', '401 Unauthorized\n', [TEXT]],
])('%s is told from %j', (id, body, headers = [TYPE]) => {
  const sent = { 'auth-list-wrong/probe': answer(401, body, [...headers, CHALLENGE]) };
  expect(causes([before, sent]).map((cause) => cause.id)).toEqual([id]);
});

test('a text of its own tells no framework', () => {
  const sent = { 'auth-list-wrong/probe': answer(401, 'Go away.', [TEXT, CHALLENGE]) };
  expect(causes([before, sent])[0]?.likely).toBeUndefined();
});

describe('Errors of another form, as text/plain', () => {
  const text: readonly Header[] = [['Content-Type', 'text/plain'], CHALLENGE];
  const refused = { 'auth-list-wrong/probe': answer(401, { fault: 'no' }, text) };

  test('are one cause where the listing is sent as JSON', () => {
    expect(headlines(before, refused)).toEqual([['error-with-fault', 'Every 401 is `{"fault": …}`.']]);
  });

  test('do not make the type of the listing a part of that form', () => {
    const listed = {
      'listing/before': { status: 200, headers: text, body: '[]', reading: listingOf([LONG, ...others]) },
    };
    expect(headlines(listed, refused)).toEqual([
      ['error-with-fault', 'Every 401 is `{"fault": …}`.'],
      ['json-as-text-plain', 'JSON is sent as text/plain, not as application/json.'],
    ]);
  });

  test('are one cause where they are no JSON, and the listing is', () => {
    const listed = {
      'listing/before': { status: 200, headers: text, body: '[]', reading: listingOf([LONG, ...others]) },
    };
    const plain = { 'auth-list-wrong/probe': answer(401, 'Go away.', text) };
    expect(ids(listed, plain)).toEqual(['error-as-text', 'json-as-text-plain']);
  });

  test('are not said to have the form of another status', () => {
    const notFound = { 'cancel-unknown-plain/cancel': answer(404, { detail: 'no' }, text) };
    const headline = 'Every 401 is `{"fault": …}`, every 404 is `{"detail": …}`.';
    expect(headlines(before, refused, notFound)).toEqual([['error-with-fault', headline]]);
  });
});

describe('without the key', () => {
  const pending = { 'cancel-pending/cancel': 204 };

  test.each<[string, Sent, string[]]>([
    [
      'a listing is accepted, and a cancel is not',
      [{ 'auth-list-wrong/probe': 200, 'auth-cancel-shipped/wrong': 409 }, pending],
      ['key-not-checked', 'order-before-key'],
    ],
    [
      'one cancel is accepted, and others look the order up',
      [{ 'cancel-pending/refused-missing': 204, 'auth-cancel-unknown/missing': 404 }],
      ['key-not-checked'],
    ],
    [
      'an order is looked up, and a shipped one is not found with the key',
      [{ 'auth-cancel-unknown/missing': 404, 'cancel-shipped/cancel': 404 }, pending],
      ['shipped-404', 'order-before-key'],
    ],
    [
      'no order is found, whether it is there or not',
      [{ 'auth-cancel-unknown/missing': 404, 'auth-cancel-shipped/missing': 404 }, pending],
      ['refused-404'],
    ],
  ])('%s', (_, sent, expected) => {
    expect(ids(before, ...sent)).toEqual(expected);
  });

  test('what is accepted is named', () => {
    expect(headlines(before, { 'auth-list-missing/probe': 200, 'auth-list-wrong/probe': 200 })).toEqual([
      ['key-not-checked', 'Listings with no Authorization header and an invalid key of the same length are accepted.'],
    ]);
  });

  test('what is looked up is told of all cancels', () => {
    const sent = { 'auth-cancel-shipped/missing': 409, 'auth-cancel-pending/missing': 409 };
    expect(headlines(before, sent, pending)).toEqual([
      [
        'order-before-key',
        'The order is looked up before the key is checked: without the valid key, a cancel gets 404 or 409.',
      ],
    ]);
  });

  test('the key is not named among those that a gateway refuses in its own way, though it refuses that, too', () => {
    const page = answer(403, '<center>nginx</center>');
    const sent = { 'auth-list-missing/probe': page, 'auth-list-wrong/probe': page, 'cancel-pending/cancel': page };
    expect(headlines(before, sent, { 'auth-cancel-pending/cancel': 204 })).toEqual([
      ['gateway-page', 'Requests with no Authorization header and an invalid key of the same length get 403, not 401.'],
    ]);
  });
});

describe('ids are rounded to doubles', () => {
  const deviations = [
    {
      path: '/petId',
      keyword: 'type',
      expected: 'an integer',
      count: 1,
      examples: [{ pointer: '/0/petId', actual: '""' }],
    },
  ];
  const DOUBLE = 'cancel-pending/neighbour-double';

  test.each<[string, Sent, string[]]>([
    [
      'where an order answers to another id, and large ids alone are found',
      [
        before,
        { [DOUBLE]: 409, 'cancel-unknown-above-2-53/cancel': 204, [MAX]: 500 },
        { 'cancel-shipped/cancel': 204, 'auth-cancel-unknown/missing': 409 },
      ],
      ['ids-as-doubles', 'unknown-500', 'shipped-204', 'order-before-key'],
    ],
    [
      'but not where another id is found as well',
      [before, { [DOUBLE]: 409, 'cancel-unknown-plain/cancel': 409 }],
      ['unknown-409'],
    ],
    ['nor where none is found', [before, { [DOUBLE]: 500 }], ['unknown-500']],
    ['nor where no listing was read', [{ 'listing/before': 500 }, { [MAX]: 409 }], ['listing-500', 'unknown-409']],
    [
      'where an order is listed under another id, whatever else deviates',
      [
        listing([BigInt(Number(LONG)), ...others], { deviations }),
        { 'cancel-unknown-plain/cancel': answer(404, ''), 'cancel-unknown-above-2-31/cancel': 409, [MAX]: 409 },
      ],
      ['ids-as-doubles', 'order.pet-id', 'unknown-409', 'bare-status'],
    ],
  ])('%s', (_, sent, expected) => {
    expect(ids(...sent)).toEqual(expected);
  });
});

test('ids that are rounded to doubles are told even where they break one requirement alone', () => {
  expect(headlines(listing([BigInt(Number(LONG)), ...others]))).toEqual([
    ['ids-as-doubles', 'Ids above 2^53 are rounded: an order is listed under, or answers to, the id of another.'],
  ]);
});

describe('errors that look the same', () => {
  const [PROBE, WRONG, EMPTY, ZERO] = [
    'auth-list-missing/probe',
    'auth-list-wrong/probe',
    'auth-list-empty/probe',
    'cancel-unknown-zero-negative/zero',
  ];
  const PLAIN = 'cancel-unknown-plain/cancel';

  test.each<[string, Sent[number], string[][]]>([
    [
      'have their statuses in order',
      { [PROBE]: answer(401, { fault: 'x' }), [ZERO]: answer(404, { fault: 'y' }), [PLAIN]: answer(404, whole(404)) },
      [['error-with-fault', 'A 401 or 404 (2 of 3) is `{"fault": …}`.']],
    ],
    [
      'are counted where others have other members',
      {
        [PROBE]: answer(401, { fault: 'x' }),
        [WRONG]: answer(401, { fault: 'y' }),
        [EMPTY]: answer(401, { why: 'z' }),
      },
      [
        ['error-with-fault', 'A 401 (2 of 3) is `{"fault": …}`.'],
        ['error-with-why', 'A 401 (1 of 3) is `{"why": …}`.'],
      ],
    ],
    [
      'have the same members in any order and of any type',
      { [PROBE]: answer(401, { fault: 'x', why: 'y' }), [WRONG]: answer(401, { why: 7, fault: 'y' }) },
      [
        ['error-with-fault-why', 'Every 401 is `{"fault": …, "why": …}`.'],
        ['error-with-fault-why-number', 'Every 401 is `{"why": …, "fault": …}`.'],
      ],
    ],
    [
      'have five members',
      { [PROBE]: answer(401, { a: 1, b: true, c: null, d: [], e: {} }) },
      [
        [
          'error-with-a-number-b-boolean-c-null-d-array-e-object',
          'Every 401 is `{"a": …, "b": …, "c": …, "d": …, "e": …}`.',
        ],
      ],
    ],
    [
      'have more',
      { [PROBE]: answer(401, { a: '', b: '', c: '', d: '', e: '', f: '' }) },
      [['error-with-a-b-c-d-e-f', 'Every 401 is `{"a": …, "b": …, "c": …, "d": …, "e": …, …}`.']],
    ],
    [
      'have all members of an Error, of other types: the first deviation says more',
      { [PROBE]: answer(401, { code: 7, message: 7, status: 401 }) },
      [['error-with-code-number-message-number-status-number', 'The Error of a 401 has a wrong `code`.']],
    ],
    [
      'lack the Content-Type, and nothing else',
      { [PROBE]: answer(401, whole(401), [CHALLENGE]), [PLAIN]: answer(404, whole(404), []) },
      [['json-as-no-type', 'JSON is sent without a Content-Type, not as application/json.']],
    ],
    [
      'have it twice',
      { [PROBE]: answer(401, whole(401), [CHALLENGE, ...TWICE]), [PLAIN]: answer(404, whole(404), TWICE) },
      [
        [
          'json-as-application-json-text-html',
          'JSON is sent with several Content-Type fields (application/json, text/html), not with one.',
        ],
      ],
    ],
    [
      'lack a body, beside what is repaired apart',
      { [PROBE]: 401, 'cancel-pending/cancel': { status: 204, stray: 'x' } },
      [
        [
          'cancel.pending.no-body',
          'The 204 has a body, or announces one. Clients read these bytes as the start of the next response.',
        ],
        ['bare-status', 'The 401 has no Error body.'],
        ['auth.www-authenticate', 'The 401 does not say how to authenticate.'],
      ],
    ],
  ])('%s', (_, sent, expected) => {
    expect(headlines(before, sent)).toEqual(expected);
  });

  test.each<[string, object | string, readonly Header[], object]>([
    ['a body', { fault: 'x' }, [TYPE, CHALLENGE], { actual: 'application/json: {"fault":"x"}' }],
    ['no type', { fault: 'x' }, [CHALLENGE], { actual: 'no Content-Type: {"fault":"x"}' }],
    ['no body', '', [TYPE, CHALLENGE], { actual: 'application/json: no body' }],
  ])('are shown as a whole where they have %s', (_, body, headers, expected) => {
    const sent = [before, { [PROBE]: answer(401, body, headers), [PLAIN]: answer(404, body, headers) }];
    expect(causes(sent)).toMatchObject([
      {
        ...expected,
        expected: 'application/json: {"code": "…", "message": "…", "status": 401}',
        at: 'body',
        answers: 2,
      },
    ]);
  });
});

test.each([
  ['null-members', 'null', 'Members of orders that have no value are listed as `null`.'],
  ['ids-as-strings', '"-12"', 'Numbers of orders are listed as strings.'],
])('members of orders have the cause %s together, in whatever element they are', (id, actual, headline) => {
  const deviations = ['/10/petId', '/0/quantity'].map((pointer) => ({
    path: pointer.replace(/^\/\d+/, ''),
    keyword: 'type',
    expected: 'an integer',
    count: 1,
    examples: [{ pointer, actual }],
  }));
  expect(headlines(listing([LONG, ...others], { deviations }))).toEqual([[id, headline]]);
});

test('server errors of one framework are told by the first, where the contract has no status for their requests', () => {
  const page = answer(500, '<center>nginx</center>');
  expect(headlines(before, { 'cancel-other/cancel': page, 'cancel-not-int64/word': page })).toEqual([
    ['gateway-page', 'cancelOrder returns a server error.'],
  ]);
});

test('a page that takes its fonts from a CDN is not the page of a gateway', () => {
  const page = answer(404, '<html><link href="https://cdnjs.cloudflare.com/ajax/libs/font.css">', [
    ['Content-Type', 'text/html'],
  ]);
  expect(ids(before, { 'cancel-unknown-plain/cancel': page })).toEqual(['error-as-html']);
});

test('the example of a cause has the status that most of its answers have', () => {
  const text = (status: number, body: string) => answer(status, body, [['Content-Type', 'text/plain'], CHALLENGE]);
  const refused = text(401, 'Unauthorized');
  const sent = {
    'cancel-shipped/cancel': text(409, 'already shipped'),
    'auth-list-missing/probe': refused,
    'auth-list-wrong/probe': refused,
  };
  expect(causes([before, sent]).map(({ id, exchange }) => [id, exchange])).toEqual([
    ['reason-phrase', 'auth-list-missing/probe'],
  ]);
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

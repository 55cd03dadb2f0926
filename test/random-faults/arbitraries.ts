import fc from 'fast-check';
import { credentialKinds } from '../../servers/faults/credential-kinds.js';
import type { BodyKind, Framing, Mutation } from './mutation.js';
import { neighbourKinds, notInt64Kinds, type Situation, unknownIdKinds } from './situation.js';

const anyOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const bodyKind = anyOf<BodyKind>(['listing', '401', '404', '409']);

/** The situations that are answered with each kind of body. */
const situationsOf: Readonly<Record<BodyKind, readonly Situation[]>> = {
  listing: ['listing', 'listing-after-cancel'],
  '401': [
    ...credentialKinds.flatMap((credential): Situation[] => [
      `listing-refused-${credential}`,
      `cancel-refused-${credential}-pending`,
    ]),
    'cancel-refused-missing-shipped',
    'cancel-refused-wrong-shipped',
    'cancel-refused-missing-unknown',
    'cancel-refused-wrong-unknown',
  ],
  '404': [
    ...([...unknownIdKinds, 'zero', 'negative'] as const).map((kind): Situation => `cancel-unknown-${kind}`),
    ...neighbourKinds.map((kind): Situation => `cancel-neighbour-${kind}`),
  ],
  '409': ['cancel-shipped', 'cancel-shipped-again'],
};

const oneOf = <T>(...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Mostly undefined: all answers of a kind. */
const onlyFor = (body: BodyKind): fc.Arbitrary<Situation | undefined> =>
  oneOf<Situation | undefined>([2, fc.constant(undefined)], [1, anyOf(situationsOf[body])]);

// Spellings that implementations and checkers often read differently.

const mediaTypes: readonly string[] = [
  'application/json',
  'Application/JSON',
  'application/json;charset=utf-8',
  'application/json ; Charset="UTF-8"',
  'application/json;',
  'application/json; profile="https://example.com/a;b"',
  'application/json; charset=iso-8859-1',
  'application/problem+json',
  'text/json',
  'text/html; charset=utf-8',
  'application/jsonp',
  'application/x-json',
  'application/octet-stream',
  'json',
  'application / json',
  'text/plain; note=application/json',
  '*/*',
  'application/json/',
  'application/*',
  'application/json+x',
];

const situation: fc.Arbitrary<Situation> = oneOf(
  [2, anyOf<Situation>([...situationsOf.listing, 'listing-with-query', 'listing-lower-case-scheme'])],
  [5, anyOf(situationsOf['401'])],
  [5, anyOf<Situation>([...situationsOf['409'], 'cancel-pending', 'cancel-cancelled', 'cancel-other'])],
  [3, anyOf(situationsOf['404'])],
  [1, anyOf(notInt64Kinds).map((kind) => `cancel-not-int64-${kind}` as const)],
);

const status = anyOf([
  200, 200, 201, 202, 203, 204, 204, 206, 299, 301, 302, 303, 304, 307, 308, 400, 400, 401, 401, 402, 403, 403, 404,
  404, 405, 406, 409, 409, 410, 412, 415, 418, 422, 429, 451, 499, 500, 500, 501, 502, 503, 504, 505, 599,
]);

export const statuses: fc.Arbitrary<Mutation> = fc
  .record({ situation, status })
  .map((drawn) => ({ kind: 'status', ...drawn }));

const header = (of: fc.Arbitrary<BodyKind>, name: string, value: fc.Arbitrary<string | undefined>) =>
  of.chain((answer) =>
    fc.record({ only: onlyFor(answer), value }).map((drawn): Mutation => ({ kind: 'header', answer, name, ...drawn })),
  );

const absentOr = (values: readonly string[]) =>
  oneOf<string | undefined>([1, fc.constant(undefined)], [9, anyOf(values)]);

const framing: fc.Arbitrary<Framing> = fc.oneof(
  anyOf<Framing>(['chunked', 'chunks-cut-off', 'until-close']),
  fc.record({ off: fc.integer({ min: -40, max: 40 }) }),
);

const after = anyOf(['', '', '', '{}', '\r\n', '0\r\n\r\n', ' ', '\u0000', 'HTTP/1.1 200 OK\r\n\r\n']);

const noContentHeaders = fc.uniqueArray(
  anyOf([
    ['Content-Length', '0'],
    ['Content-Length', '00'],
    ['Content-Length', '1'],
    ['Content-Length', '17'],
    ['Content-Type', 'application/json'],
    ['Transfer-Encoding', 'chunked'],
    ['Date', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ['ETag', '"1"'],
    ['Content-Encoding', 'gzip'],
    ['Trailer', 'Expires'],
  ] as const),
  { maxLength: 2, selector: ([name]) => (name.startsWith('Content-L') || name.startsWith('Tr') ? 'framing' : name) },
);

/** The contract says nothing of them. */
const silentFields = [
  ...['X-Total-Count', 'X-RateLimit-Remaining', 'Retry-After', 'Deprecation'],
  ...['Set-Cookie', 'Accept-Ranges', 'Vary'],
];

export const headers: fc.Arbitrary<Mutation> = oneOf(
  [4, header(bodyKind, 'Content-Type', absentOr(mediaTypes))],
  [1, header(bodyKind, 'Content-Range', anyOf(['orders 0-6/7', 'items 0-1/*', 'bytes 0-10/11']))],
  [1, header(fc.constant('401'), 'WWW-Authenticate', absentOr(['', 'Bearer', 'Basic realm="store"', 'Custom a=b']))],
  [1, header(bodyKind, 'Content-Encoding', anyOf(['identity', 'Identity', 'gzip', 'deflate']))],
  [1, anyOf(silentFields).chain((name) => header(bodyKind, name, anyOf(['1', 'next', 'none'])))],
  [4, fc.record({ answer: bodyKind, framing }).map((drawn) => ({ kind: 'framing', ...drawn }))],
  [4, fc.record({ headers: noContentHeaders, after }).map((drawn) => ({ kind: 'no-content', ...drawn }))],
);

import { erring, onStatus, refusing, together } from '../changes.js';
import { literal } from '../json.js';
import { jsonReply, withHeader, withoutBody } from '../reply.js';
import type { Behaviour } from '../steps.js';
import type { Variant } from '../variant.js';

const errors = [401, 404, 409];

const challenging = (...challenges: readonly string[]): Behaviour =>
  onStatus(401, (reply) => ({
    ...reply,
    headers: [
      ...reply.headers.filter(([name]) => name !== 'WWW-Authenticate'),
      ...challenges.map((challenge) => ['WWW-Authenticate', challenge] as const),
    ],
  }));

export const errorVariants: readonly Variant[] = [
  {
    id: 'other-error-codes',
    summary: 'uses numbers in a string as error codes',
    behaviour: together(refusing('unauthorized', { code: '1001' }), refusing('not-found', { code: '1004' })),
  },
  {
    id: 'further-error-members',
    summary: 'sends further members in an Error',
    behaviour: erring(errors, (members) => ({ traceId: 'a1', details: [{ at: null }], ...members, timestamp: 1.5 })),
  },
  {
    id: 'empty-error-texts',
    summary: 'sends empty strings as `code` and `message`',
    behaviour: erring(errors, (members) => ({ ...members, code: '', message: '' })),
  },
  {
    id: 'error-texts-beyond-ascii',
    summary: 'sends messages in another language, of several lines',
    behaviour: erring(errors, (members) => ({ ...members, message: 'Schlüssel fehlt.\n鍵がありません 🔑' })),
  },
  {
    id: 'error-status-with-zero-fraction',
    summary: 'spells the `status` of an Error as `404.0`',
    behaviour: erring(errors, (members, { status }) => ({ ...members, status: literal(`${status}.0`) })),
  },
  {
    id: 'error-status-with-exponent',
    summary: 'spells the `status` of an Error as `40.4e1`',
    behaviour: erring(errors, (members, { status }) => ({ ...members, status: literal(`${status / 10}e1`) })),
  },
  { id: 'conflict-without-body', summary: 'answers 409 without a body', behaviour: onStatus(409, withoutBody) },
  {
    id: 'conflict-as-text',
    summary: 'answers 409 with a JSON string',
    behaviour: onStatus(409, () => jsonReply(409, 'already shipped')),
  },
  {
    id: 'conflict-as-array',
    summary: 'answers 409 with an array of problems',
    behaviour: onStatus(409, () => jsonReply(409, [{ field: 'status', problem: 'shipped' }])),
  },
  { id: 'conflict-as-null', summary: 'answers 409 with `null`', behaviour: onStatus(409, () => jsonReply(409, null)) },
  {
    id: 'conflict-as-order',
    summary: 'answers 409 with the order',
    behaviour: onStatus(409, () => jsonReply(409, { id: 201, status: 'shipped' })),
  },
  {
    id: 'several-challenges',
    summary: 'sends two WWW-Authenticate fields',
    behaviour: challenging('Basic realm="a, b"', 'Bearer realm="\\"c\\"", error="invalid_token"'),
  },
  {
    id: 'list-of-challenges',
    summary: 'sends two challenges in one WWW-Authenticate field',
    behaviour: challenging('Bearer realm="orders", Negotiate, Basic realm="a"'),
  },
  {
    id: 'challenge-of-another-scheme',
    summary: 'challenges with a scheme of its own',
    behaviour: onStatus(401, (reply) => withHeader(reply, 'www-authenticate', 'ApiKey')),
  },
  {
    id: 'scheme-letter-case-matters',
    summary: 'accepts the scheme only as `Bearer`',
    behaviour: ({ authenticate }) => ({
      authenticate: (call) => call.authorization?.startsWith('Bearer ') === true && authenticate(call),
    }),
  },
];

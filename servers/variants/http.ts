import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { finishing } from '../changes.js';
import { errorReply, type HeaderField, headerOf, type Reply, withBody, withHeader } from '../reply.js';
import type { Behaviour, Call } from '../steps.js';
import type { Variant } from '../variant.js';

const mediaType = (value: string): Behaviour =>
  finishing((reply) =>
    headerOf(reply, 'Content-Type') === undefined ? reply : withHeader(reply, 'Content-Type', value),
  );

const withFields = (...fields: readonly HeaderField[]): Behaviour =>
  finishing((reply) => ({ ...reply, headers: [...reply.headers, ...fields] }));

const renaming = (rename: (name: string) => string): Behaviour =>
  finishing((reply) => ({ ...reply, headers: reply.headers.map(([name, value]) => [rename(name), value] as const) }));

/** RFC 9110 §12.5.3: without `Accept-Encoding` any coding is acceptable. */
const accepts = ({ headers }: Call, coding: string): boolean => {
  const accepted = headers['accept-encoding'];
  return accepted === undefined || String(accepted).includes(coding);
};

const encoding = (coding: string, encode: (body: Uint8Array) => Buffer): Behaviour =>
  finishing((reply, call) =>
    reply.body === undefined || !accepts(call, coding)
      ? reply
      : withBody(withHeader(reply, 'Content-Encoding', coding), encode(reply.body)),
  );

/** Refuses the first listing with a valid key, like a service that is still starting. */
const startingUp: Behaviour = ({ authenticate }) => {
  let refused = false;
  return {
    intercept: (call) => {
      if (refused || call.operation !== 'listOrders' || !authenticate(call)) return undefined;
      refused = true;
      const error = errorReply({ status: 503, code: 'starting', message: 'The service is starting.' });
      return withHeader(error, 'Retry-After', '0');
    },
  };
};

const limits: readonly HeaderField[] = [
  ['RateLimit-Limit', '1000'],
  ['RateLimit-Remaining', '998'],
  ['X-RateLimit-Reset', '1767225600'],
];

const security: readonly HeaderField[] = [
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Set-Cookie', 'session=a; Path=/'],
  ['Set-Cookie', 'region=b; Path=/'],
  ['Vary', 'Authorization'],
  ['ETag', 'W/"1"'],
  ['X-Empty', ''],
  ['Link', '</v1/openapi.json>; rel="describedby", <https://shop.example/orders>; rel="self"'],
];

const answersNoContent = (change: (reply: Reply) => Reply): Behaviour =>
  finishing((reply) => (reply.status === 204 ? change(reply) : reply));

export const httpVariants: readonly Variant[] = [
  {
    id: 'charset',
    summary: 'adds `charset=utf-8` to the media type',
    behaviour: mediaType('application/json; charset=utf-8'),
  },
  {
    id: 'media-type-parameters',
    summary: 'adds quoted parameters to the media type',
    behaviour: mediaType('application/json ;profile="a;b";v=1'),
  },
  {
    id: 'media-type-upper-case',
    summary: 'spells the media type in upper case',
    behaviour: mediaType('APPLICATION/JSON;CHARSET=UTF-8'),
  },
  {
    id: 'link-next-archive',
    summary: 'links to archives of the listing (RFC 5005), which are not further pages',
    behaviour: withFields(['Link', '</archive>; rel="prev-archive next-archive"']),
  },
  {
    id: 'link-next-in-title',
    summary: 'links to its documentation, with the word `next` in the address and the title',
    behaviour: withFields(['Link', '</docs;rel=next>; rel=help; title="rel=next, ; rel=next"']),
  },
  { id: 'gzip', summary: 'compresses bodies with gzip', behaviour: encoding('gzip', (body) => gzipSync(body)) },
  {
    id: 'deflate',
    summary: 'compresses bodies with deflate (zlib)',
    behaviour: encoding('deflate', (body) => deflateSync(body)),
  },
  {
    id: 'lower-case-fields',
    summary: 'sends header names in lower case',
    behaviour: renaming((name) => name.toLowerCase()),
  },
  {
    id: 'upper-case-fields',
    summary: 'sends header names in upper case',
    behaviour: renaming((name) => name.toUpperCase()),
  },
  {
    id: 'further-fields',
    summary: 'sends cookies, validators and links that are not pagination',
    behaviour: withFields(...security),
  },
  { id: 'rate-limit-fields', summary: 'sends rate-limit headers', behaviour: withFields(...limits) },
  {
    id: 'no-content-length-zero',
    summary: 'sends `Content-Length: 0` with a 204',
    behaviour: answersNoContent((reply) => withHeader(reply, 'Content-Length', '0')),
  },
  {
    id: 'no-content-media-type',
    summary: 'sends a Content-Type with a 204',
    behaviour: answersNoContent((reply) => withHeader(reply, 'Content-Type', 'application/json')),
  },
  {
    id: 'temporarily-unavailable',
    summary: 'answers the first listing with 503 and `Retry-After: 0`',
    behaviour: startingUp,
  },
  {
    id: 'slow-first-byte',
    summary: 'waits 50 ms before each response',
    behaviour: ({ send }) => ({
      send: async (reply, call) => {
        await delay(50, undefined, { ref: false });
        await send(reply, call);
      },
    }),
  },
];

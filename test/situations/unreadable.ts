import { brotliCompressSync, gzipSync } from 'node:zlib';
import { finishing } from '../../servers/changes.js';
import { withBody, withHeader } from '../../servers/reply.js';
import type { Behaviour } from '../../servers/steps.js';
import { framed, headText, sendingRaw } from '../../servers/wire.js';
import { type Situation, where } from './situation.js';

/** Errors in a coding. */
const encoding = (coding: string | undefined, encode: (body: Uint8Array) => Uint8Array): Behaviour =>
  finishing((reply) => {
    if (reply.status < 400) return reply;
    const encoded = withBody(reply, encode(reply.body ?? new Uint8Array()));
    return coding === undefined ? encoded : withHeader(encoded, 'Content-Encoding', coding);
  });

/** Errors with this line at the end of their header. */
const garbling = (line: string, isGarbled = (status: number) => status >= 400): Behaviour =>
  sendingRaw(
    ({ status }) => isGarbled(status),
    (reply) => [headText(framed(reply)).replace(/\r\n$/, () => `${line}\r\n\r\n`), reply.body ?? ''],
  );

/** Gateways that leave right answers as they are, and make errors unreadable. */
export const unreadable: readonly Situation[] = [
  where('each error comes in a coding that the suite does not read', encoding('br', brotliCompressSync)),
  where(
    'each error comes in two codings',
    encoding('gzip, gzip', (body) => gzipSync(gzipSync(body))),
  ),
  where('each error is in gzip, which no header names', encoding(undefined, gzipSync)),
  where('each error has `Transfer-Encoding: identity` beside its length', garbling('Transfer-Encoding: identity')),
  where(
    'each 404 has two lengths, and no 204 has a body',
    garbling('Content-Length: 7', (status) => status === 404),
  ),
  where('each error has a line without a colon, and no 204 has a body', garbling('a trace')),
];

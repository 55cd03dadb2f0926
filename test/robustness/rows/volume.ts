import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { chunked, endless, type Group, json, type Kind, type Row, row, SHORT_MS, stall, TWO } from '../row.js';

/** On a busy machine, too, enough for the wire to meet its limit of 32 KiB. */
const AMPLE_MS = 2_000;

const OK = 'HTTP/1.1 200 OK\r\n';

/** Stops after 400 KB of something. */
const stops = (what: string, id: string, expected: Kind, text: string): Row =>
  row(id, `stops after 400 KB of ${what}`, expected, stall(text), { timeoutMs: AMPLE_MS });

const GOING_ON = { timeoutMs: 2 * SHORT_MS, deadlineMs: SHORT_MS };

export const volume: Group = {
  title: 'Endless headers, chunks and bodies',
  withinMs: 6_000,
  rows: [
    stops('a status line', 'long-status-line', 'too-large', `HTTP/1.1 200 ${'x'.repeat(400_000)}`),
    row('endless-value', 'never ends a field value', 'too-large', endless(`${OK}X-A: `, 'x')),
    row('endless-name', 'never ends a field name', 'too-large', endless(OK, 'x')),
    row('endless-fields', 'never ends the header', 'too-large', endless(OK, 'X-A: 1\r\n')),
    row('endless-without-lines', 'sends zeros without an end', 'protocol', endless('', '\0')),
    row('many-fields', 'sends 10,000 header fields', 'too-large', json(TWO, 'X-A: 1\r\n'.repeat(10_000))),
    row('large-header', 'sends a header of 300 KB', 'too-large', json(TWO, `X-A: ${'x'.repeat(300_000)}\r\n`)),
    row(
      'endless-interim',
      'sends 100 Continue without an end',
      'too-large',
      endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    ),
    stops('a chunk size', 'long-chunk-size', 'timeout', chunked('0'.repeat(400_000))),
    stops('a chunk extension', 'long-chunk-extension', 'timeout', chunked(`1;${'x'.repeat(400_000)}`)),
    row('endless-trailer', 'never ends a trailer field', 'unread', endless(chunked('2\r\n[]\r\n0\r\nX-A: '), 'x')),
    row(
      'endless-trailers',
      'sends trailer fields without an end',
      'unread',
      endless(chunked('2\r\n[]\r\n0\r\n'), 'X-A: 1\r\n'),
    ),
    row('endless-spaces', 'sends a body of spaces without an end', 'aborted', endless(`${OK}\r\n[`, ' '), {
      deadlineMs: SHORT_MS,
    }),
    row(
      'endless-elements',
      'sends orders without an end',
      'aborted',
      endless(`${OK}\r\n[0`, ',{"id":1}'.repeat(5_000), 10),
      GOING_ON,
    ),
    row(
      'endless-string',
      'sends a string without an end',
      'aborted',
      endless(`${OK}\r\n["`, 'x'.repeat(50_000), 10),
      GOING_ON,
    ),
    row(
      'endless-chunks',
      'sends chunks of one byte without an end',
      'aborted',
      endless(chunked('1\r\n[\r\n'), '1\r\n \r\n'),
      GOING_ON,
    ),
    row(
      'endless-after-204',
      'sends bytes without an end after a 204',
      'status',
      endless('HTTP/1.1 204 No Content\r\n\r\n', 'x'),
    ),
  ],
};

/** More than is read of a body that nobody reads. */
const BOMB = Buffer.concat([Buffer.from('['), Buffer.alloc(66 * 1024 * 1024, ' '), Buffer.from(']')]);

/** The same ways with less work. */
const SMALL_BOMB = Buffer.concat([Buffer.from('['), Buffer.alloc(16 * 1024 * 1024, ' '), Buffer.from(']')]);

const fast = { level: 1 };
const smallGzip = gzipSync(SMALL_BOMB, fast);

const coded = (id: string, does: string, expected: Kind, coding: string, body: Buffer): Row =>
  row(id, does, expected, json(body, `Content-Encoding: ${coding}\r\n`));

const layers = (count: number): Buffer => {
  let bytes: Buffer = Buffer.from(TWO);
  for (let layer = 0; layer < count; layer += 1) bytes = gzipSync(bytes);
  return bytes;
};

export const codings: Group = {
  title: 'Content codings',
  withinMs: 6_000,
  rows: [
    coded('bomb-gzip', 'sends 66 MiB of spaces as gzip', 'read', 'gzip', gzipSync(BOMB, fast)),
    coded('bomb-deflate', 'sends 16 MiB of spaces as deflate', 'read', 'deflate', deflateSync(SMALL_BOMB, fast)),
    coded(
      'bomb-deflate-raw',
      'sends 16 MiB of spaces as deflate without its wrapper',
      'read',
      'deflate',
      deflateRawSync(SMALL_BOMB, fast),
    ),
    coded('coding-br', 'sends br, which nobody asked for', 'unread', 'br', brotliCompressSync(TWO)),
    coded('bomb-gzip-gzip', 'sends 16 MiB of spaces as gzip in gzip', 'read', 'gzip, gzip', gzipSync(smallGzip)),
    coded(
      'bomb-members',
      'sends two gzip members of 16 MiB each',
      'not-json',
      'gzip',
      Buffer.concat([smallGzip, smallGzip]),
    ),
    coded(
      'bomb-not-json',
      'sends 66 MiB of zeros as gzip',
      'not-json',
      'gzip',
      gzipSync(Buffer.alloc(66 * 1024 * 1024), fast),
    ),
    coded('layers-5', 'sends five layers of gzip', 'read', Array(5).fill('gzip').join(', '), layers(5)),
    coded('layers-6', 'sends six layers of gzip', 'unread', Array(6).fill('gzip').join(', '), layers(6)),
    coded('layers-1000', 'names a thousand layers of gzip', 'unread', Array(1_000).fill('gzip').join(','), layers(1)),
    coded('coding-unknown', 'says rot13, which nobody knows', 'undecodable', 'rot13', Buffer.from(TWO)),
    coded('coding-false', 'says gzip and sends plain text', 'undecodable', 'gzip', Buffer.from(TWO)),
    coded(
      'coding-garbage-after',
      'sends bytes after the end of gzip',
      'undecodable',
      'gzip',
      Buffer.concat([gzipSync(TWO), Buffer.from('garbage')]),
    ),
  ],
};

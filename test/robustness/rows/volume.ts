import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { chunked, endless, type Group, json, type Row, SHORT_MS, stall, TWO } from '../row.js';

/** On a busy machine, too, enough for the wire to meet its limit of 32 KiB. */
const AMPLE_MS = 2_000;

const OK = 'HTTP/1.1 200 OK\r\n';

export const volume: Group = {
  title: 'Endless headers, chunks and bodies',
  withinMs: 6_000,
  rows: [
    {
      id: 'long-status-line',
      does: 'stops after 400 KB of a status line',
      expected: 'too-large',
      answer: stall(`HTTP/1.1 200 ${'x'.repeat(400_000)}`),
      timeoutMs: AMPLE_MS,
    },
    {
      id: 'endless-value',
      does: 'never ends a field value',
      expected: 'too-large',
      answer: endless(`${OK}X-A: `, 'x'),
    },
    { id: 'endless-name', does: 'never ends a field name', expected: 'too-large', answer: endless(OK, 'x') },
    { id: 'endless-fields', does: 'never ends the header', expected: 'too-large', answer: endless(OK, 'X-A: 1\r\n') },
    {
      id: 'endless-without-lines',
      does: 'sends zeros without an end',
      expected: 'protocol',
      answer: endless('', '\0'),
    },
    {
      id: 'many-fields',
      does: 'sends 10,000 header fields',
      expected: 'too-large',
      answer: json(TWO, 'X-A: 1\r\n'.repeat(10_000)),
    },
    {
      id: 'large-header',
      does: 'sends a header of 300 KB',
      expected: 'too-large',
      answer: json(TWO, `X-A: ${'x'.repeat(300_000)}\r\n`),
    },
    {
      id: 'endless-interim',
      does: 'sends 100 Continue without an end',
      expected: 'too-large',
      answer: endless('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    },
    {
      id: 'long-chunk-size',
      does: 'stops after 400 KB of a chunk size',
      expected: 'timeout',
      answer: stall(chunked('0'.repeat(400_000))),
      timeoutMs: AMPLE_MS,
    },
    {
      id: 'long-chunk-extension',
      does: 'stops after 400 KB of a chunk extension',
      expected: 'timeout',
      answer: stall(chunked(`1;${'x'.repeat(400_000)}`)),
      timeoutMs: AMPLE_MS,
    },
    {
      id: 'endless-trailer',
      does: 'never ends a trailer field',
      expected: 'unread',
      answer: endless(chunked('2\r\n[]\r\n0\r\nX-A: '), 'x'),
    },
    {
      id: 'endless-trailers',
      does: 'sends trailer fields without an end',
      expected: 'unread',
      answer: endless(chunked('2\r\n[]\r\n0\r\n'), 'X-A: 1\r\n'),
    },
    {
      id: 'endless-spaces',
      does: 'sends a body of spaces without an end',
      expected: 'aborted',
      answer: endless(`${OK}\r\n[`, ' '),
      deadlineMs: SHORT_MS,
    },
    {
      id: 'endless-elements',
      does: 'sends orders without an end',
      expected: 'aborted',
      answer: endless(`${OK}\r\n[0`, ',{"id":1}'.repeat(5_000), 10),
      timeoutMs: 2 * SHORT_MS,
      deadlineMs: SHORT_MS,
    },
    {
      id: 'endless-string',
      does: 'sends a string without an end',
      expected: 'aborted',
      answer: endless(`${OK}\r\n["`, 'x'.repeat(50_000), 10),
      timeoutMs: 2 * SHORT_MS,
      deadlineMs: SHORT_MS,
    },
    {
      id: 'endless-chunks',
      does: 'sends chunks of one byte without an end',
      expected: 'aborted',
      answer: endless(chunked('1\r\n[\r\n'), '1\r\n \r\n'),
      timeoutMs: 2 * SHORT_MS,
      deadlineMs: SHORT_MS,
    },
    {
      id: 'endless-after-204',
      does: 'sends bytes without an end after a 204',
      expected: 'status',
      answer: endless('HTTP/1.1 204 No Content\r\n\r\n', 'x'),
    },
  ],
};

/** More than is read of a body that nobody reads. */
const BOMB = Buffer.concat([Buffer.from('['), Buffer.alloc(66 * 1024 * 1024, ' '), Buffer.from(']')]);

/** The same ways with less work. */
const SMALL_BOMB = Buffer.concat([Buffer.from('['), Buffer.alloc(16 * 1024 * 1024, ' '), Buffer.from(']')]);

const gzip = gzipSync(BOMB, { level: 1 });
const smallGzip = gzipSync(SMALL_BOMB, { level: 1 });
const brotli = brotliCompressSync(TWO);

const coded = (id: string, does: string, expected: Row['expected'], coding: string, body: Buffer): Row => ({
  id,
  does,
  expected,
  answer: json(body, `Content-Encoding: ${coding}\r\n`),
});

const layers = (count: number): Buffer => {
  let bytes: Buffer = Buffer.from(TWO);
  for (let layer = 0; layer < count; layer += 1) bytes = gzipSync(bytes);
  return bytes;
};

export const codings: Group = {
  title: 'Content codings',
  withinMs: 6_000,
  rows: [
    coded('bomb-gzip', 'sends 66 MiB of spaces as gzip', 'read', 'gzip', gzip),
    coded(
      'bomb-deflate',
      'sends 16 MiB of spaces as deflate',
      'read',
      'deflate',
      deflateSync(SMALL_BOMB, { level: 1 }),
    ),
    coded(
      'bomb-deflate-raw',
      'sends 16 MiB of spaces as deflate without its wrapper',
      'read',
      'deflate',
      deflateRawSync(SMALL_BOMB, { level: 1 }),
    ),
    coded('coding-br', 'sends br, which nobody asked for', 'unread', 'br', brotli),
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
      gzipSync(Buffer.alloc(66 * 1024 * 1024), { level: 1 }),
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

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { chunked, endless, group, json, type Row, row, SHORT_MS, stall, TWO } from '../row.js';

/** On a busy machine, too, enough for the wire to meet its limit of 32 KiB. */
const AMPLE_MS = 2_000;

const OK = 'HTTP/1.1 200 OK\r\n';

/** Stops after 400 KB of something. */
const stops = (what: string, id: string, text: string): Row =>
  row(id, `stops after 400 KB of ${what}`, stall(text), { timeoutMs: AMPLE_MS });

/** The listing ends with the run. */
const goesOn = (id: string, does: string, ...sends: Parameters<typeof endless>): Row =>
  row(`endless-${id}`, does, endless(...sends), { timeoutMs: 2 * SHORT_MS, deadlineMs: SHORT_MS });

export const volume = group('Endless headers, chunks and bodies', 6_000, [
  stops('a status line', 'long-status-line', `HTTP/1.1 200 ${'x'.repeat(400_000)}`),
  row('endless-value', 'never ends a field value', endless(`${OK}X-A: `, 'x')),
  row('endless-name', 'never ends a field name', endless(OK, 'x')),
  row('endless-fields', 'never ends the header', endless(OK, 'X-A: 1\r\n')),
  row('endless-without-lines', 'sends zeros without an end', endless('', '\0')),
  row('many-fields', 'sends 10,000 header fields', json(TWO, 'X-A: 1\r\n'.repeat(10_000))),
  row('large-header', 'sends a header of 300 KB', json(TWO, `X-A: ${'x'.repeat(300_000)}\r\n`)),
  row('endless-interim', 'sends 100 Continue without an end', endless('', 'HTTP/1.1 100 Continue\r\n\r\n')),
  stops('a chunk size', 'long-chunk-size', chunked('0'.repeat(400_000))),
  stops('a chunk extension', 'long-chunk-extension', chunked(`1;${'x'.repeat(400_000)}`)),
  row('endless-trailer', 'never ends a trailer field', endless(chunked('2\r\n[]\r\n0\r\nX-A: '), 'x')),
  row('endless-trailers', 'sends trailer fields without an end', endless(chunked('2\r\n[]\r\n0\r\n'), 'X-A: 1\r\n')),
  row('endless-spaces', 'sends a body of spaces without an end', endless(`${OK}\r\n[`, ' '), {
    deadlineMs: SHORT_MS,
  }),
  goesOn('elements', 'sends orders without an end', `${OK}\r\n[0`, ',{"id":1}'.repeat(5_000), 10),
  goesOn('string', 'sends a string without an end', `${OK}\r\n["`, 'x'.repeat(50_000), 10),
  goesOn('chunks', 'sends chunks of one byte without an end', chunked('1\r\n[\r\n'), '1\r\n \r\n'),
  row('endless-after-204', 'sends bytes without an end after a 204', endless('HTTP/1.1 204 No Content\r\n\r\n', 'x')),
]);

/** More than is read of a body that nobody reads. */
const BOMB = `[${' '.repeat(66 * 1024 * 1024)}]`;

/** The same ways with less work. */
const SMALL_BOMB = `[${' '.repeat(16 * 1024 * 1024)}]`;

const fast = { level: 1 };
const smallGzip = gzipSync(SMALL_BOMB, fast);

const coded = (id: string, does: string, coding: string, body: Buffer): Row =>
  row(id, does, json(body, `Content-Encoding: ${coding}\r\n`));

export const codings = group('Content codings', 6_000, [
  coded('bomb-gzip', 'sends 66 MiB of spaces as gzip', 'gzip', gzipSync(BOMB, fast)),
  coded('bomb-deflate', 'sends 16 MiB of spaces as deflate', 'deflate', deflateSync(SMALL_BOMB, fast)),
  coded('bomb-deflate-raw', 'sends 16 MiB of spaces as bare deflate', 'deflate', deflateRawSync(SMALL_BOMB, fast)),
  coded('coding-br', 'sends br, which nobody asked for', 'br', brotliCompressSync(TWO)),
  coded('bomb-gzip-gzip', 'sends 16 MiB of spaces as gzip in gzip', 'gzip, gzip', gzipSync(smallGzip)),
  coded('bomb-members', 'sends two gzip members of 16 MiB each', 'gzip', Buffer.concat([smallGzip, smallGzip])),
  coded('bomb-not-json', 'sends 66 MiB of zeros as gzip', 'gzip', gzipSync(Buffer.alloc(66 * 1024 * 1024), fast)),
  coded('layers-1000', 'names a thousand layers of gzip', Array(1_000).fill('gzip').join(','), gzipSync(TWO)),
  coded('coding-unknown', 'says rot13, which nobody knows', 'rot13', Buffer.from(TWO)),
  coded('coding-false', 'says gzip and sends plain text', 'gzip', Buffer.from(TWO)),
]);

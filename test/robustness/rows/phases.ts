import { chunked, endless, group, json, type Row, reset, row, SHORT_MS, stall, TWO } from '../row.js';

const whole = json(TWO).toString('latin1');
const head = whole.slice(0, whole.indexOf('\r\n\r\n'));

/** Where in a response the connection ends. */
const BREAKS: readonly (readonly [id: string, phase: string, text: string])[] = [
  ['status', 'inside of the status', 'HTTP/1.1 20'],
  ['status-line', 'after the status line', 'HTTP/1.1 200 OK\r\n'],
  ['field-value', 'inside of a field value', 'HTTP/1.1 200 OK\r\nContent-Length: 1'],
  ['last-field', 'before the empty line', `${head}\r\n`],
  ['interim', 'after a 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['before-body', 'before the first byte of the body', `${head}\r\n\r\n`],
  ['body', 'inside of the body', whole.slice(0, -9)],
  ['last-byte', 'before the last byte of the body', whole.slice(0, -1)],
  ['chunk-size', 'inside of a chunk size', chunked('1')],
  ['chunk', 'inside of a chunk', chunked(`13\r\n${TWO.slice(0, 9)}`)],
  ['chunk-end', 'after the bytes of a chunk', chunked(`13\r\n${TWO}`)],
  ['last-chunk', 'before the last chunk', chunked(`13\r\n${TWO}\r\n`)],
  ['trailer', 'inside of a trailer', chunked(`13\r\n${TWO}\r\n0\r\nX-A: `)],
];

export const brokenOff = group('Responses that break off', 3_000, [
  row('closes-on-connect', 'closes each connection as it opens', '', { onConnect: (socket) => socket.destroy() }),
  row('closes-on-request', 'closes the connection when the request arrives', (socket) => socket.destroy()),
  row('resets-on-request', 'resets the connection when the request arrives', (socket) => socket.resetAndDestroy()),
  ...BREAKS.map(([id, phase, text]) => row(`closes-in-${id}`, `closes the connection ${phase}`, text)),
  ...BREAKS.filter(([id]) => ['status-line', 'body', 'chunk'].includes(id)).map(([id, phase, text]) =>
    row(`resets-in-${id}`, `resets the connection ${phase}`, reset(text)),
  ),
]);

const LIMITS = { timeoutMs: SHORT_MS, deadlineMs: 2 * SHORT_MS };

/** Stops after this text. */
const silent = (id: string, does: string, text: string): Row => row(`silent${id}`, does, stall(text), LIMITS);

/** Sends the first text, and then the next one every 20 ms, without an end. */
const drips = (id: string, does: string, start: string, next = 'x'): Row =>
  row(`drips-${id}`, does, endless(start, next, 20), LIMITS);

export const slowness = group('Silence and slow bytes', 3_000, [
  silent('', 'accepts the connection and says nothing', ''),
  silent('-in-status-line', 'stops inside of the status line', 'HTTP/1.1 2'),
  silent('-in-header', 'stops inside of the header', 'HTTP/1.1 200 OK\r\nX-A: '),
  silent('-after-interim', 'sends 100 Continue, and then nothing', 'HTTP/1.1 100 Continue\r\n\r\n'),
  silent('-after-header', 'stops after the header', `${head}\r\n\r\n`),
  silent('-in-body', 'stops inside of the body', whole.slice(0, -5)),
  silent('-in-chunk', 'stops inside of a chunk', chunked('13\r\n[{')),
  silent('-before-last-chunk', 'never sends the last chunk', chunked(`13\r\n${TWO}\r\n`)),
  silent('-before-close', 'neither says how long the body is nor closes', `HTTP/1.1 200 OK\r\n\r\n${TWO}`),
  drips('status-line', 'sends the status line a byte at a time, without an end', 'HTTP/1.1 200 '),
  drips('header', 'sends a field value a byte at a time, without an end', 'HTTP/1.1 200 OK\r\nX-A: '),
  drips('interim', 'sends 102 Processing every 20 ms, without an end', '', 'HTTP/1.1 102 Processing\r\n\r\n'),
  drips('body', 'sends the body a byte at a time, without an end', 'HTTP/1.1 200 OK\r\n\r\n[', ' '),
  drips('chunks', 'sends chunks of a byte, without an end', chunked('1\r\n[\r\n'), '1\r\n \r\n'),
  drips('chunk-extension', 'sends a chunk extension a byte at a time, without an end', chunked('1;')),
  drips('trailer', 'sends a trailer a byte at a time, without an end', chunked(`13\r\n${TWO}\r\n0\r\nX-A: `)),
  drips('after-204', 'sends a byte every 20 ms after a 204', 'HTTP/1.1 204 No Content\r\n\r\n', 'x'),
]);

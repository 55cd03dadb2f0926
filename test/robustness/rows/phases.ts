import { gzipSync } from 'node:zlib';
import { chunked, endless, type Group, json, type Row, reset, SHORT_MS, stall, TWO } from '../row.js';

const whole = json(TWO).toString('latin1');
const head = whole.slice(0, whole.indexOf('\r\n\r\n'));

/** Where in a response the connection ends. */
const BREAKS: readonly (readonly [id: string, phase: string, text: string, expected: Row['expected']])[] = [
  ['version', 'inside of the version', 'HTT', 'reset'],
  ['status', 'inside of the status', 'HTTP/1.1 20', 'reset'],
  ['status-line', 'after the status line', 'HTTP/1.1 200 OK\r\n', 'reset'],
  ['field-name', 'inside of a field name', 'HTTP/1.1 200 OK\r\nContent-Le', 'reset'],
  ['field-value', 'inside of a field value', 'HTTP/1.1 200 OK\r\nContent-Length: 1', 'reset'],
  ['last-field', 'before the empty line', `${head}\r\n`, 'reset'],
  ['interim', 'after a 100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', 'reset'],
  ['before-body', 'before the first byte of the body', `${head}\r\n\r\n`, 'truncated'],
  ['body', 'inside of the body', whole.slice(0, -9), 'truncated'],
  ['last-byte', 'before the last byte of the body', whole.slice(0, -1), 'truncated'],
  ['chunk-size', 'inside of a chunk size', chunked('1'), 'truncated'],
  ['chunk-extension', 'inside of a chunk extension', chunked('13;a='), 'truncated'],
  ['chunk', 'inside of a chunk', chunked(`13\r\n${TWO.slice(0, 9)}`), 'truncated'],
  ['chunk-end', 'after the bytes of a chunk', chunked(`13\r\n${TWO}`), 'truncated'],
  ['last-chunk', 'before the last chunk', chunked(`13\r\n${TWO}\r\n`), 'truncated'],
  ['last-chunk-end', 'after the 0 of the last chunk', chunked(`13\r\n${TWO}\r\n0\r\n`), 'truncated'],
  ['trailer', 'inside of a trailer', chunked(`13\r\n${TWO}\r\n0\r\nX-A: `), 'truncated'],
];

export const brokenOff: Group = {
  title: 'Responses that break off',
  withinMs: 3_000,
  rows: [
    {
      id: 'closes-on-connect',
      does: 'closes each connection as it opens',
      expected: 'reset',
      onConnect: (socket) => socket.destroy(),
    },
    {
      id: 'closes-on-request',
      does: 'closes the connection when the request arrives',
      expected: 'reset',
      answer: (socket) => socket.destroy(),
    },
    {
      id: 'resets-on-request',
      does: 'resets the connection when the request arrives',
      expected: 'reset',
      answer: (socket) => socket.resetAndDestroy(),
    },
    ...BREAKS.flatMap(([id, phase, text, expected]): Row[] => [
      { id: `closes-in-${id}`, does: `closes the connection ${phase}`, expected, answer: text },
    ]),
    ...BREAKS.filter(([id]) => ['status-line', 'body', 'chunk'].includes(id)).map(
      ([id, phase, text, expected]): Row => ({
        id: `resets-in-${id}`,
        does: `resets the connection ${phase}`,
        expected,
        answer: reset(text),
      }),
    ),
    {
      id: 'half-gzip',
      does: 'sends half of a gzip stream as a complete body',
      expected: 'undecodable',
      answer: json(gzipSync(TWO.repeat(99)).subarray(0, 30), 'Content-Encoding: gzip\r\n'),
    },
  ],
};

const slow = (id: string, does: string, expected: Row['expected'], answer: Row['answer']): Row => ({
  id,
  does,
  expected,
  ...(answer && { answer }),
  timeoutMs: SHORT_MS,
  deadlineMs: 2 * SHORT_MS,
});

export const slowness: Group = {
  title: 'Silence and slow bytes',
  withinMs: 3_000,
  rows: [
    slow('silent', 'accepts the connection and says nothing', 'timeout', () => undefined),
    slow('silent-in-status-line', 'stops inside of the status line', 'timeout', stall('HTTP/1.1 2')),
    slow('silent-in-header', 'stops inside of the header', 'timeout', stall('HTTP/1.1 200 OK\r\nX-A: ')),
    slow(
      'silent-after-interim',
      'sends 100 Continue, and then nothing',
      'timeout',
      stall('HTTP/1.1 100 Continue\r\n\r\n'),
    ),
    slow('silent-after-header', 'stops after the header', 'timeout', stall(`${head}\r\n\r\n`)),
    slow('silent-in-body', 'stops inside of the body', 'timeout', stall(whole.slice(0, -5))),
    slow('silent-in-chunk', 'stops inside of a chunk', 'timeout', stall(chunked('13\r\n[{'))),
    slow('silent-before-last-chunk', 'never sends the last chunk', 'timeout', stall(chunked(`13\r\n${TWO}\r\n`))),
    slow(
      'silent-before-close',
      'neither says how long the body is nor closes',
      'timeout',
      stall(`HTTP/1.1 200 OK\r\n\r\n${TWO}`),
    ),
    slow(
      'drips-status-line',
      'sends the status line a byte at a time, without an end',
      'timeout',
      endless('HTTP/1.1 200 ', 'x', 20),
    ),
    slow(
      'drips-header',
      'sends a field value a byte at a time, without an end',
      'timeout',
      endless('HTTP/1.1 200 OK\r\nX-A: ', 'x', 20),
    ),
    slow(
      'drips-interim',
      'sends 102 Processing every 20 ms, without an end',
      'timeout',
      endless('', 'HTTP/1.1 102 Processing\r\n\r\n', 20),
    ),
    slow(
      'drips-body',
      'sends the body a byte at a time, without an end',
      'aborted',
      endless('HTTP/1.1 200 OK\r\n\r\n[', ' ', 20),
    ),
    slow(
      'drips-chunks',
      'sends chunks of a byte, without an end',
      'aborted',
      endless(chunked('1\r\n[\r\n'), '1\r\n \r\n', 20),
    ),
    slow(
      'drips-chunk-extension',
      'sends a chunk extension a byte at a time, without an end',
      'timeout',
      endless(chunked('1;'), 'x', 20),
    ),
    slow(
      'drips-trailer',
      'sends a trailer a byte at a time, without an end',
      'timeout',
      endless(chunked(`13\r\n${TWO}\r\n0\r\nX-A: `), 'x', 20),
    ),
    slow(
      'drips-after-204',
      'sends a byte every 20 ms after a 204',
      'status',
      endless('HTTP/1.1 204 No Content\r\n\r\n', 'x', 20),
    ),
  ],
};

import { chunked, type Group, json, type Row, TWO } from '../row.js';

const withFields = (fields: string, body = TWO): string => `HTTP/1.1 200 OK\r\n${fields}\r\n${body}`;

const length = (id: string, does: string, expected: Row['expected'], value: string, body = TWO): Row => ({
  id: `length-${id}`,
  does,
  expected,
  answer: withFields(`Content-Length: ${value}\r\n`, body),
});

export const lengths: Group = {
  title: 'Lengths that lie, double or conflict',
  withinMs: 3_000,
  rows: [
    length('too-long', 'announces more bytes than it sends', 'truncated', '99'),
    length('too-short', 'announces fewer bytes than it sends', 'not-json', '9'),
    length('zero', 'announces 0 bytes and sends some', 'not-json', '0'),
    length('negative', 'announces -19 bytes', 'protocol', '-19'),
    length('plus', 'announces +19 bytes', 'protocol', '+19'),
    length('hexadecimal', 'announces 0x13 bytes', 'protocol', '0x13'),
    length('decimal', 'announces 19.0 bytes', 'protocol', '19.0'),
    length('exponent', 'announces 1e1 bytes', 'protocol', '1e1'),
    length('empty', 'sends an empty Content-Length', 'protocol', ''),
    length('inner-space', 'announces "1 9" bytes', 'protocol', '1 9'),
    length('leading-zeros', 'announces 0000000019 bytes', 'read', '0000000019'),
    length('above-2-53', 'announces 2^53 + 1 bytes', 'truncated', '9007199254740993'),
    length('of-100-digits', 'announces a number of 100 digits', 'protocol', '9'.repeat(100)),
    length('list-equal', 'announces "19, 19" bytes', 'protocol', '19, 19'),
    length('list-different', 'announces "19, 20" bytes', 'protocol', '19, 20'),
    {
      id: 'length-twice-equal',
      does: 'sends the same Content-Length twice',
      expected: 'protocol',
      answer: withFields('Content-Length: 19\r\nContent-Length: 19\r\n'),
    },
    {
      id: 'length-twice-different',
      does: 'sends two different Content-Length fields',
      expected: 'protocol',
      answer: withFields('Content-Length: 19\r\nContent-Length: 20\r\n'),
    },
    {
      id: 'length-on-204',
      does: 'sends a 204 with Content-Length 19 and 19 bytes',
      expected: 'status',
      answer: `HTTP/1.1 204 No Content\r\nContent-Length: 19\r\n\r\n${TWO}`,
    },
    {
      id: 'chunks-on-204',
      does: 'sends a 204 with a chunked body',
      expected: 'status',
      answer: `HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n${TWO}\r\n0\r\n\r\n`,
    },
    {
      id: 'length-on-304',
      does: 'sends a 304 with Content-Length 19 and no body',
      expected: 'status',
      answer: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 19\r\n\r\n',
    },
  ],
};

const CHUNKS = `13\r\n${TWO}\r\n0\r\n\r\n`;

const smuggled = (id: string, does: string, expected: Row['expected'], answer: string): Row => ({
  id,
  does,
  expected,
  answer: Buffer.from(answer, 'latin1'),
});

const coded = (id: string, value: string, expected: Row['expected'], body = CHUNKS): Row =>
  smuggled(
    `te-${id}`,
    `sends Transfer-Encoding ${JSON.stringify(value)}`,
    expected,
    withFields(`Transfer-Encoding: ${value}\r\n`, body),
  );

export const smuggling: Group = {
  title: 'Forms of request smuggling',
  withinMs: 3_000,
  rows: [
    smuggled(
      'cl-te',
      'sends Content-Length and then Transfer-Encoding',
      'protocol',
      withFields('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
    ),
    smuggled(
      'te-cl',
      'sends Transfer-Encoding and then Content-Length',
      'protocol',
      withFields('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', CHUNKS),
    ),
    smuggled(
      'te-twice',
      'sends Transfer-Encoding: chunked twice',
      'read',
      withFields('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', CHUNKS),
    ),
    coded('identity', 'identity', 'read', TWO),
    coded('gzip', 'gzip, chunked', 'read'),
    coded('chunked-first', 'chunked, gzip', 'not-json'),
    coded('unknown', 'xchunked', 'not-json'),
    coded('case', 'cHuNkEd', 'read'),
    coded('vertical-tab', '\x0bchunked', 'protocol'),
    coded('tab-after', 'chunked\t', 'read'),
    coded('quoted', '"chunked"', 'not-json'),
    coded('parameter', 'chunked;q=1', 'not-json'),
    smuggled(
      'te-space-before-colon',
      'puts a space before the colon of Transfer-Encoding',
      'protocol',
      withFields('Transfer-Encoding : chunked\r\n', CHUNKS),
    ),
    smuggled(
      'cl-space-before-colon',
      'puts a space before the colon of Content-Length',
      'protocol',
      withFields('Content-Length : 19\r\n'),
    ),
    smuggled(
      'folded-field',
      'folds a field over two lines (obs-fold)',
      'protocol',
      withFields('X-A: 1\r\n 2\r\nContent-Length: 19\r\n'),
    ),
    smuggled(
      'folded-te',
      'folds Transfer-Encoding over two lines',
      'protocol',
      withFields('Transfer-Encoding:\r\n chunked\r\n', CHUNKS),
    ),
    smuggled(
      'folded-first',
      'begins the header with a space',
      'protocol',
      withFields(' X-A: 1\r\nContent-Length: 19\r\n'),
    ),
    smuggled(
      'line-feeds',
      'ends all lines with a bare line feed',
      'protocol',
      withFields('Content-Length: 19\r\n').replaceAll('\r\n', '\n'),
    ),
    smuggled(
      'carriage-returns',
      'ends all lines with a bare carriage return',
      'protocol',
      withFields('Content-Length: 19\r\n').replaceAll('\r\n', '\r'),
    ),
    smuggled(
      'bare-cr',
      'has a bare carriage return in a value',
      'protocol',
      withFields('X-A: 1\rContent-Length: 5\r\nContent-Length: 19\r\n'),
    ),
    smuggled(
      'bare-lf',
      'has a bare line feed in a value',
      'protocol',
      withFields('X-A: 1\nContent-Length: 5\r\nContent-Length: 19\r\n'),
    ),
    smuggled('nul-in-value', 'has a NUL in a value', 'protocol', withFields('X-A: a\0b\r\nContent-Length: 19\r\n')),
    smuggled('nul-in-name', 'has a NUL in a field name', 'protocol', withFields('X\0A: a\r\nContent-Length: 19\r\n')),
    smuggled('no-name', 'has a field without a name', 'protocol', withFields(': a\r\nContent-Length: 19\r\n')),
    smuggled('no-colon', 'has a header line without a colon', 'protocol', withFields('X-A\r\nContent-Length: 19\r\n')),
    smuggled(
      'high-name',
      'has a field name with bytes above 127',
      'protocol',
      withFields('X-\xe9: a\r\nContent-Length: 19\r\n'),
    ),
    smuggled(
      'high-value',
      'has a field value with bytes above 127',
      'read',
      withFields('X-A: \xe9\xff\r\nContent-Length: 19\r\n'),
    ),
    smuggled('chunk-hex-prefix', 'writes a chunk size as 0x13', 'truncated', chunked(`0x13\r\n${TWO}\r\n0\r\n\r\n`)),
    smuggled('chunk-negative', 'writes a chunk size of -13', 'truncated', chunked(`-13\r\n${TWO}\r\n0\r\n\r\n`)),
    smuggled(
      'chunk-space-before',
      'writes a space before a chunk size',
      'truncated',
      chunked(` 13\r\n${TWO}\r\n0\r\n\r\n`),
    ),
    smuggled(
      'chunk-space-after',
      'writes a space after a chunk size',
      'truncated',
      chunked(`13 \r\n${TWO}\r\n0\r\n\r\n`),
    ),
    smuggled(
      'chunk-17-digits',
      'writes a chunk size of 17 digits',
      'truncated',
      chunked(`10000000000000013\r\n${TWO}\r\n0\r\n\r\n`),
    ),
    smuggled('chunk-too-long', 'announces less than a chunk has', 'truncated', chunked(`5\r\n${TWO}\r\n0\r\n\r\n`)),
    smuggled('chunk-lf', 'ends chunk sizes with a bare line feed', 'truncated', chunked(`13\n${TWO}\n0\n\n`)),
    smuggled('chunk-extension', 'sends chunk extensions', 'read', chunked(`13;a=b;c="d"\r\n${TWO}\r\n0;e\r\n\r\n`)),
    smuggled(
      'chunk-extension-lf',
      'has a bare line feed in a chunk extension',
      'truncated',
      chunked(`13;a\nb\r\n${TWO}\r\n0\r\n\r\n`),
    ),
    smuggled(
      'trailer-framing',
      'sends Content-Length and Transfer-Encoding as trailers',
      'truncated',
      chunked(`13\r\n${TWO}\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: gzip\r\n\r\n`),
    ),
    {
      id: 'second-response',
      does: 'sends a second response at once',
      expected: 'read',
      answer: Buffer.concat([json(TWO), json('["second"]')]),
    },
    {
      id: 'early-response',
      does: 'sends a response before there is a request, and another one then',
      expected: 'read',
      onConnect: (socket) => socket.write(json('["early"]')),
      answer: json(TWO),
    },
    {
      id: 'early-response-only',
      does: 'sends a response before there is a request, and closes',
      expected: 'read',
      onConnect: (socket) => socket.end(json('["early"]')),
    },
  ],
};

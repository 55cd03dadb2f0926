import { chunked, type Group, json, type Kind, type Row, row, TWO } from '../row.js';

const withFields = (fields: string, body = TWO): string => `HTTP/1.1 200 OK\r\n${fields}\r\n${body}`;

const length = (id: string, does: string, expected: Kind, value: string): Row =>
  row(`length-${id}`, does, expected, withFields(`Content-Length: ${value}\r\n`));

const CHUNKS = `13\r\n${TWO}\r\n0\r\n\r\n`;

/** A body where the status has none, or says that it has one. */
const bodiless = (id: string, does: string, status: string, rest: string): Row =>
  row(id, does, 'status', `HTTP/1.1 ${status}\r\n${rest}`);

export const lengths: Group = {
  title: 'Lengths that lie, double or conflict',
  withinMs: 3_000,
  rows: [
    length('too-long', 'announces more bytes than it sends', 'truncated', '99'),
    length('too-short', 'announces fewer bytes than it sends', 'not-json', '9'),
    length('zero', 'announces 0 bytes and sends some', 'not-json', '0'),
    length('negative', 'announces -19 bytes', 'protocol', '-19'),
    length('hexadecimal', 'announces 0x13 bytes', 'protocol', '0x13'),
    length('empty', 'sends an empty Content-Length', 'protocol', ''),
    length('leading-zeros', 'announces 0000000019 bytes', 'read', '0000000019'),
    length('above-2-53', 'announces 2^53 + 1 bytes', 'truncated', '9007199254740993'),
    length('of-100-digits', 'announces a number of 100 digits', 'protocol', '9'.repeat(100)),
    length('list-equal', 'announces "19, 19" bytes', 'protocol', '19, 19'),
    length('twice-equal', 'sends the same Content-Length twice', 'protocol', '19\r\nContent-Length: 19'),
    bodiless(
      'length-on-204',
      'sends a 204 with Content-Length 19 and 19 bytes',
      '204 No Content',
      `Content-Length: 19\r\n\r\n${TWO}`,
    ),
    bodiless(
      'chunks-on-204',
      'sends a 204 with a chunked body',
      '204 No Content',
      `Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
    ),
    bodiless(
      'length-on-304',
      'sends a 304 with Content-Length 19 and no body',
      '304 Not Modified',
      'Content-Length: 19\r\n\r\n',
    ),
  ],
};

const coded = (id: string, value: string, expected: Kind, body = CHUNKS): Row =>
  row(
    `te-${id}`,
    `sends Transfer-Encoding ${JSON.stringify(value)}`,
    expected,
    withFields(`Transfer-Encoding: ${value}\r\n`, body),
  );

const codedTwice = (id: string, does: string, expected: Kind, ...fields: readonly string[]): Row =>
  row(id, does, expected, withFields(`${fields.join('\r\n')}\r\n`, CHUNKS));

const CHUNKED = 'Transfer-Encoding: chunked';

/** With this line in the header, beside a length that is right. */
const line = (id: string, does: string, text: string, expected: Kind = 'protocol'): Row =>
  row(id, does, expected, withFields(`${text}\r\nContent-Length: 19\r\n`));

const chunks = (id: string, does: string, text: string, expected: Kind = 'truncated'): Row =>
  row(`chunk-${id}`, does, expected, chunked(text));

const END = `\r\n${TWO}\r\n0\r\n\r\n`;

const early = json('["early"]');

export const smuggling: Group = {
  title: 'Forms of request smuggling',
  withinMs: 3_000,
  rows: [
    codedTwice('cl-te', 'sends Content-Length and then Transfer-Encoding', 'protocol', 'Content-Length: 5', CHUNKED),
    codedTwice('te-cl', 'sends Transfer-Encoding and then Content-Length', 'protocol', CHUNKED, 'Content-Length: 5'),
    codedTwice('te-twice', 'sends Transfer-Encoding: chunked twice', 'read', CHUNKED, CHUNKED),
    coded('identity', 'identity', 'read', TWO),
    coded('gzip', 'gzip, chunked', 'read'),
    coded('chunked-first', 'chunked, gzip', 'not-json'),
    coded('unknown', 'xchunked', 'not-json'),
    coded('case', 'cHuNkEd', 'read'),
    coded('vertical-tab', '\x0bchunked', 'protocol'),
    coded('tab-after', 'chunked\t', 'read'),
    line('te-space-before-colon', 'puts a space before the colon of Transfer-Encoding', 'Transfer-Encoding : chunked'),
    line('folded-field', 'folds a field over two lines (obs-fold)', 'X-A: 1\r\n 2'),
    row(
      'line-feeds',
      'ends all lines with a bare line feed',
      'protocol',
      withFields('Content-Length: 19\r\n').replaceAll('\r\n', '\n'),
    ),
    line('bare-cr', 'has a bare carriage return in a value', 'X-A: 1\rContent-Length: 5'),
    line('bare-lf', 'has a bare line feed in a value', 'X-A: 1\nContent-Length: 5'),
    line('nul-in-value', 'has a NUL in a value', 'X-A: a\0b'),
    line('no-colon', 'has a header line without a colon', 'X-A'),
    line('high-name', 'has a field name with bytes above 127', 'X-\xe9: a'),
    line('high-value', 'has a field value with bytes above 127', 'X-A: \xe9\xff', 'read'),
    chunks('hex-prefix', 'writes a chunk size as 0x13', `0x13${END}`),
    chunks('space-after', 'writes a space after a chunk size', `13 ${END}`),
    chunks('17-digits', 'writes a chunk size of 17 digits', `10000000000000013${END}`),
    chunks('too-long', 'announces less than a chunk has', `5${END}`),
    chunks('lf', 'ends chunk sizes with a bare line feed', `13\n${TWO}\n0\n\n`),
    chunks('extension', 'sends chunk extensions', `13;a=b;c="d"\r\n${TWO}\r\n0;e\r\n\r\n`, 'read'),
    chunks('extension-lf', 'has a bare line feed in a chunk extension', `13;a\nb${END}`),
    row(
      'trailer-framing',
      'sends Content-Length and Transfer-Encoding as trailers',
      'truncated',
      chunked(`13\r\n${TWO}\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: gzip\r\n\r\n`),
    ),
    row('second-response', 'sends a second response at once', 'read', Buffer.concat([json(TWO), json('["second"]')])),
    row('early-response', 'sends a response before there is a request, and another one then', 'read', json(TWO), {
      onConnect: (socket) => socket.write(early),
    }),
    {
      id: 'early-response-only',
      does: 'sends a response before there is a request, and closes',
      expected: 'read',
      onConnect: (socket) => socket.end(early),
    },
  ],
};

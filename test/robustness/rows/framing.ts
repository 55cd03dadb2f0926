import { chunked, group, json, type Row, row, TWO } from '../row.js';

const withFields = (fields: string, body = TWO): string => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`;

const length = (id: string, does: string, value: string): Row =>
  row(`length-${id}`, does, withFields(`Content-Length: ${value}`));

const CHUNKS = `13\r\n${TWO}\r\n0\r\n\r\n`;

const no = (status: string, fields: string, body: string): string => `HTTP/1.1 ${status}\r\n${fields}\r\n\r\n${body}`;

export const lengths = group('Lengths that lie, double or conflict', 3_000, [
  length('too-long', 'announces more bytes than it sends', '99'),
  length('too-short', 'announces fewer bytes than it sends', '9'),
  length('zero', 'announces 0 bytes and sends some', '0'),
  length('negative', 'announces -19 bytes', '-19'),
  length('hexadecimal', 'announces 0x13 bytes', '0x13'),
  length('empty', 'sends an empty Content-Length', ''),
  length('leading-zeros', 'announces 0000000019 bytes', '0000000019'),
  length('above-2-53', 'announces 2^53 + 1 bytes', '9007199254740993'),
  length('of-100-digits', 'announces a number of 100 digits', '9'.repeat(100)),
  length('list-equal', 'announces "19, 19" bytes', '19, 19'),
  length('twice-equal', 'sends the same Content-Length twice', '19\r\nContent-Length: 19'),
  row('length-on-204', 'sends a 204 with Content-Length 19 and 19 bytes', no('204 ', 'Content-Length: 19', TWO)),
  row('chunks-on-204', 'sends a 204 with a chunked body', no('204 ', 'Transfer-Encoding: chunked', CHUNKS)),
  row('length-on-304', 'sends a 304 with Content-Length 19 and no body', no('304 ', 'Content-Length: 19', '')),
]);

const coded = (id: string, value: string, body = CHUNKS): Row =>
  row(`te-${id}`, `sends Transfer-Encoding ${JSON.stringify(value)}`, withFields(`Transfer-Encoding: ${value}`, body));

const [LENGTH, CODING] = ['Content-Length: 5', 'Transfer-Encoding: chunked'];

const codedTwice = (id: string, does: string, first: string, second: string): Row =>
  row(id, does, withFields(`${first}\r\n${second}`, CHUNKS));

/** With this line in the header, beside a length that is right. */
const line = (id: string, does: string, text: string): Row =>
  row(id, does, withFields(`${text}\r\nContent-Length: 19`));

const chunks = (id: string, does: string, text: string): Row => row(`chunk-${id}`, does, chunked(text));

const END = `\r\n${TWO}\r\n0\r\n\r\n`;

const early = json('["early"]');

export const smuggling = group('Forms of request smuggling', 3_000, [
  codedTwice('cl-te', 'sends Content-Length and then Transfer-Encoding', LENGTH, CODING),
  codedTwice('te-cl', 'sends Transfer-Encoding and then Content-Length', CODING, LENGTH),
  codedTwice('te-twice', 'sends Transfer-Encoding: chunked twice', CODING, CODING),
  coded('identity', 'identity', TWO),
  coded('gzip', 'gzip, chunked'),
  coded('chunked-first', 'chunked, gzip'),
  coded('unknown', 'xchunked'),
  coded('case', 'cHuNkEd'),
  coded('vertical-tab', '\x0bchunked'),
  coded('tab-after', 'chunked\t'),
  line('te-space-before-colon', 'puts a space before the colon of Transfer-Encoding', 'Transfer-Encoding : chunked'),
  line('folded-field', 'folds a field over two lines (obs-fold)', 'X-A: 1\r\n 2'),
  row('line-feeds', 'ends all lines with a bare line feed', `HTTP/1.1 200 OK\nContent-Length: 19\n\n${TWO}`),
  line('bare-cr', 'has a bare carriage return in a value', 'X-A: 1\rContent-Length: 5'),
  line('bare-lf', 'has a bare line feed in a value', 'X-A: 1\nContent-Length: 5'),
  line('nul-in-value', 'has a NUL in a value', 'X-A: a\0b'),
  line('no-colon', 'has a header line without a colon', 'X-A'),
  line('high-name', 'has a field name with bytes above 127', 'X-\xe9: a'),
  line('high-value', 'has a field value with bytes above 127', 'X-A: \xe9\xff'),
  chunks('hex-prefix', 'writes a chunk size as 0x13', `0x13${END}`),
  chunks('space-after', 'writes a space after a chunk size', `13 ${END}`),
  chunks('17-digits', 'writes a chunk size of 17 digits', `10000000000000013${END}`),
  chunks('too-long', 'announces less than a chunk has', `5${END}`),
  chunks('lf', 'ends chunk sizes with a bare line feed', `13\n${TWO}\n0\n\n`),
  chunks('extension', 'sends chunk extensions', `13;a=b;c="d"\r\n${TWO}\r\n0;e\r\n\r\n`),
  chunks('extension-lf', 'has a bare line feed in a chunk extension', `13;a\nb${END}`),
  row(
    'trailer-framing',
    'sends Content-Length and Transfer-Encoding as trailers',
    chunked(`13\r\n${TWO}\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: gzip\r\n\r\n`),
  ),
  row('second-response', 'sends a second response at once', Buffer.concat([json(TWO), json('["second"]')])),
  row('early-response', 'sends a response before there is a request, and another one then', json(TWO), {
    onConnect: (socket) => socket.write(early),
  }),
  row('early-response-only', 'sends a response before there is a request, and closes', '', {
    onConnect: (socket) => socket.end(early),
  }),
]);

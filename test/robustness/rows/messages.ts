import { endless, group, json, type Row, row, SHORT_MS, TWO } from '../row.js';

const whole = json(TWO).toString('latin1');

/** The run ends during the pause that an answer asks for. */
const PAUSE_MS = 600;

const interim = (line: string, times = 1): string => `HTTP/1.1 ${line}\r\n\r\n`.repeat(times) + whole;

export const interimResponses = group('Interim responses', 3_000, [
  row('interim-100', 'sends 100 Continue first', interim('100 Continue')),
  row('interim-103', 'sends 103 Early Hints with a Link first', interim('103 Early Hints\r\nLink: </a>; rel=next')),
  row('interim-1000', 'sends a thousand 102 responses first', interim('102 Processing', 1_000)),
  row(
    'interim-with-length',
    'sends a 102 with Content-Length 5 and no body first',
    interim('102 Processing\r\nContent-Length: 5'),
  ),
  row('interim-101', 'switches protocols (101) unasked', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'),
  row(
    'interim-101-connection',
    'switches protocols (101) unasked, and the connection with it',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  ),
  row('interim-malformed', 'sends a 102 with a malformed field first', interim('102 Processing\r\nX A: 1')),
  row('interim-only', 'sends ten 102 responses and closes', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10)),
]);

const first = (id: string, line: string): Row =>
  row(`line-${id}`, `begins with ${JSON.stringify(line)}`, whole.replace('HTTP/1.1 200 OK', line));

export const versions = group('Other protocols and versions', 3_000, [
  row('http-0.9', 'answers as HTTP/0.9: with the body alone', TWO),
  row('http-1.0', 'answers as HTTP/1.0, with a length', whole.replace('1.1', '1.0')),
  row('http-1.0-until-close', 'answers as HTTP/1.0, without a length', `HTTP/1.0 200 OK\r\n\r\n${TWO}`),
  row(
    'http-1.0-chunked',
    'answers as HTTP/1.0 with chunks',
    `HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n${TWO}\r\n0\r\n\r\n`,
  ),
  row(
    'http-2',
    'answers with frames of HTTP/2',
    Buffer.from('00000604000000000000030000006400000408000000000000ff0000', 'hex'),
  ),
  row('tls-alert', 'answers with a TLS alert on a plain port', Buffer.from('15030100020250', 'hex')),
  row('ssh', 'answers as an SSH server', 'SSH-2.0-OpenSSH_9.6\r\n'),
  row('zeros', 'answers with 1,000 NULs', '\0'.repeat(1_000)),
  row('html-without-header', 'answers with an HTML page without a header', '<!doctype html>\r\n\r\n<p>Busy</p>'),
  row('empty-lines', 'sends empty lines before the response', `\r\n\r\n${whole}`),
  first('http-2', 'HTTP/2 200 OK'),
  first('http-2.0', 'HTTP/2.0 200 OK'),
  first('http-1.2', 'HTTP/1.2 200 OK'),
  first('icy', 'ICY 200 OK'),
  first('rtsp', 'RTSP/1.0 200 OK'),
  first('two-spaces', 'HTTP/1.1  200 OK'),
  first('status-099', 'HTTP/1.1 099 OK'),
  first('status-999', 'HTTP/1.1 999 OK'),
  first('status-2000', 'HTTP/1.1 2000 OK'),
  first('no-reason', 'HTTP/1.1 200 '),
  first('no-space', 'HTTP/1.1 200'),
  first('high-reason', 'HTTP/1.1 200 \xe9\xff'),
  first('escape-in-reason', 'HTTP/1.1 200 \u001b[2J'),
  first('nul-in-reason', 'HTTP/1.1 200 \0'),
]);

/** Without a body. */
const empty = (status: number, fields = ''): string => `HTTP/1.1 ${status} \r\n${fields}Content-Length: 0\r\n\r\n`;

const redirect = (status: number, does: string, location: string): Row =>
  row(`redirect-${status}`, `answers with ${status} ${does}`, empty(status, location));

export const redirects = group('Redirects, none of which is followed', 3_000, [
  redirect(301, 'to another host', 'Location: http://attacker.example/\r\n'),
  redirect(303, 'to an address with a password', 'Location: http://user:password@attacker.example/\r\n'),
  redirect(304, 'to a request without a condition', ''),
  redirect(307, 'to the metadata service of a cloud', 'Location: http://169.254.169.254/latest/\r\n'),
  redirect(308, 'to a file', 'Location: file:///etc/passwd\r\n'),
]);

/** Answers the requests in turn, the last way for good; `close` ends the connection instead. */
const inTurn = (id: string, does: string, ...answers: readonly ('close' | 'silence' | (string & {}))[]): Row =>
  row(
    id,
    does,
    (socket, request) => {
      const answer = answers[Math.min(request, answers.length - 1)] ?? 'close';
      if (answer === 'close') socket.destroy();
      else if (answer !== 'silence') socket.write(answer);
    },
    { times: 2, timeoutMs: SHORT_MS },
  );

const unavailable = (id: string, pause: string, retryAfter: string): Row =>
  row(id, `answers with 503, and asks for a pause of ${pause}`, empty(503, `Retry-After: ${retryAfter}\r\n`), {
    deadlineMs: PAUSE_MS,
  });

export const connections = group('Connections and states that change between requests', 3_000, [
  row('closed-between', 'closes a kept connection after each response', whole, { times: 3 }),
  inTurn('closed-on-reuse', 'closes a kept connection when the second request arrives', whole, 'close', whole),
  inTurn('stops-after-one', 'answers one request, and closes on all others', whole, 'close'),
  inTurn('key-refused-midway', 'accepts the key once, and refuses it from then on', whole, empty(401)),
  inTurn('falls-silent', 'answers one request, and says nothing from then on', whole, 'silence'),
  row('pours-after-response', 'pours bytes without an end after a complete response', endless(whole, 'x')),
  unavailable('unavailable', 'an hour', '3600'),
  unavailable('retry-after-negative', '-1 seconds', '-1'),
  unavailable('retry-after-nonsense', '10^400 seconds', `1${'0'.repeat(400)}`),
]);

import { endless, type Group, json, type Row, TWO } from '../row.js';

const whole = json(TWO).toString('latin1');

/** The run ends during the pause that an answer asks for. */
const PAUSE_MS = 600;

const answered = (id: string, does: string, expected: Row['expected'], answer: string | Buffer): Row => ({
  id,
  does,
  expected,
  answer: typeof answer === 'string' ? Buffer.from(answer, 'latin1') : answer,
});

const interim = (line: string, times = 1): string => `HTTP/1.1 ${line}\r\n\r\n`.repeat(times) + whole;

export const interimResponses: Group = {
  title: 'Interim responses',
  withinMs: 3_000,
  rows: [
    answered('interim-100', 'sends 100 Continue first', 'read', interim('100 Continue')),
    answered('interim-102', 'sends 102 Processing first', 'read', interim('102 Processing')),
    answered(
      'interim-103',
      'sends 103 Early Hints with a Link first',
      'read',
      interim('103 Early Hints\r\nLink: </a>; rel=next'),
    ),
    answered('interim-199', 'sends 199 first', 'read', interim('199 Made Up')),
    answered('interim-1000', 'sends a thousand 102 responses first', 'read', interim('102 Processing', 1_000)),
    answered(
      'interim-with-length',
      'sends a 102 with Content-Length 5 and no body first',
      'read',
      interim('102 Processing\r\nContent-Length: 5'),
    ),
    answered(
      'interim-101',
      'switches protocols (101) unasked',
      'protocol',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n',
    ),
    answered(
      'interim-malformed',
      'sends a 102 with a malformed field first',
      'read',
      interim('102 Processing\r\nX A: 1'),
    ),
    answered(
      'interim-only',
      'sends ten 102 responses and closes',
      'reset',
      'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10),
    ),
  ],
};

const first = (id: string, line: string, expected: Row['expected']): Row =>
  answered(`line-${id}`, `begins with ${JSON.stringify(line)}`, expected, whole.replace('HTTP/1.1 200 OK', line));

export const versions: Group = {
  title: 'Other protocols and versions',
  withinMs: 3_000,
  rows: [
    answered('http-0.9', 'answers as HTTP/0.9: with the body alone', 'protocol', TWO),
    answered('http-1.0', 'answers as HTTP/1.0, with a length', 'read', whole.replace('1.1', '1.0')),
    answered('http-1.0-until-close', 'answers as HTTP/1.0, without a length', 'read', `HTTP/1.0 200 OK\r\n\r\n${TWO}`),
    answered(
      'http-1.0-chunked',
      'answers as HTTP/1.0 with chunks',
      'read',
      `HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n13\r\n${TWO}\r\n0\r\n\r\n`,
    ),
    answered(
      'http-2',
      'answers with frames of HTTP/2',
      'protocol',
      Buffer.from('00000604000000000000030000006400000408000000000000ff0000', 'hex'),
    ),
    answered('http-2-preface', 'answers with the preface of HTTP/2', 'protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    answered('tls-alert', 'answers with a TLS alert on a plain port', 'protocol', Buffer.from('15030100020250', 'hex')),
    answered('ssh', 'answers as an SSH server', 'protocol', 'SSH-2.0-OpenSSH_9.6\r\n'),
    answered('smtp', 'answers as a mail server', 'protocol', '220 mail.example ESMTP\r\n500 unrecognized\r\n\r\n'),
    answered('zeros', 'answers with 1,000 NULs', 'protocol', '\0'.repeat(1_000)),
    answered(
      'random-bytes',
      'answers with bytes of no meaning',
      'protocol',
      Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 151) % 256)),
    ),
    answered(
      'html-without-header',
      'answers with an HTML page without a header',
      'protocol',
      '<!doctype html>\r\n\r\n<p>Busy</p>',
    ),
    answered('empty-lines', 'sends empty lines before the response', 'read', `\r\n\r\n${whole}`),
    first('http-2', 'HTTP/2 200 OK', 'protocol'),
    first('http-2.0', 'HTTP/2.0 200 OK', 'read'),
    first('http-1.2', 'HTTP/1.2 200 OK', 'protocol'),
    first('http-1.10', 'HTTP/1.10 200 OK', 'protocol'),
    first('lower-case', 'http/1.1 200 OK', 'protocol'),
    first('icy', 'ICY 200 OK', 'protocol'),
    first('rtsp', 'RTSP/1.0 200 OK', 'read'),
    first('space-before', ' HTTP/1.1 200 OK', 'protocol'),
    first('two-spaces', 'HTTP/1.1  200 OK', 'protocol'),
    first('tab', 'HTTP/1.1\t200 OK', 'protocol'),
    first('status-0', 'HTTP/1.1 0 OK', 'protocol'),
    first('status-099', 'HTTP/1.1 099 OK', 'protocol'),
    first('status-600', 'HTTP/1.1 600 OK', 'status'),
    first('status-999', 'HTTP/1.1 999 OK', 'status'),
    first('status-2000', 'HTTP/1.1 2000 OK', 'protocol'),
    first('status-negative', 'HTTP/1.1 -200 OK', 'protocol'),
    first('status-word', 'HTTP/1.1 OK', 'protocol'),
    first('no-reason', 'HTTP/1.1 200 ', 'read'),
    first('no-space', 'HTTP/1.1 200', 'read'),
    first('high-reason', 'HTTP/1.1 200 \xe9\xff', 'read'),
    first('escape-in-reason', 'HTTP/1.1 200 \u001b[2J', 'read'),
    first('nul-in-reason', 'HTTP/1.1 200 \0', 'read'),
  ],
};

const redirect = (status: number, does: string, location: string): Row =>
  answered(
    `redirect-${status}`,
    `answers with ${status} ${does}`,
    'status',
    `HTTP/1.1 ${status} Moved\r\n${location}Content-Length: 0\r\n\r\n`,
  );

export const redirects: Group = {
  title: 'Redirects, none of which is followed',
  withinMs: 3_000,
  rows: [
    redirect(300, 'and several places', 'Location: /a\r\nLocation: /b\r\n'),
    redirect(301, 'to another host', 'Location: http://attacker.example/\r\n'),
    redirect(302, 'to the same address', 'Location: /v1/store/orders\r\n'),
    redirect(303, 'to an address with a password', 'Location: http://user:password@attacker.example/\r\n'),
    redirect(304, 'to a request without a condition', ''),
    redirect(305, 'to a proxy', 'Location: http://attacker.example:8080/\r\n'),
    redirect(307, 'to the metadata service of a cloud', 'Location: http://169.254.169.254/latest/\r\n'),
    redirect(308, 'to a file', 'Location: file:///etc/passwd\r\n'),
  ],
};

/** Answers by the number of the request. */
const byNumber =
  (answers: readonly string[]): NonNullable<Row['answer']> =>
  (socket, request) => {
    const text = answers[Math.min(request, answers.length - 1)] ?? '';
    if (text === '') socket.destroy();
    else socket.write(text, 'latin1');
  };

const refused = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n';

export const connections: Group = {
  title: 'Connections and states that change between requests',
  withinMs: 3_000,
  rows: [
    {
      id: 'closed-between',
      does: 'closes a kept connection after each response',
      expected: 'read',
      times: 3,
      answer: whole,
    },
    {
      id: 'closed-on-reuse',
      does: 'closes a kept connection when the second request arrives',
      expected: 'read',
      times: 2,
      answer: byNumber([whole, '', whole]),
    },
    {
      id: 'stops-after-one',
      does: 'answers one request, and closes on all others',
      expected: 'reset',
      times: 2,
      answer: byNumber([whole, '']),
    },
    {
      id: 'stops-after-three',
      does: 'answers three requests, and closes on all others',
      expected: 'reset',
      times: 4,
      answer: byNumber([whole, whole, whole, '']),
    },
    {
      id: 'key-refused-midway',
      does: 'accepts the key once, and refuses it from then on',
      expected: 'status',
      times: 2,
      answer: byNumber([whole, refused]),
    },
    {
      id: 'falls-silent',
      does: 'answers one request, and says nothing from then on',
      expected: 'timeout',
      times: 2,
      timeoutMs: 400,
      answer: (socket, request) => {
        if (request === 0) socket.write(whole);
      },
    },
    {
      id: 'pours-after-response',
      does: 'pours bytes without an end after a complete response',
      expected: 'read',
      answer: endless(whole, 'x'),
    },
    {
      id: 'unavailable',
      does: 'answers with 503, and asks for a pause of an hour',
      expected: 'status',
      deadlineMs: PAUSE_MS,
      answer: 'HTTP/1.1 503 Busy\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n',
    },
    {
      id: 'retry-after-negative',
      does: 'answers with 503, and asks for a pause of -1 seconds',
      expected: 'status',
      answer: 'HTTP/1.1 503 Busy\r\nRetry-After: -1\r\nContent-Length: 0\r\n\r\n',
    },
    {
      id: 'retry-after-nonsense',
      does: 'answers with 503, and asks for a pause of 10^400 seconds',
      expected: 'status',
      deadlineMs: PAUSE_MS,
      answer: `HTTP/1.1 503 Busy\r\nRetry-After: 1${'0'.repeat(400)}\r\nContent-Length: 0\r\n\r\n`,
    },
  ],
};

import { createServer as createHttp2Server, createSecureServer } from 'node:http2';
import { cert, key, listen, pem, tcpTarget } from './target.js';
import {
  alert,
  asHttp,
  asHttps,
  IN_TIME,
  inTls,
  LATE_MS,
  other,
  overTls,
  passOn,
  plain,
  proxyThat,
  refusing,
  says,
  secure,
  serves,
  silent,
  slow,
  slowTls,
  type Trouble,
  trusted,
  withPassword,
} from './trouble.js';

const inNoProxy = { 'name localhost in NO_PROXY': { noProxy: 'localhost' } };
const [issued, intermediate] = [pem('issued.cert'), pem('intermediate.cert')];

export const connectionTroubles: readonly Trouble[] = [
  {
    situation: 'HTTP/2 alone',
    target: other('https', () => listen(createSecureServer({ cert, key }))),
    argv: trusted,
    remedies: { 'allow HTTP/1.1 there': { target: overTls } },
  },
  {
    situation: 'HTTP/2 alone, without TLS',
    target: other('http', () => listen(createHttp2Server())),
    remedies: { 'allow HTTP/1.1 there': { target: plain } },
  },
  {
    situation: 'plain HTTP at an https address',
    target: asHttps,
    remedies: { 'begin with http:// instead': { target: plain } },
  },
  {
    situation: 'plain HTTP at an https address, closed at once',
    target: other('https', says('')),
    remedies: { 'Does it speak TLS': { target: plain } },
  },
  {
    situation: 'TLS at an http address',
    target: asHttp,
    argv: trusted,
    remedies: { 'let the base address begin with https://': { target: overTls } },
  },
  {
    situation: 'TLS at an http address, answered with an alert',
    target: other('http', says(alert(70))),
    argv: trusted,
    remedies: { 'begin with https:// instead': { target: overTls } },
  },
  {
    situation: 'TLS at an http address, answered by nginx',
    target: other(
      'http',
      serves((_request, response) => response.writeHead(400).end('400 The plain HTTP request was sent to HTTPS port')),
    ),
    argv: trusted,
    remedies: { 'Try https://': { target: overTls } },
  },
  {
    situation: 'nobody listens',
    target: async () => 'http://127.0.0.1:1/v1',
    remedies: { 'is the base address right': { target: plain } },
  },
  {
    situation: 'no response in time',
    target: slow,
    argv: IN_TIME,
    remedies: { 'allow more with --timeout': { argv: ['--timeout', '20000'] } },
  },
  {
    situation: 'no handshake in time',
    target: slowTls,
    argv: [...trusted, ...IN_TIME],
    remedies: { 'allow more with --timeout': { argv: [...trusted, '--timeout', '20000'] } },
  },
  {
    situation: 'a connection that is reset',
    target: other('http', () => tcpTarget((socket) => void socket.once('data', () => socket.resetAndDestroy()))),
    remedies: { 'Look for a crash in the log of the service': { target: plain } },
  },
  {
    situation: 'a header of 40,000 bytes',
    target: other(
      'http',
      serves((_request, response) => response.writeHead(200, { 'X-Trace': 'x'.repeat(40_000) }).end('[]')),
    ),
    remedies: { 'what the target, or what is in front of it, sends there': { target: plain } },
  },
  {
    situation: 'two lengths',
    target: other('http', says('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n[]')),
    remedies: { 'Send one of them': { target: plain } },
  },
  {
    situation: 'another protocol',
    target: other('http', says('SSH-2.0-OpenSSH_9.2\r\n')),
    remedies: { 'Is the base address that of an HTTP service?': { target: plain } },
  },
];

export const proxyTroubles: readonly Trouble[] = [
  ...(['http', 'https'] as const).flatMap((scheme): Trouble[] => {
    const [target, argv] = scheme === 'http' ? [plain, []] : [overTls, trusted];
    const through = scheme === 'http' ? 'a forwarded request, and the proxy' : 'a tunnel, and the proxy';
    return [
      {
        situation: `${through} does not listen`,
        ...{ target, argv, proxy: async () => '127.0.0.1:1' },
        remedies: { 'Correct or unset the variable': { proxy: undefined }, ...inNoProxy },
      },
      {
        situation: `${through} refuses it`,
        ...{ target, argv, proxy: refusing('403 Forbidden') },
        remedies: inNoProxy,
      },
      {
        situation: `${through} does not reach the target`,
        ...{ target, argv, proxy: refusing('502 Bad Gateway') },
        remedies: inNoProxy,
      },
      {
        situation: `${through} wants a password`,
        ...{ target, argv, proxy: withPassword },
        remedies: {
          'Put the right ones into its address': { proxy: async () => `us:pw@${await withPassword()}` },
          ...inNoProxy,
        },
      },
      {
        situation: `${through} is silent`,
        ...{ target, argv: [...argv, ...IN_TIME], proxy: silent },
        remedies: { 'name localhost in NO_PROXY': { argv, noProxy: 'localhost' } },
      },
      {
        situation: `${through} closes the connection`,
        ...{ target, argv, proxy: proxyThat((socket) => void socket.end()) },
        remedies: inNoProxy,
      },
      {
        situation: `${through} speaks another protocol`,
        ...{ target, argv, proxy: says('SSH-2.0-OpenSSH_9.2\r\n') },
        remedies: inNoProxy,
      },
    ];
  }),
  {
    situation: 'a tunnel whose end is slow',
    target: overTls,
    argv: [...trusted, ...IN_TIME],
    proxy: proxyThat((socket, head) => passOn(socket, head, LATE_MS)),
    remedies: { 'allow more with --timeout': { argv: [...trusted, '--timeout', '20000'] } },
  },
  {
    situation: 'an address of a proxy that begins with https:// for one without TLS',
    target: overTls,
    argv: trusted,
    proxy: async () =>
      `https://${(await says('HTTP/1.1 400 Bad Request\r\n\r\n')()).replace('127.0.0.1', 'localhost')}`,
    remedies: { 'Should its address begin with http:// instead?': { proxy: proxyThat(passOn) } },
  },
  {
    situation: 'a proxy whose certificate is not trusted',
    target: secure({ cert: issued + intermediate }),
    argv: ['--ca', 'root.pem'],
    proxy: async () => `https://${(await inTls()).replace('127.0.0.1', 'localhost')}`,
    remedies: { 'the root certificate of its authority to that file': { argv: ['--ca', 'both.pem'] } },
  },
];

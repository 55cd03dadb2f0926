import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { runConformance } from '../../index.js';
import { proxyFor } from '../../runner/http/connect.js';
import { connectFailure } from '../../runner/http/failure.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { redactor } from '../../runner/settings/secrets.js';
import { expectGolden } from '../golden.js';
import {
  cert,
  closeAll,
  del,
  get,
  httpTarget,
  key,
  listen,
  liveTransport,
  responseOf,
  send,
  textOf,
  tlsTarget,
} from './target.js';

afterEach(closeAll);

const requests = [get(), del()];

/** A proxy that tunnels and forwards, and records the header of each request to itself. */
const startProxy = async (heads: string[], tls?: { cert: string; key: string }): Promise<string> => {
  const serve = (client: Socket): void => {
    client.on('error', () => undefined);
    client.once('data', (bytes: Buffer) => {
      const head = bytes.toString('latin1').split('\r\n\r\n')[0] ?? '';
      heads.push(head);
      const [, method, target = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
      const url = new URL(method === 'CONNECT' ? `http://${target}` : target);
      const upstream = connect(Number(url.port), url.hostname, () => {
        if (method === 'CONNECT') client.write('HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n');
        else upstream.write(bytes);
        client.pipe(upstream).pipe(client);
      });
      upstream.on('error', () => client.destroy());
    });
  };
  return listen(tls === undefined ? createTcpServer(serve) : createTlsServer(tls, serve));
};

const httpPlace = () => httpTarget((_request, response) => response.end('[]'));

test('a proxy gets its credentials with plain requests and for tunnels; no record shows them', async () => {
  const paragraphs: string[] = [];
  for (const [name, startTarget, scheme, proxyTls, no] of [
    ['plain requests, through an http proxy', httpPlace, 'http', undefined, ''],
    ['plain requests for a host that NO_PROXY names', httpPlace, 'http', undefined, 'example.com, 127.0.0.1'],
    ['https requests, through an http proxy', tlsTarget, 'http', undefined, ''],
    ['https requests, through an https proxy', tlsTarget, 'https', { cert, key }, ''],
  ] as const) {
    const baseUrl = await startTarget();
    const heads: string[] = [];
    const address = (await startProxy(heads, proxyTls)).replace('127.0.0.1', 'localhost');
    const proxy = `${scheme}://us%20er:p%40ss@${address}`;
    const proxies = { http: proxy, https: proxy, no };
    const transport = liveTransport(baseUrl, { tls: { ca: cert }, proxies });
    for (const request of requests) {
      const exchange = await send(transport, request);
      expect(textOf(responseOf(exchange))).toBe('[]');
      expect(inspect(exchange, { depth: null })).not.toContain('roxy');
    }
    const shown = heads.map(
      (head) => `  ${head.replaceAll(new URL(baseUrl).host, 'HOST').replaceAll('\r\n', '\n  ')}\n`,
    );
    paragraphs.push([name, ...(shown.length > 0 ? shown : ['  nothing\n'])].join('\n'));
  }
  await expectGolden(paragraphs.join('\n'), 'expected/proxy.txt');
});

test('a run names the proxy if every answer could come from it', async () => {
  const proxy = new URL(await httpTarget((_request, response) => response.writeHead(403).end('Denied by policy.')))
    .origin;
  const { obstacle, verdict } = await runConformance({
    baseUrl: 'http://orders.test/v1',
    apiKey: 'Sample-Key-0001',
    proxy: { http: proxy.replace('//', '//user:pass-word@') },
  });
  expect([verdict, obstacle]).toEqual([
    'inconclusive',
    `Every request for http://orders.test/v1/store/orders gets the same answer, 403, body “Denied by policy.”, with any key or none. Is the base address right? It ends with /v1, directly above /store/orders. The requests go through the proxy ${proxy} (from HTTP_PROXY), and this may be its doing: ask who runs it, or name orders.test in NO_PROXY, to connect without it.`,
  ]);
});

describe('proxyFor', () => {
  const proxies = { http: 'http://plain.test:1', https: 'secure.test:2' };

  test.each([
    ['http://a.test', {}, undefined],
    ['http://a.test', proxies, 'http://plain.test:1/'],
    ['https://a.test', { http: 'http://plain.test:1' }, undefined],
    ['https://a.test', proxies, 'http://secure.test:2/'],
    ['http://a.test', { https: 'http://secure.test:2' }, undefined],
    ['http://localhost', { ...proxies, no: 'localhost' }, undefined],
    ['http://a.test', { ...proxies, no: '*' }, undefined],
    ['http://b.a.test', { ...proxies, no: 'x.test a.test' }, undefined],
    ['http://ba.test', { ...proxies, no: '.a.test' }, 'http://plain.test:1/'],
    ['https://a.test', { ...proxies, no: 'a.test:443' }, undefined],
    ['http://a.test', { ...proxies, no: 'a.test:8080' }, 'http://plain.test:1/'],
    ['http://[::1]:9', { ...proxies, no: '[::1]' }, undefined],
    ['http://[::1]:9', { ...proxies, no: '::1' }, undefined],
    ['http://[::1]:9', { ...proxies, no: '[::1]:8' }, 'http://plain.test:1/'],
    ['http://[fd00::5]', { ...proxies, no: '0:0::1, fd00::/8' }, undefined],
    ['http://[fe00::5]', { ...proxies, no: 'fd00::/8' }, 'http://plain.test:1/'],
    ['http://10.1.2.3', { ...proxies, no: '10.0.0.0/8' }, undefined],
    ['http://11.1.2.3', { ...proxies, no: '10.0.0.0/8, 10.0.0.0/99' }, 'http://plain.test:1/'],
    ['http://110.1.2.3', { ...proxies, no: '10.1.2.3' }, 'http://plain.test:1/'],
  ])('for %s with %j is %s', (target, environment, proxy) => {
    expect(proxyFor(new URL(target), environment)?.href).toBe(proxy);
  });
});

test('the failure of a tunnel names the proxy that did not answer', async () => {
  const proxy = `http://${await listen(createTcpServer((socket) => socket.on('error', () => undefined)))}`;
  const transport = liveTransport('https://orders.test/v1', { proxies: { https: proxy }, timeoutMs: 200 });
  const { outcome } = await send(transport, get());
  expect(outcome).toMatchObject({
    failure: {
      kind: 'connect',
      message: `The proxy ${proxy} (from HTTPS_PROXY) did not answer within 200 ms. Is it running? Ask who runs it, or name orders.test in NO_PROXY, to connect without it.`,
    },
  });
});

test('a failure to open more files is named, with a proxy and without', () => {
  const error = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' });
  const [target, proxy] = [new URL('http://orders.test'), new URL('http://proxy.test:1')];
  expect(() => connectFailure({ target, proxy: undefined })(error)).toThrow(
    /^Connecting to http:\/\/orders\.test .* `ulimit -n`/,
  );
  expect(() => connectFailure({ target, proxy })(error)).toThrow(
    /^Connecting to http:\/\/proxy\.test:1 .* `ulimit -n`/,
  );
});

test("a proxy's password is removed from its answers, decoded or not", () => {
  const proxy = { https: 'http://us%20er:p%40ssword-99@p.test' };
  const redact = redactor(settingsFromOptions({ baseUrl: 'https://a.example/v1', apiKey: 'Qz7Kv3Xw9Lm2', proxy }));
  expect(redact('X-Proxy: us er:p@ssword-99, dXMgZXI6cEBzc3dvcmQtOTk=')).not.toMatch(/ssword-99|cEBzc3dvcmQtOTk/);
});

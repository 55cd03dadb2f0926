import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { variants } from '../../servers/variants/index.js';
import { onlyReplies } from '../detection/in-memory.js';
import { variant } from '../engine/servers.js';

/** A connection on which requests are written as text. */
class Connection {
  readonly #socket: Socket;
  #unread = '';

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.#unread += text;
    });
    this.#socket.on('error', () => undefined); // followed by `close`
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  /** What came so far, without waiting for more of it. */
  get unread(): string {
    return this.#unread;
  }

  /** What came up to an end that looks like this, or up to the end of the connection. */
  async until(end?: RegExp): Promise<string> {
    while (!end?.test(this.#unread) && !this.#socket.closed) {
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    }
    const taken = this.#unread;
    this.#unread = '';
    return taken;
  }
}

/** The end of a listing. */
const WHOLE = /\]$/;

const apiKey = 'Test-Key-1234';

const request = (target: string, fields = ''): string =>
  `${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${fields}\r\n`;

async function start({ behaviour }: Pick<Variant, 'behaviour'>): Promise<number> {
  const server = await startReference({ apiKey, behaviour });
  onTestFinished(() => server.close());
  return server.port;
}

/** All that comes, but for the instant. */
async function bytesOf(port: number): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const target of ['GET /v1/store/orders', 'DELETE /v1/store/orders/101', 'DELETE /v1/store/orders/999']) {
    const connection = new Connection(port);
    connection.write(request(target, 'Connection: close\r\n'));
    texts.push((await connection.until()).replace(/^(date:).*/im, '$1'));
  }
  return texts;
}

/** They differ in time alone, or in when a connection ends. */
const sameBytes = [
  'slow-first-byte',
  'short-keep-alive',
  'head-and-body-apart',
  'idle-connections-408',
  'idle-connections-closed',
];

describe('what is not only another reply shows on the wire', () => {
  test.each(variants.filter((entry) => !onlyReplies(entry)).map((entry) => [entry.id, entry] as const))(
    '%s',
    async (id, entry) => {
      const reference = await bytesOf(await start({ behaviour: () => ({}) }));
      const changed = await bytesOf(await start(entry));
      if (sameBytes.includes(id)) expect(changed).toEqual(reference);
      else expect(changed).not.toEqual(reference);
    },
  );
});

test.each([
  ['idle-connections-408', /^HTTP\/1\.1 408 Request Timeout\r\n/],
  ['idle-connections-closed', /^$/],
])('%s: an idle connection ends, one that is used does not', { retry: 3 }, async (id, lastWords) => {
  const connection = new Connection(await start(variant(id)));
  for (let turn = 0; turn < 4; turn += 1) {
    connection.write(request('GET /v1/store/orders'));
    expect(await connection.until(WHOLE)).toMatch(/^HTTP\/1\.1 200 /);
    await delay(40);
  }
  expect(await connection.until()).toMatch(lastWords);
});

test('one-request-at-a-time: a second connection waits until the first has ended', async () => {
  const port = await start(variant('one-request-at-a-time'));
  const [first, second] = [new Connection(port), new Connection(port)];
  second.write(request('GET /v1/store/orders'));
  await delay(50);
  expect(second.unread).toBe('');
  first.write(request('GET /v1/store/orders'));
  expect(await first.until(WHOLE)).toMatch(/^connection: close\r$/im);
  expect(await second.until(WHOLE)).toMatch(/^HTTP\/1\.1 200 /);
});

import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { variants } from '../../servers/variants/index.js';
import { onlyReplies } from '../detection/in-memory.js';
import { variant } from '../engine/servers.js';

const LISTING = 'GET /v1/store/orders';

/** A connection on which requests are written as text. */
class Connection {
  readonly #socket: Socket;
  /** The text that arrived so far. */
  unread = '';

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (text) => {
      this.unread += text;
    });
    this.#socket.on('error', () => undefined); // followed by `close`
  }

  /** @param fields further lines of the header */
  send(target = LISTING, fields = ''): void {
    this.#socket.write(`${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${fields}\r\n`);
  }

  /** The text up to an end that looks like this, or up to the end of the connection. */
  async until(end?: RegExp): Promise<string> {
    while (!end?.test(this.unread) && !this.#socket.closed) await delay(2);
    const taken = this.unread;
    this.unread = '';
    return taken;
  }
}

/** The end of a listing. */
const WHOLE = /\]$/;

const apiKey = 'Test-Key-1234';

async function start({ behaviour }: Pick<Variant, 'behaviour'>): Promise<number> {
  const server = await startReference({ apiKey, behaviour });
  onTestFinished(() => server.close());
  return server.port;
}

/** Everything that arrives, without the time. */
async function bytesOf(port: number): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const target of [LISTING, 'DELETE /v1/store/orders/101', 'DELETE /v1/store/orders/999']) {
    const connection = new Connection(port);
    connection.send(target, 'Connection: close\r\n');
    texts.push((await connection.until()).replace(/^(date:).*/im, '$1'));
  }
  return texts;
}

/** These differ only in time, or in the end of a connection. */
const sameBytes = [
  'slow-first-byte',
  'short-keep-alive',
  'head-and-body-apart',
  'idle-connections-408',
  'idle-connections-closed',
];

describe('changes other than of a reply show on the wire', () => {
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
])('%s: an idle connection ends, one that is used does not', async (id, lastWords) => {
  // The servers' 100 ms pass when the test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const connection = new Connection(await start(variant(id)));
  for (let turn = 0; turn < 4; turn += 1) {
    connection.send();
    expect(await connection.until(WHOLE)).toMatch(/^HTTP\/1\.1 200 /);
    vi.advanceTimersByTime(99);
  }
  const ended = connection.until();
  while (!(await Promise.race([ended.then(() => true), delay(2, false)]))) vi.advanceTimersByTime(1);
  expect(await ended).toMatch(lastWords);
});

test('one-request-at-a-time: a second connection waits until the first has ended', async () => {
  const port = await start(variant('one-request-at-a-time'));
  const [first, second] = [new Connection(port), new Connection(port)];
  second.send();
  await delay(50);
  expect(second.unread).toBe('');
  first.send();
  expect(await first.until(WHOLE)).toMatch(/^connection: close\r$/im);
  expect(await second.until(WHOLE)).toMatch(/^HTTP\/1\.1 200 /);
});

import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { variants } from '../../servers/variants/index.js';
import { onlyReplies } from '../detection/in-memory.js';
import { Connection } from './connection.js';

const apiKey = 'Test-Key-1234';

const request = (target: string, fields = ''): string =>
  `${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${apiKey}\r\n${fields}\r\n`;

async function start({ behaviour }: Pick<Variant, 'behaviour'>): Promise<number> {
  const server = await startReference({ apiKey, behaviour });
  onTestFinished(() => server.close());
  return server.port;
}

const variant = (id: string): Variant => {
  const found = variants.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`There is no variant "${id}".`);
  return found;
};

/** All that comes, but for the instant. */
async function bytesOf(port: number): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const target of ['GET /v1/store/orders', 'DELETE /v1/store/orders/101', 'DELETE /v1/store/orders/999']) {
    const connection = await Connection.open(port);
    connection.write(request(target, 'Connection: close\r\n'));
    texts.push((await connection.rest()).replace(/^(date:).*/im, '$1'));
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
  const connection = await Connection.open(await start(variant(id)));
  for (let turn = 0; turn < 4; turn += 1) {
    connection.write(request('GET /v1/store/orders'));
    expect((await connection.answer()).status).toBe(200);
    await delay(40);
  }
  expect(await connection.rest()).toMatch(lastWords);
});

test('one-request-at-a-time: a second connection waits until the first has ended', async () => {
  const port = await start(variant('one-request-at-a-time'));
  const [first, second] = [await Connection.open(port), await Connection.open(port)];
  second.write(request('GET /v1/store/orders'));
  expect(await second.leftover(50)).toBe('');
  first.write(request('GET /v1/store/orders'));
  expect((await first.answer()).head).toMatch(/^connection: close$/im);
  expect((await second.answer()).status).toBe(200);
});

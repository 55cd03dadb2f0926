import { afterEach, describe, expect, test } from 'vitest';
import {
  cannedTarget,
  closeAll,
  del,
  failureOf,
  get,
  kept,
  liveTransport,
  never,
  rawTarget,
  responseTo,
  send,
} from './target.js';

afterEach(closeAll);

const strayOf = async (baseUrl: string): Promise<string | undefined> => {
  const { stray } = await responseTo(liveTransport(baseUrl), del());
  return stray && Buffer.from(stray).toString('latin1');
};

describe('an exchange', () => {
  test.each([
    ['none', '\r\n', ''],
    ['a body that Content-Length announces', 'Content-Length: 5\r\n\r\nhello', 'hello'],
    ['a chunked body', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a body that nothing announces', 'Content-Type: text/plain\r\n\r\ngone', 'gone'],
    ['a second response', '\r\nHTTP/1.1 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
    [
      'a 408 that nobody asked for, since the connection was idle',
      '\r\nHTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n',
      '',
    ],
  ])('records after a 204: %s', async (_name, rest, stray) => {
    expect(await strayOf(await cannedTarget(`HTTP/1.1 204 No Content\r\n${rest}`))).toBe(stray);
  });

  test('records bytes after a 204 that come a little later', { retry: 3 }, async () => {
    const baseUrl = await rawTarget((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      setTimeout(() => socket.write('la'), 40);
      setTimeout(() => socket.write('te'), 120);
    });
    expect(await strayOf(baseUrl)).toBe('late');
  });

  test('resolves at the header of a 204, and waits a quarter of a second for bytes after it', {
    retry: 3,
  }, async () => {
    const baseUrl = await rawTarget((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    const start = performance.now();
    const { outcome, settled } = await liveTransport(baseUrl).send(del(), never);
    expect(performance.now() - start).toBeLessThan(200);
    expect(outcome).not.toHaveProperty('response.stray');
    expect((await settled)?.outcome).toHaveProperty('response.stray', new Uint8Array());
    expect(performance.now() - start).toBeGreaterThan(240);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('keeps 1 KiB of stray bytes at most', async () => {
    const baseUrl = await cannedTarget(`HTTP/1.1 204 No Content\r\n\r\n${'x'.repeat(200_000)}`);
    expect((await strayOf(baseUrl))?.length).toBe(1024);
  });

  test('records bytes after a 204 although the connection is reset after them', async () => {
    const baseUrl = await rawTarget((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\nx', () => setTimeout(() => socket.resetAndDestroy(), 20));
    });
    expect(await strayOf(baseUrl)).toBe('x');
  });

  test.each([
    ['a folded header', 'HTTP/1.1 200 OK\r\nA: 1\r\n folded\r\n\r\n', 'Unexpected whitespace'],
    [
      'an unasked switch of protocols',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n',
      'nobody asked for its status 101',
    ],
    [
      'lines that end with a line feed alone',
      'HTTP/1.1 200 OK\nContent-Length: 0\n\n',
      'Missing expected CR after response line, in the line',
    ],
    ['HTTP/2 without negotiation', '\0\0\x12\x04\0\0\0\0\0\r\n\r\n', 'Expected HTTP/'],
  ])('is a protocol failure for %s, and quotes it', async (_name, bytes, why) => {
    const failure = failureOf(await send(liveTransport(await cannedTarget(bytes)), kept(get())));
    expect(failure).toMatchObject({ kind: 'protocol', message: expect.stringContaining(why) });
  });
});

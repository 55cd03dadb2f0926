import { afterEach, describe, expect, test } from 'vitest';
import { timersOf } from './pause.js';
import { cannedTarget, closeAll, del, get, liveTransport, never, rawTarget, responseTo } from './target.js';

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

  test('records bytes after a 204 that come a little later', async () => {
    const baseUrl = await rawTarget((socket) => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      setTimeout(() => socket.write('la'), 40);
      setTimeout(() => socket.write('te'), 120);
    });
    expect(await strayOf(baseUrl)).toBe('late');
  });

  test('resolves at the header of a 204, and waits a quarter of a second for bytes after it', async () => {
    const waited = timersOf(250);
    const baseUrl = await rawTarget((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    const { outcome, settled } = await liveTransport(baseUrl).send(del(), never);
    expect(outcome).not.toHaveProperty('response.stray');
    expect(waited()).toEqual([250]);
    expect((await settled)?.outcome).toHaveProperty('response.stray', new Uint8Array());
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
});

test('a body in chunks that the suite does not read, and RFC 9112 §7.1.1 allows, has not broken off', async () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n2 ;a=b\r\n[]\r\n0\r\n\r\n';
  expect((await responseTo(liveTransport(await cannedTarget(chunked)), get())).body.end).toBe('stopped');
});

import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { Tap } from '../../runner/http/tap.js';

/** A tap on a socket on which these texts come. */
const tapOn = (...texts: readonly string[]) => {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }) as Socket;
  const tap = new Tap(socket);
  const given = (): string => (socket.read() as Buffer | null)?.toString('latin1') ?? '';
  tap.begin();
  for (const text of texts) socket.push(Buffer.from(text, 'latin1'));
  return { socket, tap, given };
};

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n';

test('what Node reads for itself is not lost to the parser', () => {
  const { socket, given } = tapOn(`${head}[]`);
  expect(socket.read(0)).toBeNull();
  expect(given()).toBe(`${head}[]`);
});

test.each([
  ['an interim response', 'HTTP/1.1 100 Continue\r\nA: 1\r\n\r\n'],
  ['two interim responses', 'HTTP/1.1 102 \r\n\r\nHTTP/1.0 103 Early Hints\r\nLink: x\r\n\r\n'],
  ['empty lines', '\r\n\r\n'],
])('leaves out %s before a header, in whatever pieces they come', (_name, before) => {
  for (let at = 1; at < before.length; at++) {
    const { socket, given } = tapOn(before.slice(0, at));
    expect(given()).toBe('');
    socket.push(Buffer.from(before.slice(at) + head));
    expect(given()).toBe(head);
  }
});

test('gives the parser a header as a whole, in whatever pieces it comes', () => {
  for (let at = 1; at < head.length; at++) {
    const { socket, given } = tapOn(head.slice(0, at));
    expect(given()).toBe('');
    socket.push(Buffer.from(`${head.slice(at)}[]`));
    expect(given()).toBe(`${head}[]`);
  }
});

test.each([
  'SSH-2.0-x\r\n',
  'HTTP/2 200\r\n',
  'HTTP/1.1 200 OK\nA: b\n',
  'HTTP/1.1 200 OK\rA: b',
  'HTTP/1.1 200 OK\r\nA: b\r\nno colon\r\n',
])('and at once what cannot become one: %j', (said) => {
  expect(tapOn(said).given()).toBe(said);
});

test('gives the parser the header of a 204 alone, and keeps what follows for the next response', async () => {
  const { tap, given } = tapOn('HTTP/1.1 204 No Content\r\nA:\t1 \t\r\n\r\n{}');
  expect([given(), given()]).toEqual(['HTTP/1.1 204 No Content\r\nA: 1  \r\n\r\n', '']);
  expect(tap.head).toEqual({ reason: 'No Content', headers: [['A', '1']] });
  expect(Buffer.from(await tap.silence(5)).toString()).toBe('{}');
  tap.begin();
  expect(given()).toBe('{}');
});

test('reads a value full of tabs in linear time', () => {
  const value = `x${'\t'.repeat(30_000)}x`;
  const { tap, given } = tapOn(`HTTP/1.1 200 OK\r\nA: ${value} \t\r\n\r\n`);
  given();
  const { user } = process.cpuUsage();
  expect(tap.head.headers).toEqual([['A', value]]);
  expect((process.cpuUsage().user - user) / 1000).toBeLessThan(500); // a regular expression took 1500 ms
});

test('does not let a connection be destroyed before its silence is over', async () => {
  const { socket, tap } = tapOn();
  const silence = tap.silence(20);
  socket.destroy();
  socket.push('late');
  expect(socket.destroyed).toBe(false);
  expect(Buffer.from(await silence).toString()).toBe('late');
  expect(socket.destroyed).toBe(true);
});

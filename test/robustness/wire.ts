import type { Socket } from 'node:net';

const OK = 'HTTP/1.1 200 OK\r\n';
const TWO = '[{"id":1},{"id":2}]';
const HEAD = `${OK}Content-Type: application/json\r\nContent-Length: 19`;

/** The bytes of the names in rows.yaml. */
const PARTS = {
  ok: OK,
  two: TWO,
  head: HEAD,
  whole: `${HEAD}\r\n\r\n${TWO}`,
  chunked: `${OK}Transfer-Encoding: chunked\r\n\r\n`,
  chunks: `13\r\n${TWO}\r\n0\r\n\r\n`,
};

/** The bytes of a text in rows.yaml. A part that has no name here throws. */
export const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof PARTS) => PARTS[name].toString())
      .replaceAll(/<([^<>]+) × (\d+)>/g, (_, piece: string, times: string) => piece.repeat(Number(times))),
    'latin1',
  );

/** A 200 with this body and its length. */
export const json = (body: Buffer, fields = ''): Buffer =>
  Buffer.concat([
    bytesOf(`{ok}Content-Type: application/json\r\n${fields}Content-Length: ${body.length}\r\n\r\n`),
    body,
  ]);

/** Writes the first bytes, and then the next ones again and again, with or without pauses. */
export const endless =
  (first: Buffer, next: Buffer, pauseMs?: number) =>
  (socket: Socket): void => {
    socket.write(first);
    if (pauseMs !== undefined) {
      const drip = setInterval(() => socket.write(next), pauseMs);
      socket.on('close', () => clearInterval(drip));
      return;
    }
    const piece = Buffer.alloc(Math.ceil(65_536 / next.length) * next.length, next);
    const pour = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', pour);
    pour();
  };

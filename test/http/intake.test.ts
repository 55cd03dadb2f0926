import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { ExchangeFailure } from '../../runner/http/failure.js';
import { Intake } from '../../runner/http/intake.js';

const KIB = 1024;

/** A connection on which bytes come without an end. */
const endlessSocket = (): Socket =>
  new Duplex({
    highWaterMark: 64 * KIB,
    read() {
      this.push(Buffer.alloc(16 * KIB));
    },
    write: (_chunk, _encoding, done) => done(),
  }).on('error', () => undefined) as Socket;

/** Reads as undici does: all that there is, each time that there is something. */
const readAll = (socket: Socket, onChunk: (chunk: Buffer) => void): void => {
  socket.on('readable', () => {
    for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) onChunk(chunk);
  });
};

test('what is read of bodies and not taken is bounded over all connections, and goes on when it is taken', async () => {
  const intake = new Intake();
  const connections = Array.from({ length: 8 }, () => intake.admit(endlessSocket()));
  let queued = 0;
  for (const socket of connections) {
    readAll(socket, ({ length }) => {
      intake.headerEnded();
      intake.queued(length);
      queued += length;
    });
  }
  const settled = async (): Promise<number> => {
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    return queued;
  };
  const atFirst = await settled();
  expect(atFirst).toBeGreaterThan(256 * KIB);
  expect(atFirst).toBeLessThan(2 * 1024 * KIB);
  intake.taken(atFirst);
  expect(await settled()).toBeGreaterThan(atFirst);
  for (const socket of connections) socket.destroy();
});

test('headers that do not end are over a limit, however many connections they come on', async () => {
  const intake = new Intake();
  const error = await new Promise<Error>((resolve) => {
    for (let index = 0; index < 100; index++) {
      const socket = intake.admit(endlessSocket());
      socket.on('error', resolve);
      let left = 2; // pieces of each header, and then nothing more
      socket.on('readable', () => {
        while (left > 0 && socket.read() !== null) left--;
      });
    }
  });
  expect(error).toBeInstanceOf(ExchangeFailure);
  expect((error as ExchangeFailure).kind).toBe('too-large');
});

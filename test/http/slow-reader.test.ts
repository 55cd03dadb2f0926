import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ResponseRecord } from '../../evidence/exchange.js';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import { Connection } from '../../runner/http/client.js';
import { Watch } from '../../runner/http/watch.js';
import { CollectingSink, never } from './target.js';

const PIECE = Buffer.alloc(64 * 1024, 'x');
const PIECES = 100;

/** Counts the pieces that were read from the socket before it began to decode the body. */
class SlowReader extends BodyReader {
  readBefore = 0;

  constructor(
    watch: Watch,
    readonly isRead: () => number,
    sink: CollectingSink,
  ) {
    super(watch, newRoom(), sink);
  }

  override async read(head: Pick<ResponseRecord, 'headers'>, pieces: AsyncIterable<Buffer>) {
    // Far more often than there are pieces.
    for (let turns = 0; turns < 5 * PIECES; turns += 1) await turn();
    this.readBefore = this.isRead();
    return super.read(head, pieces);
  }
}

test('a body that is decoded slowly is not read ahead of the decoder, and is whole in the end', async () => {
  const header = `HTTP/1.1 200 OK\r\nContent-Length: ${PIECES * PIECE.length}\r\n\r\n`;
  let read = 0;
  const socket = new Duplex({
    read() {
      const next = read === 0 ? Buffer.from(header) : read <= PIECES ? PIECE : null;
      read += 1;
      setImmediate(() => this.push(next));
    },
    write: (_chunk, _encoding, done) => done(),
  });
  const watch = new Watch('http://target.test', 60_000, true, () => true, never);
  const sink = new CollectingSink();
  const reader = new SlowReader(watch, () => read, sink);
  const message = { method: 'GET', requestTarget: '/', headers: [], persists: false } as const;
  await new Connection(socket as Socket, 'http://target.test').exchange(message, watch, reader);
  watch.end();
  // 4 wait for the decoder; the header and the buffers of the socket are as many.
  expect(reader.readBefore).toBeLessThan(10);
  expect([sink.bytes.length, ...sink.ends]).toEqual([PIECES * PIECE.length, true]);
});

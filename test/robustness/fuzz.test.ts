import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import { Connection } from '../../runner/http/client.js';
import { ExchangeFailure } from '../../runner/http/failure.js';
import { Watch } from '../../runner/http/watch.js';
import { never } from '../http/target.js';
import { mutate, Random } from '../listing/random.js';

/** More than a test run needs: `FUZZ_RUNS=1000000 FUZZ_SEED=7 npx vitest run --project unit test/robustness/fuzz`. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 80);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_131);
const timeout = 30_000 + 50 * numRuns;

/** The places at which bytes are cut, as parts of their length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

const pieces = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [0, ...at.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};

const mutated = (text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc.tuple(text, fc.nat(), fc.nat({ max: 3 })).map(([plain, choice, times]) => {
    const random = new Random(choice);
    let bytes: Buffer = Buffer.from(plain, 'latin1');
    for (let count = 0; count < times; count += 1) bytes = mutate(bytes, random);
    return bytes;
  });

const field = fc.constantFrom(
  'Content-Length: 9',
  'Content-Length: 4',
  'Content-Length: 0, 0',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Content-Encoding: gzip',
  'Content-Encoding: br, identity',
  'Connection: close',
  'Connection: keep-alive, x',
  ' folded',
  'X-A : 1',
  'X-A:\t\x0b1 ',
  'X',
);
const statusLine = fc.constantFrom(
  'HTTP/1.1 200 OK',
  'HTTP/1.1 204 No Content',
  'HTTP/1.0 200 OK',
  'HTTP/1.1 304 ',
  'HTTP/1.1 100 Continue',
  'HTTP/1.1 401',
  'HTTP/2 200',
);
const head = fc
  .tuple(statusLine, fc.array(field, { maxLength: 4 }))
  .map(([line, fields]) => `${[line, ...fields].join('\r\n')}\r\n\r\n`);
const body = fc.constantFrom(
  '',
  '[{"id":1}]',
  '4\r\n[{},\r\n3;a=b\r\n{}]\r\n0\r\n\r\n',
  '4\r\n[{},\r\n0\r\nX-A: 1\r\n\r\n',
  '9\r\nabcd',
  '\r\n0\r\n\r\n',
);
const responses = fc.array(fc.tuple(head, body), { minLength: 1, maxLength: 3 }).map((all) => all.flat().join(''));

/** A connection on which these pieces come, one after the other, and then its end. */
const connectionOf = (chunks: readonly Buffer[]): Connection => {
  const waiting = [...chunks.filter(({ length }) => length > 0)];
  const socket = new Duplex({
    read() {
      this.push(waiting.shift() ?? null);
    },
    write: (_chunk, _encoding, done) => done(),
  });
  return new Connection(socket as Socket, 'http://target.test');
};

const message = { method: 'GET', requestTarget: '/', headers: [], persists: false } as const;

async function exchanged(chunks: readonly Buffer[]): Promise<unknown> {
  const watch = new Watch('http://target.test', 20_000, false, () => true, never);
  try {
    const { response, after } = await connectionOf(chunks).exchange(message, watch, new BodyReader(watch, newRoom()));
    return { ...response, after: await after };
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    return [error.kind, error.message];
  } finally {
    watch.end();
  }
}

test('the same bytes in other pieces give the same response', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(mutated(responses), cuts, async (bytes, at) => {
      expect(await exchanged(pieces(bytes, at))).toEqual(await exchanged([bytes]));
    }),
    { numRuns, seed },
  );
});

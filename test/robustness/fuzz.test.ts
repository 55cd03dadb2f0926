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
import { groups } from './rows.js';
import { bytesOf } from './wire.js';

/** For hours: `FUZZ_RUNS=1000000 SEED=7 npx vitest run --project unit test/robustness/fuzz.test.ts`. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 80);
const timeout = 30_000 + 50 * numRuns;

/** Where bytes are cut, as fractions of their length. */
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });

const pieces = (bytes: Buffer, at: readonly number[]): Buffer[] => {
  const places = [0, ...at.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
};

/** The responses of the rows without the largest. A third of them get a 204, after which stray bytes are kept. */
const texts = groups
  .flatMap(({ rows }) => rows.map(({ sends = '' }) => bytesOf(sends)))
  .filter(({ length }) => length < 1_000);
const response = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.constantFrom(...texts.filter((text) => text.includes(' 204 '))) },
);

/** Alerts of TLS and frames of HTTP/2 are known by their first bytes: a piece that ends within these is told as garbage. */
const isKnownByItsBytes = (bytes: Buffer): boolean => [0x00, 0x15].includes(bytes[0] ?? -1);

/** Up to three of them on one connection, with up to three bytes changed. */
const mutated = fc
  .tuple(fc.array(response, { minLength: 1, maxLength: 3 }), fc.nat(), fc.nat({ max: 3 }))
  .map(([all, choice, times]) => {
    const random = new Random(choice);
    let bytes: Buffer = Buffer.concat(all);
    for (let count = 0; count < times; count += 1) bytes = mutate(bytes, random);
    return bytes;
  })
  .filter((bytes) => !isKnownByItsBytes(bytes));

/** A connection on which these pieces come, one after the other, and then its end. */
const connectionOf = (chunks: readonly Buffer[]): Connection => {
  const waiting = [...chunks.filter(({ length }) => length > 0)];
  const socket = new Duplex({
    // Later: bytes that are pushed together are read together.
    read() {
      setImmediate(() => this.push(waiting.shift() ?? null));
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
    // How much of a body came before an error depends on the pieces.
    const body = response.body.end === 'complete' ? response.body : response.body.end;
    return { ...response, body, after: await after };
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    // The parser quotes what it has by then.
    return [error.kind, error.message.replace(/, at ".*"(?=\. )/s, '')];
  } finally {
    watch.end();
  }
}

test('the same bytes in other pieces give the same response', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(mutated, cuts, async (bytes, at) => {
      expect(await exchanged(pieces(bytes, at))).toEqual(await exchanged([bytes]));
    }),
    { numRuns, unbiased: true },
  );
});

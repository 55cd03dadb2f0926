import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import type { BodySink } from '../../runner/http/transport.js';
import { expectGolden } from '../golden.js';
import { CollectingSink } from './target.js';

const text = Buffer.from(JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, complete: id % 3 === 0 }))));
const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));

async function* piecesOf(bytes: Buffer, pieceBytes: number, isCutOff = false): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
  if (isCutOff) throw new Error('The connection was closed.');
}

interface Reading {
  readonly pieceBytes?: number;
  readonly sink?: BodySink;
  readonly isCutOff?: boolean;
  readonly room?: ReturnType<typeof newRoom>;
  readonly throwIfGivenUp?: () => void;
}

/** Reads a body that comes in pieces. */
function read(codings: readonly string[], bytes: Buffer, reading: Reading = {}) {
  const { pieceBytes = 1_000, sink, isCutOff, room = newRoom(), throwIfGivenUp = () => undefined } = reading;
  const headers = codings.map((coding) => ['content-encoding', coding] as const);
  const reader = new BodyReader({ throwIfGivenUp, progress: () => undefined }, room, sink);
  return reader.read({ headers }, piecesOf(bytes, pieceBytes, isCutOff));
}

const withX = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('x')]);

/** Bodies with the lines of their Content-Encoding. */
const bodies: readonly (readonly [name: string, codings: readonly string[], bytes: Buffer])[] = [
  ['a text', [], text],
  ['a text', ['identity'], text],
  ['a text in gzip', ['gzip'], gzipSync(text)],
  ['a text in gzip', ['X-GZip'], gzipSync(text)],
  ['a text in gzip', ['identity', 'x-gzip , identity'], gzipSync(text)],
  [
    'two members of gzip',
    ['gzip'],
    Buffer.concat([text.subarray(0, 9), text.subarray(9)].map((part) => gzipSync(part))),
  ],
  ['a text in zlib', ['deflate'], deflateSync(text)],
  ['a text in deflate without the wrapper', ['deflate'], deflateRawSync(text)],

  ['a text', ['deflate'], text],
  ['a flipped checksum', ['gzip'], gzipSync(text).fill(0xff, gzipSync(text).length - 8)],
  ['a text in gzip without its end', ['gzip'], gzipSync(text).subarray(0, -20)],
  ['a text in bare deflate without its end', ['deflate'], deflateRawSync(text).subarray(0, -20)],
  ['one byte', ['deflate'], Buffer.from('x')],
  ['a byte after gzip', ['gzip'], withX(gzipSync(text))],
  ['a byte after zlib', ['deflate'], withX(deflateSync(text))],
  ['a byte after bare deflate', ['deflate'], withX(deflateRawSync(text))],
  ['a text after bare deflate', ['deflate'], Buffer.concat([deflateRawSync(text), text])],
  ['a small text', ['gzip, utf-8'], Buffer.from('[]')],
  ['brotli', ['br'], brotliCompressSync('[]')],
  ['gzip', [], gzipSync('[]')],
  ['gzip', ['identity,'], gzipSync('[]')],
  ['a small text', ['zstd'], Buffer.from('[]')],
  ['a small text', ['compress'], Buffer.from('[]')],
  ['gzip', ['gzip, gzip'], gzipSync('[]')],
  ['gzip', ['gzip, br'], gzipSync('[]')],

  ...['gzip', 'deflate', 'br', 'rot13'].map((coding) => ['nothing', [coding], Buffer.alloc(0)] as const),
];

/** The record of a body that arrives in pieces of this size, and the end that a sink gets. */
async function recordOf(codings: readonly string[], bytes: Buffer, pieceBytes: number): Promise<string> {
  const sink = new CollectingSink();
  const { head, length, whole, codings: undone, end } = await read(codings, bytes, { pieceBytes, sink });
  if (end === 'complete' && length > 0) expect([sink.bytes.equals(text), text.indexOf(head)]).toEqual([true, 0]);
  if (end !== 'complete' && undone.length === 0) expect(head).toEqual(bytes);
  const kept = end === 'complete' ? `, ${head.length} of ${length} bytes` : '';
  const told = sink.ends.map((isComplete) => `, told to be ${isComplete ? 'complete' : 'broken'}`).join('');
  return `${[end, ...undone].join(' ')}${whole ? ', whole' : kept}${told}`;
}

test('a body is decoded or refused as in the transcript', async () => {
  const lines: string[] = [];
  for (const [name, codings, bytes] of bodies) {
    // Pieces of a few bytes cut everywhere, and are faster than single bytes.
    const record = await recordOf(codings, bytes, 7);
    expect(await recordOf(codings, bytes, 100_000)).toBe(record);
    lines.push(`${name} (${codings.join(' | ')}): ${record}\n`);
  }
  await expectGolden(lines.join(''), 'expected/body.txt');
});

test('a body that is cut off on the wire is kept as far as it can be decoded', async () => {
  const record = await read(['gzip'], gzipSync(text).subarray(0, 5_000), { isCutOff: true });
  expect(record.end).toBe('truncated');
  expect(record.length).toBeGreaterThan(0);
  expect(text.indexOf(record.head)).toBe(0);
});

test('a body is decoded only as far as a sink needs it', async () => {
  const sink = new CollectingSink(100_000);
  const record = await read(['gzip'], bomb, { pieceBytes: bomb.length, sink });
  expect(record).toMatchObject({ end: 'stopped', length: sink.bytes.length, whole: false });
  expect(sink.bytes.length).toBeLessThan(200_000);
  expect(sink.ends).toEqual([]);
});

test.each([
  ['plain', [], Buffer.alloc(1024 * 1024)],
  ['gzip', ['gzip'], bomb],
])('a sink gets nothing more once it has thrown, or the exchange is given up: %s', async (_name, codings, bytes) => {
  const failing = { write: vi.fn(() => expect.fail('defect of the sink')), end: vi.fn() };
  await expect(read(codings, bytes, { sink: failing })).rejects.toThrow('defect of the sink');
  const { write, end } = { write: vi.fn(() => true), end: vi.fn() };
  const throwIfGivenUp = () => {
    if (write.mock.calls.length > 0) throw new Error('The run is over.');
  };
  const reading = read(codings, bytes, { pieceBytes: 64 * 1024, sink: { write, end }, throwIfGivenUp });
  await expect(reading).rejects.toThrow('The run is over.');
  expect([failing.write, write, end].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

const [headBytes, mostBytes] = [64 * 1024, 1024 * 1024];

/** Returns how much of a body of this size is kept. */
async function keptOf(bytes: number, sink?: CollectingSink, room = newRoom()): Promise<number> {
  const reading = { pieceBytes: 50_000, room, ...(sink && { sink }) };
  const { head, whole, length } = await read([], Buffer.alloc(bytes, 'x'), reading);
  expect(Buffer.alloc(head.length, 'x').equals(head)).toBe(true);
  expect([length, whole]).toEqual([bytes, head.length === bytes]);
  return head.length;
}

test('at most 1 MiB of a body is kept, and 64 KiB if a sink reads it', async () => {
  const kept = [headBytes, headBytes + 1, mostBytes, mostBytes + 1].map((bytes) => keptOf(bytes));
  expect(await Promise.all(kept)).toEqual([headBytes, headBytes + 1, mostBytes, mostBytes]);
  expect(await keptOf(headBytes + 1, new CollectingSink())).toBe(headBytes);
});

test('all bodies of a run together keep 28 MiB, half of which is reserved for Errors', async () => {
  const room = newRoom();
  for (let index = 0; index < 300; index++) await keptOf(headBytes, new CollectingSink(), room);
  const kept: number[] = [];
  for (let index = 0; index < 16; index++) kept.push(await keptOf(mostBytes, undefined, room));
  expect([kept.filter((bytes) => bytes === mostBytes).length, kept.at(-1)]).toEqual([14, 0]);
});

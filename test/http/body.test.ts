import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { Header } from '../../runner/evidence/exchange.js';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import type { BodySink } from '../../runner/http/transport.js';
import { CollectingSink } from './target.js';

const text = Buffer.from(JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, complete: id % 3 === 0 }))));

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
  readonly more?: readonly Header[];
}

/** Reads a body that comes in pieces. */
function read(codings: readonly string[], bytes: Buffer, reading: Reading = {}) {
  const { pieceBytes = 1_000, sink, isCutOff, room = newRoom(), throwIfGivenUp = () => undefined, more = [] } = reading;
  const headers = [...codings.map((coding) => ['content-encoding', coding] as const), ...more];
  const reader = new BodyReader({ throwIfGivenUp, progress: () => undefined }, room, sink);
  return reader.read({ headers }, piecesOf(bytes, pieceBytes, isCutOff));
}

const withoutChecksum = (bytes: Buffer): Buffer => bytes.fill(0xff, bytes.length - 8);

describe('content codings', () => {
  test.each([
    ['none', [], text, []],
    ['identity', ['identity'], text, []],
    ['gzip', ['gzip'], gzipSync(text), ['gzip']],
    ['x-gzip, in any letter case', ['X-GZip'], gzipSync(text), ['x-gzip']],
    [
      'two gzip members',
      ['gzip'],
      Buffer.concat([gzipSync(text.subarray(0, 9)), gzipSync(text.subarray(9))]),
      ['gzip'],
    ],
    ['deflate as zlib', ['deflate'], deflateSync(text), ['deflate']],
    ['deflate without its wrapper', ['deflate'], deflateRawSync(text), ['deflate']],
    ['gzip beside identity, over two lines', ['identity', 'x-gzip , identity'], gzipSync(text), ['x-gzip']],
  ] as const)('are undone: %s', async (_name, codings, bytes, undone) => {
    // A piece of a few bytes is cut anywhere; one byte at a time takes a second for each coding.
    for (const pieceBytes of [7, 100_000]) {
      const sink = new CollectingSink();
      const { head, ...rest } = await read(codings, bytes, { pieceBytes, sink });
      expect(text.subarray(0, 64 * 1024).equals(head)).toBe(true);
      expect(rest).toEqual({ length: text.length, whole: false, codings: undone, end: 'complete' });
      expect(sink.bytes.equals(text)).toBe(true);
      expect(sink.ends).toEqual([true]);
    }
  });

  test.each([
    ['plain text', 'deflate', text],
    ['a flipped checksum', 'gzip', withoutChecksum(gzipSync(text))],
    ['an end that is missing', 'gzip', gzipSync(text).subarray(0, -20)],
    ['an end that is missing', 'deflate', deflateRawSync(text).subarray(0, -20)],
    ['one byte', 'deflate', Buffer.from('x')],
    ['a byte after its end', 'gzip', Buffer.concat([gzipSync(text), Buffer.from('x')])],
    ['a byte after its end', 'deflate', Buffer.concat([deflateSync(text), Buffer.from('x')])],
    ['a byte after its bare end', 'deflate', Buffer.concat([deflateRawSync(text), Buffer.from('x')])],
    ['pieces after its end', 'deflate', Buffer.concat([deflateRawSync(text), text])],
  ])('that are broken (%s as %s) make the body undecodable', async (_name, coding, bytes) => {
    const sink = new CollectingSink();
    const record = await read([coding], bytes, { sink });
    expect(record).toMatchObject({ end: 'undecodable', whole: false });
    expect(sink.ends).toEqual([false]);
  });

  test('that are unknown make the body undecodable, and its head is kept as it came', async () => {
    const sink = new CollectingSink();
    const record = await read(['gzip, utf-8'], Buffer.from('[]'), { sink });
    expect(record).toEqual({ length: 2, head: Buffer.from('[]'), whole: false, codings: [], end: 'undecodable' });
    expect([sink.chunks, sink.ends]).toEqual([[], [false]]);
  });

  test('do not matter to an empty body', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'rot13']) {
      expect(await read([coding], Buffer.alloc(0))).toMatchObject({ length: 0, whole: true, end: 'complete' });
    }
  });

  test.each(['br', 'zstd', 'compress', 'gzip, gzip', 'gzip, br'])(
    'that requests do not offer, and more than one, are over a limit: %s',
    async (coding) => {
      expect(await read([coding], brotliCompressSync('[]'))).toMatchObject({ codings: [], end: 'stopped' });
    },
  );

  test('of a body that is cut off on the wire leave it truncated, with what could be decoded', async () => {
    const record = await read(['gzip'], gzipSync(text).subarray(0, 5_000), { isCutOff: true });
    expect(record.end).toBe('truncated');
    expect(record.length).toBeGreaterThan(0);
    expect(text.subarray(0, record.head.length).equals(record.head)).toBe(true);
  });

  test('are undone no further than a sink wants', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const sink = new CollectingSink(100_000);
    const record = await read(['gzip'], bomb, { pieceBytes: bomb.length, sink });
    expect(record).toMatchObject({ end: 'stopped', length: sink.bytes.length, whole: false });
    expect(sink.bytes.length).toBeLessThan(200_000);
    expect(sink.ends).toEqual([]);
  });
});

test('a sink that throws fails the reading, and gets nothing more', async () => {
  for (const [coding, bytes] of [['identity', text] as const, ['gzip', gzipSync(text)] as const]) {
    const write = vi.fn(() => {
      throw new RangeError('defect of the sink');
    });
    await expect(read([coding], bytes, { sink: { write, end: vi.fn() } })).rejects.toThrow('defect of the sink');
    expect(write).toHaveBeenCalledOnce();
  }
});

describe('the record of a body', () => {
  const recordOf = async (bytes: number, sink?: CollectingSink, room = newRoom()) => {
    const reading = { pieceBytes: 50_000, room, ...(sink && { sink }) };
    const { head, whole, length } = await read([], Buffer.alloc(bytes, 'x'), reading);
    expect([length, Buffer.alloc(head.length, 'x').equals(head)]).toEqual([bytes, true]);
    return { whole, head: head.length };
  };

  const [headBytes, mostBytes] = [64 * 1024, 1024 * 1024];

  test.each([
    [headBytes, { whole: true, head: headBytes }],
    [headBytes + 1, { whole: true, head: headBytes + 1 }],
    [mostBytes, { whole: true, head: mostBytes }],
    [mostBytes + 1, { whole: false, head: mostBytes }],
  ])('keeps all of %i bytes where that is at most 1 MiB', async (bytes, expected) => {
    expect(await recordOf(bytes)).toEqual(expected);
  });

  test('keeps 64 KiB of what a sink reads', async () => {
    const record = await recordOf(headBytes + 1, new CollectingSink());
    expect(record).toEqual({ whole: false, head: headBytes });
  });

  test('keeps no more once all of a run have 28 MiB, of which sinks leave half to Errors', async () => {
    const room = newRoom();
    for (let index = 0; index < 300; index++) await recordOf(headBytes, new CollectingSink(), room);
    const records: Awaited<ReturnType<typeof recordOf>>[] = [];
    for (let index = 0; index < 16; index++) records.push(await recordOf(mostBytes, undefined, room));
    expect(records.filter(({ whole }) => whole).length).toBe(14);
    expect(records.at(-1)).toEqual({ whole: false, head: 0 });
  });
});

test('a large header is read as long as a run has room for it, a small one always', async () => {
  const room = { left: 10_000 };
  const readAfter = (bytes: number) => read([], Buffer.from('{}'), { room, more: [['A', 'x'.repeat(bytes)]] });
  await readAfter(6_000);
  await expect(readAfter(6_000)).rejects.toThrow('What is kept of this run has more than');
  expect((await readAfter(2_000)).end).toBe('complete');
});

describe('a body whose exchange is given up', () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));

  test.each([
    ['plain', [], Buffer.alloc(1024 * 1024)],
    ['gzip', ['gzip'], bomb],
  ])('is not decoded any further, however much of it has come: %s', async (_, codings, bytes) => {
    const write = vi.fn(() => true);
    const end = vi.fn();
    const throwIfGivenUp = () => {
      if (write.mock.calls.length > 0) throw new Error('The run is over.');
    };
    const reading = read(codings, bytes, { pieceBytes: 64 * 1024, sink: { write, end }, throwIfGivenUp });
    await expect(reading).rejects.toThrow('The run is over.');
    expect([write, end].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });
});

import { brotliCompressSync, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { BodyReader, newRoom } from '../../runner/http/body.js';
import type { BodySink } from '../../runner/http/transport.js';
import { CollectingSink, never } from './target.js';

const text = Buffer.from(JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, complete: id % 3 === 0 }))));

const watch = { signal: never, progress: () => undefined };

type Arrival = 'complete' | 'truncated';

async function* piecesOf(bytes: Buffer, pieceBytes: number, arrival: Arrival): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
  if (arrival === 'truncated') throw new Error('The connection was closed.');
}

/** Reads a body that comes in pieces of some size. */
const read = async (
  codings: string[],
  bytes: Buffer,
  pieceBytes: number,
  sink?: BodySink,
  arrival: Arrival = 'complete',
) =>
  new BodyReader(watch, newRoom(), sink).read(
    { headers: codings.map((coding) => ['content-encoding', coding] as const) },
    piecesOf(bytes, pieceBytes, arrival),
  );

const withoutChecksum = (bytes: Buffer): Buffer => bytes.fill(0xff, bytes.length - 8);

const digestOf = (bytes: Uint8Array): string => `crc32:${crc32(bytes).toString(16).padStart(8, '0')}`;

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
    ['a stack', ['gzip, deflate'], deflateSync(gzipSync(text)), ['deflate', 'gzip']],
    ['a stack over two lines', ['deflate', 'x-gzip , identity'], gzipSync(deflateRawSync(text)), ['x-gzip', 'deflate']],
  ] as const)('are undone: %s', async (_name, codings, bytes, undone) => {
    // A piece of a few bytes is cut anywhere; one byte at a time takes a second for each coding.
    for (const pieceBytes of [7, 100_000]) {
      const sink = new CollectingSink();
      const record = await read([...codings], bytes, pieceBytes, sink);
      const { head, ...rest } = record;
      expect(text.subarray(0, 64 * 1024).equals(head)).toBe(true);
      const digest = digestOf(text);
      expect(rest).toEqual({ length: text.length, whole: false, digest, codings: undone, end: 'complete' });
      expect(sink.bytes.equals(text)).toBe(true);
      expect(sink.ends).toEqual([true]);
    }
  });

  test.each([
    ['plain text', 'gzip', text],
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
    const record = await read([coding], bytes, 1_000, sink);
    expect(record).toMatchObject({ end: 'undecodable', whole: false });
    expect(sink.ends).toEqual([false]);
  });

  test('that are unknown make the body undecodable, and its head is kept as it came', async () => {
    const sink = new CollectingSink();
    const record = await read(['gzip, utf-8, deflate'], deflateSync(Buffer.from('[]')), 9, sink);
    expect(record).toEqual({
      length: 2,
      head: Buffer.from('[]'),
      whole: false,
      digest: digestOf(Buffer.from('[]')),
      codings: ['deflate'],
      end: 'undecodable',
    });
    expect([sink.chunks, sink.ends]).toEqual([[], [false]]);
    expect(await read(['rot13'], text, 1_000)).toMatchObject({ end: 'undecodable' });
  });

  test('do not matter to an empty body', async () => {
    for (const coding of ['gzip', 'deflate', 'br', 'rot13']) {
      expect(await read([coding], Buffer.alloc(0), 1)).toMatchObject({ length: 0, whole: true, end: 'complete' });
    }
  });

  test.each(['br', 'zstd', 'compress'])('that requests do not offer are not undone: %s', async (coding) => {
    expect(await read([coding], brotliCompressSync('[]'), 1_000)).toMatchObject({ codings: [], end: 'stopped' });
  });

  test('of a body that is cut off on the wire leave it truncated, with what could be decoded', async () => {
    const record = await read(['gzip'], gzipSync(text).subarray(0, 5_000), 1_000, undefined, 'truncated');
    expect(record.end).toBe('truncated');
    expect(record.length).toBeGreaterThan(0);
    expect(text.subarray(0, record.head.length).equals(record.head)).toBe(true);
  });

  test('are undone no further than a sink wants', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const sink = new CollectingSink(100_000);
    const record = await read(['gzip'], bomb, bomb.length, sink);
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
    await expect(read([coding], bytes, 1_000, { write, end: vi.fn() })).rejects.toThrow('defect of the sink');
    expect(write).toHaveBeenCalledOnce();
  }
});

describe('the record of a body', () => {
  const recordOf = async (bytes: number, sink?: CollectingSink, room = newRoom()) => {
    const pieces = piecesOf(Buffer.alloc(bytes, 'x'), 50_000, 'complete');
    const { head, whole, length } = await new BodyReader(watch, room, sink).read({ headers: [] }, pieces);
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
  const read = (bytes: number) =>
    new BodyReader(watch, room).read(
      { headers: [['A', 'x'.repeat(bytes)]] },
      piecesOf(Buffer.from('{}'), 2, 'complete'),
    );
  await read(6_000);
  await expect(read(6_000)).rejects.toThrow('What is kept of this run has more than');
  expect((await read(2_000)).end).toBe('complete');
});

describe('a body whose exchange is given up', () => {
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));

  test.each([
    ['plain', [], Buffer.alloc(1024 * 1024)],
    ['gzip', ['gzip'], bomb],
    ['gzip in gzip', ['gzip', 'gzip'], gzipSync(bomb)],
  ])('is not decoded any further, however much of it has come: %s', async (_, codings, bytes) => {
    const controller = new AbortController();
    const write = vi.fn(() => {
      controller.abort(new Error('The run is over.'));
      return true;
    });
    const end = vi.fn();
    const headers = codings.map((coding) => ['content-encoding', coding] as const);
    const reader = new BodyReader({ signal: controller.signal, progress: () => undefined }, newRoom(), { write, end });
    const reading = reader.read({ headers }, piecesOf(bytes, 64 * 1024, 'complete'));
    await expect(reading).rejects.toThrow('The run is over.');
    expect([write, end].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { ListingReader } from '../../runner/listing/index.js';
import { readListing } from './reading.js';

const order = (id: number | string, more = ''): string =>
  `{"id":${id},"petId":2,"quantity":3,"shipDate":"2026-01-01T00:00:00Z","complete":true${more}}`;
const listing = (...elements: readonly string[]): string => `[${elements.join(',')}]`;
const many = (count: number, element: (i: number) => string): string =>
  listing(...Array.from({ length: count }, (_, i) => element(i)));

describe('schema deviations', () => {
  test('are grouped by place and keyword, the first three of a kind in full', () => {
    const others = ['{"id":"b"}', '{"id":null}', '{"id":[1, 2]}', '{"complete":"yes"}', '7'];
    expect(readListing(listing('{"id":"a"}', order(1), ...others)).deviations).toEqual([
      {
        path: '/id',
        keyword: 'type',
        params: { type: 'integer' },
        message: 'must be integer',
        count: 4,
        examples: [
          { pointer: '/0/id', actual: '"a"' },
          { pointer: '/2/id', actual: '"b"' },
          { pointer: '/3/id', actual: 'null' },
        ],
      },
      {
        path: '/complete',
        keyword: 'type',
        params: { type: 'boolean' },
        message: 'must be boolean',
        count: 1,
        examples: [{ pointer: '/5/complete', actual: '"yes"' }],
      },
      {
        path: '',
        keyword: 'type',
        params: { type: 'object' },
        message: 'must be object',
        count: 1,
        examples: [{ pointer: '/6', actual: '7' }],
      },
    ]);
  });

  test('quote a bounded part of what was sent', () => {
    const { deviations } = readListing(listing(`{"id":"${'é'.repeat(5000)}"}`));
    expect(deviations[0]?.examples[0]?.actual).toBe(`"${'é'.repeat(199)}…`);
  });
});

describe('ids', () => {
  test('are told from members whose names end like theirs', () => {
    const body = listing(
      '{"a\\"id":9007199254740995,"id":9007199254740993}',
      '{"inner":{"id":9007199254740997},"id":1}',
    );
    const reading = readListing(body, {}, { ask: [9007199254740993n, 9007199254740995n, 9007199254740997n, 1n] });
    expect(reading.lists(9007199254740993n) && reading.lists(1n)).toBe(true);
    expect(reading.lists(9007199254740995n) || reading.lists(9007199254740997n)).toBe(false);
  });

  test.each(['elements', 'presence'] as const)('that were asked for are found with their elements (%s)', (use) => {
    const body = many(500, (i) => (i === 400 ? '{ "id" : 9007199254740993, "n" : 1e2 }' : order(i)));
    const ask = [0n, 7n, 499n, 400n, 9007199254740992n, 9007199254740993n];
    const reading = readListing(body, { chunk: 1000 }, { use, ask });
    expect(ask.filter((id) => reading.lists(id))).toEqual([0n, 7n, 499n, 9007199254740993n]);
    const elements = [
      [0n, order(0)],
      [7n, order(7)],
      [9007199254740993n, '{ "id" : 9007199254740993, "n" : 1e2 }'],
      [499n, order(499)],
    ];
    expect([...reading.elements]).toEqual(elements);
  });
});

test('a listing that is one of many is judged as the others, but for ids after the first 65,536', () => {
  const body = many(70_000, (i) => (i === 3 || i === 69_999 ? order(1) : order(i)));
  const [one, shared] = (['presence', 'elements'] as const).map((use) => readListing(body, {}, { use }));
  expect(one).toMatchObject({ count: 70_000, deviations: [], repeatedIds: { count: 1, examples: [1n] } });
  expect(shared).toMatchObject({ repeatedIds: { count: 2 } });
});

test('white space between elements may be longer than an element that is read', () => {
  const space = ' \r\n\t'.repeat(600_000);
  const body = `${space}[${space}{"id":1},${space}{"id":2}]${space}`;
  expect(readListing(body, { chunk: 65_536 })).toMatchObject({ count: 2 });
});

describe('a problem', () => {
  test('says where it is, and keeps what came before', () => {
    const before = `${listing(order(1), order('"x"')).slice(0, -1)},`;
    const { problem, count, deviations } = readListing(`${before} {"id": nope}, {"id":2}]`);
    expect({ problem, count, deviations: deviations.length }).toEqual({
      problem: {
        code: 'syntax',
        offset: before.length + 9,
        message: 'The only words in JSON are `true`, `false` and `null`.',
        excerpt: '01T00:00:00Z","complete":true}, {"id": nope}, {"id":2}]',
      },
      count: 2,
      deviations: 1,
    });
  });

  test('counts its offset in bytes from the start of a body in many chunks', () => {
    const elements = many(3000, (i) => order(i, ',"note":"é"')).slice(0, -1);
    const { problem, count } = readListing(`${elements},?]`, { chunk: 1500 });
    expect(problem).toMatchObject({ code: 'syntax', offset: Buffer.byteLength(elements) + 1 });
    expect(count).toBe(3000);
  });

  test('is an end that came too early where the transfer broke off', () => {
    for (const body of ['', '  ', '[', '[{"id":1}', '{"data":']) {
      expect(readListing(body, { complete: false }).problem?.code).toBe('truncated');
    }
  });

  test('is the lack of an array also in a large body of another kind', () => {
    const large = (tail: string) => `{"data":[${'{"id":1},'.repeat(300_000)}${tail}`;
    expect(readListing(large('1]}')).problem?.code).toBe('not-an-array');
    expect(readListing(large('NaN]}')).problem?.code).toBe('not-an-array');
    expect(readListing(`<html>${'x'.repeat(3_000_000)}`).problem?.code).toBe('syntax');
  });

  test('does not stop the rest of the body from being drained', () => {
    const reader = new ListingReader({ use: 'elements', ask: [] });
    expect(['[1}', '{"id":1}', ']'].map((piece) => reader.write(Buffer.from(piece)))).toEqual([true, true, true]);
    reader.end(true);
    expect(reader.reading()).toMatchObject({ problem: { code: 'syntax', offset: 2 }, count: 1 });
  });
});

test('a listing that goes on after a limit is not read for ever', () => {
  const reader = new ListingReader({ use: 'elements', ask: [] });
  expect(reader.write(Buffer.from(`[{"id":1},{"note":"${'x'.repeat(3 * 1024 * 1024)}`))).toBe(true);
  const piece = Buffer.alloc(8 * 1024 * 1024, ' ');
  const wanted = Array.from({ length: 9 }, () => reader.write(piece));
  expect(wanted).toEqual([true, true, true, true, true, true, true, true, false]);
  expect(reader.reading()).toMatchObject({ count: 1, unread: expect.stringContaining('larger than') });
});

test('a reading is refused before the body has ended', () => {
  const reader = new ListingReader({ use: 'elements', ask: [] });
  reader.write(Buffer.from('[]'));
  expect(() => reader.reading()).toThrow('A listing was asked for its reading before its body had ended.');
});

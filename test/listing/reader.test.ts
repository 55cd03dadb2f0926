import { expect, test } from 'vitest';
import { ListingReader, type ListingUse } from '../../evidence/listing/index.js';
import { many, order } from './listings.js';
import { readListing } from './reading.js';

test.each(['elements', 'presence'] as const)('requested ids are found with their elements (%s)', (use) => {
  const odd = '{ "id" : 9007199254740993, "n" : 1e2 }';
  const elements = [order(0), odd, order(7), '{"id":7}', `{"id":8,"s":"${'x'.repeat(5_000)}"}`, order(9)];
  const body = `[${[...elements, ...Array.from({ length: 100 }, (_, index) => order(1_000 + index))].join()}]`;
  const ask = [0n, 7n, 8n, 10n, 9007199254740992n, 9007199254740993n];
  const more = Array.from({ length: 100 }, (_, index) => BigInt(1_000 + index));
  const reading = readListing(body, { chunk: 1000 }, { use, ask: [...ask, ...more] });
  expect(ask.filter((id) => reading.lists(id))).toEqual([0n, 7n, 8n, 9007199254740993n]);
  expect(more.every((id) => reading.lists(id))).toBe(true);
  expect([...reading.elements].slice(0, 5)).toEqual([
    [0n, order(0)],
    [9007199254740993n, odd],
    [7n, order(7)],
    [8n, `{"id":8,"s":"${'x'.repeat(4_096 - 13)}…`],
    [1_000n, order(1_000)],
  ]);
  expect(reading.elements.size).toBe(64);
});

test('a listing is judged alike in a run with many, except for ids after the first 65,536', () => {
  const body = `[${many(70_000, (index) => order(index === 3 || index === 69_999 ? 1 : index))}]`;
  const [one, shared] = (['presence', 'elements'] as const).map((use) => readListing(body, {}, { use }));
  expect(one).toMatchObject({ count: 70_000, deviations: [], repeatedIds: { count: 1, examples: [1n] } });
  expect(shared).toMatchObject({ repeatedIds: { count: 2 } });
});

test.each([1, 1_023, 1_024, 1_025, 2_048, 2_049, 30_000])('%i small elements are read like a few', (count) => {
  const elements = many(count, () => '{}');
  const at = elements.length + 1;
  expect(readListing(`[${elements}]`)).toMatchObject({ count, withoutId: count, problem: undefined });
  expect(readListing(`[${elements} ]`, { chunk: 4_097 })).toMatchObject({ count, problem: undefined });
  expect(readListing(`[${elements},x]`)).toMatchObject({ count, problem: { code: 'syntax', offset: at + 1 } });
  expect(readListing(`[${elements},]`)).toMatchObject({ count, problem: { code: 'syntax', offset: at + 1 } });
  expect(readListing(`[${elements}`)).toMatchObject({ problem: { code: 'truncated', offset: at } });
});

test('the rest of a body is drained after a problem', () => {
  const reader = new ListingReader({ use: 'elements', ask: [] });
  expect(['[1}', '{"id":1}', ']'].map((piece) => reader.write(Buffer.from(piece)))).toEqual([true, true, true]);
  expect(() => reader.reading()).toThrow('A listing was asked for its reading before its body had ended.');
  reader.end(true);
  expect(reader.reading()).toMatchObject({ problem: { code: 'syntax', offset: 2 }, count: 1 });
});

test.each<[name: string, use: ListingUse, start: string, drained: number]>([
  ['after a limit of the suite', 'elements', `[{"id":1},{"note":"${'x'.repeat(3 * 1024 * 1024)}`, 8],
  ['after a problem, longer than any page', 'page', '[1}', 7],
])('a listing that goes on is not read for ever: %s', (_name, use, start, drained) => {
  const reader = new ListingReader({ use, ask: [] });
  expect(reader.write(Buffer.from(start))).toBe(true);
  const piece = Buffer.alloc(8 * 1024 * 1024, ' ');
  expect(Array.from({ length: 9 }, () => reader.write(piece)).lastIndexOf(true)).toBe(drained - 1);
});

test('ids are not compared once the run has ended', () => {
  const reader = new ListingReader({ use: 'elements', ask: [] });
  reader.write(Buffer.from('[{"id":1},{"id":1}]'));
  reader.end(true);
  const incomplete = 'The run ended before all order ids were compared.';
  expect(reader.reading(AbortSignal.abort()).repeatedIds).toEqual({ count: 0, examples: [], incomplete });
});

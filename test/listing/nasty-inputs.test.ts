import { describe, expect, test } from 'vitest';
import type { ListingReading } from '../../runner/listing/index.js';
import { invalidListings, unreadListings } from './nasty-inputs.js';
import { readListing } from './reading.js';

/** Every size for small bodies; for the others, sizes around everything that could matter. */
const chunkSizes = (length: number): number[] =>
  length <= 80
    ? Array.from({ length: Math.max(length, 1) }, (_, i) => i + 1)
    : [1, 2, 3, 7, 64, 1000, length].filter((size) => length / size < 5000);

/** What all ways of cutting a body into chunks say about it; one entry where they agree. */
function readingsOf<T>(body: Buffer, pick: (reading: ListingReading) => T): T[] {
  const distinct = new Map<string, T>();
  for (const chunk of chunkSizes(body.length)) {
    const picked = pick(readListing(body, { chunk }));
    distinct.set(JSON.stringify(picked), picked);
  }
  return [...distinct.values()];
}

test('a body that is not an array is refused alike, however it is cut into chunks', async () => {
  const entries = Object.entries(invalidListings).map(([name, body]) => {
    const readings = readingsOf(body, ({ problem, count }) => ({ ...problem, elements: count }));
    return `${name}\n${readings.map((reading) => `  ${JSON.stringify(reading)}\n`).join('')}`;
  });
  await expect(entries.join('\n')).toMatchFileSnapshot('expected/invalid-listings.txt');
});

describe('a listing that is too much for the suite', () => {
  test.each(Object.entries(unreadListings))('is unread from there on, and not refused: %s', (_, body) => {
    const pick = ({ problem, unread, count }: ListingReading) => ({ problem, unread, count });
    expect([pick(readListing(body)), pick(readListing(body, { chunk: 1000 }))]).toEqual(
      Array(2).fill({
        problem: undefined,
        unread: expect.stringMatching(/^An element .*\.$/),
        count: 1,
      }),
    );
  });

  test.each(Object.entries(unreadListings))('is refused where it is not JSON: %s', (_, body) => {
    const broken = Buffer.concat([body.subarray(0, 30_000), Buffer.of(1), body.subarray(30_000)]);
    const ended = body.subarray(0, 30_000);
    const codes = [readListing(broken), readListing(ended)].map(({ problem, unread }) => [problem?.code, unread]);
    expect(codes).toEqual([
      ['syntax', undefined],
      ['truncated', undefined],
    ]);
  });
});

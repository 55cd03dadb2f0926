import { describe, expect, test } from 'vitest';
import { invalidListings, repeatingListings, validListings } from './nasty-inputs.js';
import { readListing } from './reading.js';

/** Every size for small bodies; for the others, sizes around everything that could matter. */
const chunkSizes = (length: number): number[] =>
  length <= 80
    ? Array.from({ length: Math.max(length, 1) }, (_, i) => i + 1)
    : [1, 2, 3, 7, 64, 1000, length].filter((size) => length / size < 5000);

const batchSizes = [1, 5, 64, 65536];

/** What all ways of cutting a body into chunks and batches say about it; one entry where they agree. */
function readingsOf<T>(body: Buffer, pick: (reading: ReturnType<typeof readListing>) => T): T[] {
  const distinct = new Map<string, T>();
  for (const chunk of chunkSizes(body.length)) {
    for (const batchBytes of batchSizes) {
      const picked = pick(readListing(body, { chunk, batchBytes }));
      distinct.set(JSON.stringify(picked), picked);
    }
  }
  return [...distinct.values()];
}

describe('a listing that is an array', () => {
  test.each(Object.entries(validListings))('is read with all its elements: %s', (_, body) => {
    const elements = JSON.parse(body.toString()) as unknown[];
    expect(readingsOf(body, ({ problem, count }) => ({ problem, count }))).toEqual([
      { problem: undefined, count: elements.length },
    ]);
  });
});

describe('a body that is no array', () => {
  test.each(Object.entries(invalidListings))('is refused: %s', (_, [body, code, index]) => {
    const problems = readingsOf(body, ({ problem, count }) => ({
      code: problem?.code,
      index: problem?.index,
      offset: problem?.offset,
      message: problem?.message,
      count,
    }));
    expect(problems).toEqual([
      { code, index, offset: expect.any(Number), message: expect.stringMatching(/^[A-Z].*\.$/), count: index },
    ]);
  });
});

describe('an element that repeats a member', () => {
  test.each(Object.entries(repeatingListings))('is found: %s', (_, [body, pointer, actual]) => {
    const index = Number(pointer.split('/')[1]);
    expect(readingsOf(body, ({ repeatedMembers }) => repeatedMembers)).toEqual([
      { count: 1, examples: [{ index, pointer, actual }] },
    ]);
  });
});

import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { faultsOf } from '../../runner/listing/deviations.js';
import { findElements } from '../../runner/listing/element-scan.js';
import type { ListingReading } from '../../runner/listing/index.js';
import { int64At, readJsonText, shallowValueOf } from '../../runner/listing/json/nodes.js';
import { validateOrder } from '../../runner/listing/schema/validators.generated.js';
import { repeatingListings, validListings } from './nasty-inputs.js';
import { fuzzDocuments, fuzzSeed, fuzzTimeout, mutate, Random } from './random.js';
import { readListing } from './reading.js';

const order = (id: number | string, more = ''): string =>
  `{"id":${id},"petId":2,"quantity":3,"shipDate":"2026-01-01T00:00:00Z","complete":true${more}}`;

const seeds = [
  ...Object.values(validListings).filter((body) => body.length < 300),
  ...Object.values(repeatingListings).map(([body]) => body),
  Buffer.from(`[${[1, 2, 3, 44, 5, 6].map((id) => order(id)).join(',')}]`),
  Buffer.from(`[${[1, 2, 3, 44].map((id) => order(id, `,"tags":["a",{"b":${id}}],"note":"é"`)).join(' ,\n')}]`),
  Buffer.from(`[${['9007199254740993', '1e2', '100', '9223372036854775807', '1.0'].map((id) => order(id)).join(',')}]`),
];

/** What JSON.parse says about the bytes, decoded strictly; undefined where it is not an array. */
function reference(bytes: Buffer): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Verdicts {
  readonly count: number;
  readonly withoutId: number;
  readonly faults: readonly string[];
  readonly repeatedIds: number;
  readonly repeatedMembers: number;
  readonly quantityNotPositive: number;
}

/** The slow way for all elements: every one read to the digit and validated. */
function slowVerdicts(bytes: Buffer, count: number): Verdicts {
  const start = bytes.indexOf('[') + 1;
  const ranges = count === 0 ? [] : findElements(bytes, start, count).ranges;
  const texts = ranges.map(({ from, to }) => readJsonText(bytes, from, to)).filter((text) => text !== undefined);
  const ids = texts.map((text) => int64At(text, '/id')).filter((id) => id !== undefined);
  const values = texts.map(({ node }) => shallowValueOf(node));
  const faults = values.flatMap((value) => faultsOf(value, validateOrder(value)));
  const quantities = values.map((value) => (value as { quantity?: unknown } | null)?.quantity);
  return {
    count: texts.length,
    withoutId: texts.length - ids.length,
    faults: faults.map(({ path, keyword, iso8601 }) => `${path} ${keyword} ${iso8601}`).sort(),
    repeatedIds: ids.length - new Set(ids).size,
    repeatedMembers: texts.filter(({ repeated }) => repeated).length,
    quantityNotPositive: quantities.filter((q) => typeof q === 'number' && Number.isInteger(q) && q <= 0).length,
  };
}

const verdictsOf = (reading: ListingReading): Verdicts => ({
  count: reading.count,
  withoutId: reading.withoutId,
  faults: reading.deviations
    .flatMap(({ path, keyword, iso8601, count }) => Array<string>(count).fill(`${path} ${keyword} ${iso8601}`))
    .sort(),
  repeatedIds: reading.repeatedIds.count,
  repeatedMembers: reading.repeatedMembers.count,
  quantityNotPositive: reading.quantityNotPositive,
});

test('the reader agrees with JSON.parse and the slow way on mutated listings', { timeout: fuzzTimeout }, async () => {
  const random = new Random(fuzzSeed);
  let accepted = 0;
  for (let i = 0; i < fuzzDocuments; i++) {
    let bytes = random.pick(seeds);
    for (let mutations = 1 + random.below(3); mutations > 0; mutations--) bytes = mutate(bytes, random);
    const options = { chunk: random.pick([1, 2, 7, 64, 4096]), batchBytes: random.pick([1, 16, 65536]) };
    const reading = await readListing(bytes, options);
    const elements = reference(bytes);
    const document = () =>
      `document ${i} of seed ${fuzzSeed}: ${JSON.stringify(bytes.toString('latin1'))} ${JSON.stringify(options)}`;
    if ((reading.problem === undefined) !== (elements !== undefined)) expect.fail(document());
    if (!elements) continue;
    accepted++;
    if (!isDeepStrictEqual(verdictsOf(reading), slowVerdicts(bytes, elements.length))) {
      expect(verdictsOf(reading), document()).toEqual(slowVerdicts(bytes, elements.length));
    }
  }
  expect(accepted).toBeGreaterThan(fuzzDocuments / 20);
});

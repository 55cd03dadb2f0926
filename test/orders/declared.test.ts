import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ListingReading } from '../../evidence/listing/index.js';
import { mistakesOf } from '../../evidence/mistakes.js';
import type { Candidate, UnknownKind } from '../../evidence/request.js';
import { type DeclaredOrders, NO_ORDERS } from '../../interface/declared.js';
import { isInt64, MAX_INT64 } from '../../interface/helpers/helpers.js';
import { assign } from '../../runner/fixtures/assign.js';
import { isNeighbour, neighbourCandidates, unknownCandidates } from '../../runner/fixtures/candidates.js';
import { parseFixtures } from '../../runner/fixtures/fixtures-file.js';
import { KnownOrders } from '../../runner/fixtures/known-orders.js';
import { permitted } from '../../runner/fixtures/permission.js';
import { whyHeldBack, whyNoCandidate } from '../../runner/fixtures/why-not-sent.js';
import { holdCases } from '../cases.js';
import { listingOf } from '../engine/made-up.js';
import { processorMs } from '../processor-ms.js';
import { refusal } from '../refusal.js';

type Ids = readonly bigint[];

const expected = (name: string): string => join(import.meta.dirname, `expected/${name}.txt`);

/** Holds a file of cases whose input is YAML: declared orders, with ids of any size, and what else is given. */
const holdOrders = <Given>(name: string, read: (given: Given, declared: DeclaredOrders) => unknown): Promise<void> =>
  holdCases(expected(name), (input) => {
    const given: Given & Partial<DeclaredOrders> = parse(input, { intAsBigInt: true });
    return read(given, { ...NO_ORDERS, ...given });
  });

test('a fixtures file', async () => {
  await holdCases(expected('fixtures'), (input) => {
    const text = input.replaceAll('\\r', '\r').replaceAll('\\t', '\t');
    return parseFixtures('orders.yaml', text, '/work');
  });
});

const problems = (text: string) => refusal(() => parseFixtures('orders.yaml', text, '/work'));

const ids = (length: number): string => Array.from({ length }, (_, index) => index).join(',');

test.each<[title: string, text: string, message: RegExp]>([
  [
    'an id of 5000 digits is quoted to a limited length',
    `orders: { pending: [${'9'.repeat(5000)}] }`,
    / found 9{40}…\.$/,
  ],
  ['bottomless nesting is not followed', '['.repeat(20_000), /^orders\.yaml:1:\d+: Nested too deeply to be read\.$/],
  [
    'a long text is refused at once',
    `orders:\n  pending: [${'9007199254740993, '.repeat(240_000)}1]\n`,
    /^orders\.yaml: Expected at most 4194304 characters, found 4320023\.$/,
  ],
  [
    'more orders than a run needs are refused before each is looked at',
    `orders:\n  pending: [${ids(20_000)}]\n`,
    /^orders\.yaml:2:3: orders: expected at most 1000 order ids, found 20000\. A full run needs about 20\.$/,
  ],
  [
    'of many mistakes of a kind, a hundred are told',
    Array.from({ length: 4_000 }, (_, index) => `m${index}: 1`).join('\n'),
    /\norders\.yaml: There are more mistakes of this kind\.$/,
  ],
])('of a fixtures file: %s', async (_, text, message) => {
  const from = processorMs();
  expect(await problems(text)).toMatch(message);
  expect(processorMs() - from).toBeLessThan(5_000);
});

test('orders are assigned to probes by design', async () => {
  await holdOrders<{ held?: Ids; outliers?: Ids }>('assigned', ({ held = [], outliers = [] }, declared) => {
    const { byPurpose, ...lists } = assign(
      declared,
      ['told-apart', 'alone', 'race', 'shipped', 'other'],
      (id) => held.includes(id),
      new Set(outliers),
    );
    return Object.fromEntries([
      ...[...byPurpose].map(([purpose, { id }]) => [purpose, id]),
      ...Object.entries(lists).flatMap(([use, orders]) =>
        orders.length === 0 ? [] : [[use, orders.map(({ id }) => id).join(', ')]],
      ),
    ]);
  });
});

const KINDS = ['plain', 'above-2-31', 'above-2-53', 'max-int64', 'zero', 'negative'] as const;

/** The kinds that have one candidate more because these ids are declared unknown. */
const servedBy = (declared: DeclaredOrders) =>
  KINDS.filter((kind) => unknownCandidates(kind, declared).length > unknownCandidates(kind, NO_ORDERS).length);

test('for each candidate, all orders are known with which a careless server could confuse it', async () => {
  await holdOrders<{ text?: string; kind?: UnknownKind }>('candidates', ({ text, kind }, declared) => {
    if (text !== undefined) return mistakesOf(BigInt(text)).join(', ');
    if (kind === undefined) return servedBy(declared).join(', ') || 'nowhere';
    const candidates = isNeighbour(kind)
      ? neighbourCandidates(declared.pending.slice(0, 1), kind, declared)
      : unknownCandidates(kind, declared);
    return candidates.map(
      ({ text, readings, riskyPending }) => `${text}: taken for ${readings.join(', ')}; pending: ${riskyPending}`,
    );
  });
});

test('an id for an incomplete listing is above 2^53, exact as a double, and truncates to a declared order or 0', () => {
  const declared = { ...NO_ORDERS, pending: [101n, 103n], shipped: [202n] };
  const drawn = (kind: (typeof KINDS)[number]) => unknownCandidates(kind, declared).slice(8);
  const drawnIds = KINDS.slice(0, 3)
    .flatMap(drawn)
    .map(({ text }) => BigInt(text));
  expect(new Set(drawnIds).size).toBe(24);
  const isSafe = (id: bigint) => id > 2n ** 53n && BigInt(Number(id)) === id && [0n, 202n].includes(id % 2n ** 32n);
  expect(drawnIds.filter((id) => !isSafe(id))).toEqual([]);
});

test('all ids that share the double of an order are neighbours of it, the nearest first', () => {
  const ends = fc.constantFrom(101n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 60n, MAX_INT64, -MAX_INT64 - 1n);
  const around = Array.from({ length: 2200 }, (_, index) => BigInt(index) - 1100n);
  const property = fc.property(fc.oneof(ends, fc.bigInt({ min: -MAX_INT64, max: MAX_INT64 })), (id) => {
    const same = around
      .filter((distance) => distance !== 0n && isInt64(id + distance) && Number(id + distance) === Number(id))
      .map((distance) => id + distance);
    const found = neighbourCandidates([id], 'shares-double', NO_ORDERS).map(({ text }) => BigInt(text));
    expect(new Set(found)).toEqual(new Set(same));
    const distances = found.map((other) => (other < id ? id - other : other - id));
    expect(distances).toEqual([...distances].sort((a, b) => Number(a - b)));
  });
  fc.assert(property, { numRuns: 20 });
});

interface Cancel {
  /** A declared order that is cancelled; otherwise one of these is, which is near another order. */
  readonly order?: bigint;
  readonly candidates?: readonly Candidate[];
  readonly near?: bigint;
  readonly kind?: UnknownKind;
  /** The ids that are listed, or how the listing is not whole. */
  readonly listing?: bigint[] | Partial<ListingReading>;
  readonly isPage?: boolean;
  /** An id that the listing was not searched for. */
  readonly unasked?: Ids;
}

test('a cancel is sent only if it harms nobody', async () => {
  await holdOrders<Cancel>('cancels', (given, declared) => {
    const { order, candidates = [], near, kind = 'plain', listing, isPage, unasked = [] } = given;
    const readings = candidates.flatMap(({ readings }) => readings).filter((id) => !unasked.includes(id));
    const read = listing && (Array.isArray(listing) ? listingOf(listing) : listingOf([], listing));
    const known = new KnownOrders(declared, { listing: read, isPage }, readings);
    const aim = { kind: 'unknown', unknown: kind, candidates, neighbourOf: near } as const;
    const text = order ?? permitted(aim, known)?.text;
    const lack = order === undefined ? text === undefined && whyNoCandidate(aim, known) : whyHeldBack(order, known);
    if (!lack) return `DELETE …/${text}`;
    return `${lack.unjudged}: ${lack.reason}${lack.waitsFor ? ` It waits for ${lack.waitsFor.for}.` : ''}`;
  });
});

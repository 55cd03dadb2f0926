import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { repeatingListings, validListings } from './nasty-inputs.js';
import { comparable, expectedOf } from './oracle.js';
import { fuzzDocuments, fuzzSeed, fuzzTimeout, mutate, Random } from './random.js';
import { readListing } from './reading.js';

const order = (id: number | string, more = ''): string =>
  `{"id":${id},"petId":2,"quantity":3,"shipDate":"2026-01-01T00:00:00Z","complete":true${more}}`;

const spaced = (id: number): string => `{\n  "petId" : ${id},\n  "id" : ${id} , "complete" : false\n}`;

const dates = [
  '2026-01-31 10:00:00Z',
  '20260131T100000Z',
  '2026-01-31',
  '2026-02-30T10:00:00Z',
  '2024-02-29T10:00:00z',
];
const quantities = ['0', '-1', '-1e3', '-9007199254740993', '-0', '1', '-0.5', '"0"'];

/** Integers, int64 or beyond, and what is not an integer though a double cannot tell. */
const numbers = [
  ...[
    '0',
    '-0',
    '0.0',
    '0e5',
    `0e${'9'.repeat(30)}`,
    '1.0',
    '1e2',
    '1.5e1',
    '100e-2',
    '1e18',
    '1e19',
    '1e400',
    '-1e400',
  ],
  ...[
    '9223372036854775807.000',
    '922337203685477580.7e1',
    '-9223372036854775808',
    '-9223372036854775809',
    '-4294967296',
  ],
  ...['1e999999999999999999999', '1'.repeat(500), '123456789012345678901234567890e-1'],
  ...['0.5', '1e-1', '-1e-400', `1e-${'9'.repeat(30)}`, '9007199254740993.5', '1.0000000000000000000000001'],
];

/** Elements that are wrong though each part of them has come before. */
const wrong = ['{,"b":2}', '{"a":1"b":2}', '{"b":2,}', '["a""b":"x"]', '["a","b":2]'];

const seeds = [
  ...wrong.map((element) => Buffer.from(`[{"a":1},{"a":1,"b":2},{"b":2},{"a":1},${element}]`)),
  ...numbers.map((number) => Buffer.from(`[{"id":${number}},{"id":${number}}]`)),
  Buffer.from(
    `[{"id":9223372036854775808},{"petId":-9223372036854775809},{"id":1e400},{"id":1e-400},{"quantity":9007199254740993.5}]`,
  ),
  Buffer.from(
    '[{"id":100},{"id":1e2},{"id":100.0},{"id":0},{"id":-0},{},7,{"id":"1"},{"id":1.5},{"id":null},{"id":[1]}]',
  ),
  Buffer.from(
    '[{"id":9e18,"petId":9000000000000000001},{"id":9000000000000000001,"id":9e18},{"a":{"id":9000000000000000001},"id":9e18},{"a":[9000000000000000001],"id":9e18},{"\\u0069d":9000000000000000001},{"id" : 9000000000000000001}]',
  ),
  Buffer.from('[{"id":"x","id":1},{"petId":1,"petId":1.5},{"quantity":0,"quantity":1e0}]'),
  Buffer.from(
    '[{"id":"7"},{"id":"-9223372036854775808"},{"id":7},{"id":"9223372036854775808"},{"id":"07"},{"id":"\\u0037"}]',
  ),
  Buffer.from(`[${dates.map((date) => `{"shipDate":"${date}"}`).join()}]`),
  Buffer.from(`[${quantities.map((quantity) => `{"quantity":${quantity}}`).join()}]`),
  ...Object.values(validListings),
  ...Object.values(repeatingListings),
  Buffer.from(`[${[1, 2, 3, 44, 5, 6].map((id) => order(id)).join(',')}]`),
  Buffer.from(`[${[1, 2, 3, 44].map((id) => order(id, `,"tags":["a",{"b":${id}}],"note":"é"`)).join(' ,\n')}]`),
  Buffer.from(`[${[1, 2, 3, 4, 5].map(spaced).join(',\n')}]`),
  Buffer.from(`[${['9007199254740993', '1e2', '100', '9223372036854775807', '1.0'].map((id) => order(id)).join(',')}]`),
  Buffer.from(`[${['-9223372036854775808', '-1', '0', '999999999', '1234567890'].map((id) => order(id)).join(',')}]`),
];

/** The text of the bytes, decoded strictly, where JSON.parse says that it is an array. */
function arrayIn(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Array.isArray(JSON.parse(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether it is a listing; fails where the walk says something else than JSON.parse and the oracle. */
function compare(bytes: Buffer, chunk: number): boolean {
  const reading = readListing(bytes, { chunk });
  const text = arrayIn(bytes);
  const document = () =>
    `a document of seed ${fuzzSeed}: ${JSON.stringify(bytes.toString('latin1'))} in chunks of ${chunk}`;
  if ((reading.problem === undefined) !== (text !== undefined)) expect.fail(document());
  if (text !== undefined && !isDeepStrictEqual(comparable(reading), expectedOf(text))) {
    expect(comparable(reading), document()).toEqual(expectedOf(text));
  }
  return text !== undefined;
}

test('the walk agrees with JSON.parse and a simple oracle on listings, as they are and mutated', {
  timeout: fuzzTimeout,
}, () => {
  for (const bytes of seeds) for (const chunk of [1, 7, 4096]) compare(bytes, chunk);
  const random = new Random(fuzzSeed);
  let accepted = 0;
  for (let i = 0; i < fuzzDocuments; i++) {
    let bytes = random.pick(seeds);
    for (let mutations = 1 + random.below(3); mutations > 0; mutations--) bytes = mutate(bytes, random);
    if (compare(bytes, random.pick([1, 2, 7, 64, 4096]))) accepted++;
  }
  expect(accepted).toBeGreaterThan(fuzzDocuments / 20);
});

test('and on tokens in any order, after elements of which something is known', { timeout: fuzzTimeout }, () => {
  const random = new Random(fuzzSeed + 2);
  const long = `"${'n'.repeat(200)}":0`;
  const many = Array.from({ length: 40 }, (_, i) => `"m${i}":${i}`).join(',');
  const plain = ['{"id":1,"b":"x"}', '{"id":1}', '{"b":"x","id":2}', '{ "id" : 3 }', '[1,"x"]', '{"b":{"id":1}}'];
  const known = [...plain, `{${long},"b":2}`, `{${many},"b":2}`];
  const tokens = ['[]', ' ', ...'{ [ ] , : "id": "b": "b":"x" ,"b":"x" ,"id":1 1 "x" "x"'.split(' ')];
  let accepted = 0;
  for (let i = 0; i < 2 * fuzzDocuments; i++) {
    const before = Array.from({ length: random.below(4) }, () => random.pick(known));
    const soup = Array.from({ length: 1 + random.below(4) }, () => random.pick(tokens)).join('');
    const [open, close] = random.pick(['{}', '{}', '[]', '  ']);
    const text = `[${[...before, `${open}${soup}${close}`, ...before].join(',')}]`;
    if (compare(Buffer.from(text), random.pick([3, 4096]))) accepted++;
  }
  expect(accepted).toBeGreaterThan(fuzzDocuments / 20);
});

/** No negative ids: the oracle lists repeated ones in another order. */
const values: readonly (readonly [name: string, ...values: string[]])[] = [
  ['id', ...'1 12 123456789 4294967296 9007199254740993 9223372036854775807 9223372036854775808 0 1e2 "7"'.split(' ')],
  ['petId', ...'5 -1234567 999999999999999999 9223372036854775807 9223372036854775808 -0 10.0 null'.split(' ')],
  ['quantity', ...'1 -3 99999999999999999999 0 -0.5 {}'.split(' ')],
  ['shipDate', ...dates.map((date) => `"${date}"`), '"2026-01-31T10:00:00Z"', '"2026-01-31T10:00:00.25+02:00"', '7'],
  ['complete', 'true', 'false', '"true"', 'null'],
  ['note', '"x"', '"as long as a few words"', '"\u007fé"', '"\\u00e9"', '""', '[{"id":1,"id":2}]'],
];

const anyId = (random: Random): bigint =>
  ((BigInt(random.below(2 ** 31)) << 32n) | BigInt(random.below(2 ** 32))) >> BigInt(random.below(63));

/** The integer with its point somewhere else, or as most write it. */
function spelled(integer: bigint, random: Random): string {
  const [digits, shift] = [String(integer), random.below(40)];
  if (shift > 20) return digits;
  const padded = digits.padStart(shift + 1, '0');
  return `${padded.slice(0, padded.length - shift)}.${padded.slice(padded.length - shift)}0E+${shift}`;
}

/** A date that may exist, in the form that most write, but for one character. */
function anyDate(random: Random): string {
  const two = (limit: number) => String(random.below(limit)).padStart(2, '0');
  const day = `${two(100)}${two(100)}-${two(14)}-${two(33)}`;
  const offset = random.pick(['Z', `+${two(25)}:${two(61)}`, `-${two(25)}:${two(61)}`, 'z', '']);
  const text = `${day}T${two(25)}:${two(61)}:${two(62)}${random.pick(['', '', '.', '.5', '.123'])}${offset}`;
  return random.below(3) > 0 ? text : text.replace(text.charAt(random.below(text.length)), random.pick('0-:.TtZ '));
}

test('and on members that are spelled as before, with values of any kind', { timeout: fuzzTimeout }, () => {
  const random = new Random(fuzzSeed + 3);
  let accepted = 0;
  for (let i = 0; i < fuzzDocuments / 5; i++) {
    const usual = random.pick(['', '', ' ', '\n  ']);
    const ids = Array.from({ length: 4 }, () => anyId(random));
    const valueFor = (name: string, all: readonly string[]): string => {
      if (random.below(3) === 0) return random.pick(all);
      if (name === 'id') return spelled(random.pick(ids), random);
      if (name === 'petId') return `${random.pick(['', '-'])}${anyId(random) + BigInt(random.below(2))}`;
      return name === 'shipDate' ? `"${anyDate(random)}"` : random.pick(all);
    };
    const element = (): string => {
      const space = random.below(9) === 0 ? ' ' : usual;
      const members = values
        .filter(() => random.below(4) > 0)
        .map(([name, ...all]) => `"${name}":${space}${valueFor(name, all)}`);
      if (random.below(9) === 0) members.push(random.pick(members) ?? '');
      return `{${space}${members.join(`,${space}`)}${space}}`;
    };
    const body = Buffer.from(`[${Array.from({ length: 12 }, element).join(',')}]`);
    if (compare(random.below(2) ? body : mutate(body, random), random.pick([5, 300, 4096]))) accepted++;
  }
  expect(accepted).toBeGreaterThan(fuzzDocuments / 20);
});

test('a problem is at the first byte with which no JSON goes on', { timeout: fuzzTimeout }, () => {
  const random = new Random(fuzzSeed + 1);
  for (let i = 0; i < fuzzDocuments; i++) {
    const bytes = mutate(random.pick(seeds), random);
    const { problem } = readListing(bytes);
    if (problem?.code !== 'syntax' && problem?.code !== 'invalid-utf8') continue;
    const { offset } = problem;
    const before = readListing(bytes.subarray(0, offset)).problem?.code;
    const after = readListing(bytes.subarray(0, offset + 1)).problem;
    const isFirst = (before === 'truncated' || before === 'empty') && after?.offset === offset;
    if (!isFirst)
      expect.fail(`document ${i} of seed ${fuzzSeed}: ${JSON.stringify(bytes.toString('latin1'))} at ${offset}`);
  }
});

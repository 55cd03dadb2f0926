// Reads a listing in the simplest way: by recursion over a text that JSON.parse has accepted.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { ListingReading } from '../../evidence/listing/index.js';
import { classifyDateTime } from '../../evidence/listing/schema/formats.js';
import { readListing } from './reading.js';

interface Value {
  readonly source: string;
  /** Members of an object, all of them and in order, or items of an array, which have no names. */
  readonly inner?: readonly (readonly [name: string | undefined, value: Value])[];
}

const TOKEN = /[\s,:]*("(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{}])/gy;

function parse(text: string): Value {
  TOKEN.lastIndex = 0;
  const next = (): string => TOKEN.exec(text)?.[1] ?? '';
  const value = (token: string): Value => {
    const start = TOKEN.lastIndex - token.length;
    if (token !== '{' && token !== '[') return { source: token };
    const inner: [string | undefined, Value][] = [];
    for (let first = next(); first !== '}' && first !== ']'; first = next()) {
      inner.push(token === '{' ? [JSON.parse(first) as string, value(next())] : [undefined, value(first)]);
    }
    return { source: text.slice(start, TOKEN.lastIndex), inner };
  };
  return value(next());
}

/** The integer value of a number in any spelling, or undefined. */
function integerOf({ source }: Value): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  if (sign === undefined) return undefined;
  if (/^0*$/.test(whole + fraction)) return 0n;
  const zeros = Math.max(-5000, Math.min(5000, Number(exponent))) - fraction.length;
  const digits = zeros < 0 ? BigInt(whole + fraction) : BigInt(whole + fraction + '0'.repeat(zeros));
  const divisor = zeros < 0 ? 10n ** BigInt(-zeros) : 1n;
  return digits % divisor === 0n ? (sign === '-' ? -1n : 1n) * (digits / divisor) : undefined;
}

const isInt64 = (integer: bigint): boolean => BigInt.asIntN(64, integer) === integer;

const int64Fault = (value: Value): string | undefined => {
  const integer = integerOf(value);
  if (integer === undefined) return 'type integer';
  return isInt64(integer) ? undefined : 'format int64';
};

const DATE_FAULTS = { rfc3339: undefined, iso8601: 'format date-time iso8601', neither: 'format date-time' } as const;

const FAULTS: Readonly<Record<string, (value: Value) => string | undefined>> = {
  id: int64Fault,
  petId: int64Fault,
  quantity: (value) => (integerOf(value) === undefined ? 'type integer' : undefined),
  shipDate: ({ source }) =>
    source.startsWith('"') ? DATE_FAULTS[classifyDateTime(JSON.parse(source) as string)] : 'type string',
  complete: ({ source }) => (source === 'true' || source === 'false' ? undefined : 'type boolean'),
};

/** The first repeated name: the one whose second occurrence comes first. */
function repeatedIn({ inner = [] }: Value): readonly [Value, Value] | undefined {
  const seen = new Map<string, Value>();
  for (const [name, value] of inner) {
    const earlier = name === undefined ? undefined : seen.get(name);
    if (earlier) return [earlier, value];
    if (name !== undefined) seen.set(name, value);
    const within = repeatedIn(value);
    if (within) return within;
  }
  return undefined;
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);

/** The part of a reading that the oracle can find. */
const comparable = (reading: ListingReading, asked: readonly bigint[]) => ({
  count: reading.count,
  listed: asked.filter((id) => reading.lists(id)),
  withoutId: reading.withoutId,
  deviations: reading.deviations
    .map(({ path, keyword, params, iso8601, count, examples }) => [
      `${path} ${keyword} ${params[keyword]}${iso8601 ? ' iso8601' : ''}`,
      count,
      examples,
    ])
    .sort(),
  repeatedIds: [reading.repeatedIds.count, reading.repeatedIds.examples],
  repeatedMembers: [reading.repeatedMembers.count, reading.repeatedMembers.examples],
  quantityNotPositive: reading.quantityNotPositive,
});

interface Fault {
  readonly kind: string;
  readonly pointer: string;
  readonly actual: string;
}

function faultsOf(element: Value, index: number): Fault[] {
  const faultAt = (path: string, fault: string | undefined, { source }: Value): Fault[] =>
    fault === undefined ? [] : [{ kind: `${path} ${fault}`, pointer: `/${index}${path}`, actual: cut(source, 200) }];
  if (!element.source.startsWith('{')) return faultAt('', 'type object', element);
  return Object.entries(FAULTS).flatMap(([name, faultOf]) => {
    const value = last(element, name);
    return value ? faultAt(`/${name}`, faultOf(value), value) : [];
  });
}

/** The last value of a repeated name counts. */
const last = ({ inner }: Value, name: string): Value | undefined => new Map(inner).get(name);

/** The integer value of a member that is a number or a string of digits. */
function idIn(element: Value): bigint | undefined {
  const value = last(element, 'id') ?? { source: '' };
  const text = value.source.startsWith('"') ? (JSON.parse(value.source) as string) : '';
  return /^(0|-?[1-9]\d{0,18})$/.test(text) ? BigInt(text) : integerOf(value);
}

const isPositive = (element: Value): boolean => (integerOf(last(element, 'quantity') ?? { source: '' }) ?? 1n) > 0n;

/** The oracle's reading of a JSON array. */
function expectedOf(text: string): ReturnType<typeof comparable> {
  const elements = (parse(text).inner ?? []).map(([, element]) => element);
  const faults = new Map<string, Fault[]>();
  for (const fault of elements.flatMap(faultsOf)) faults.set(fault.kind, [...(faults.get(fault.kind) ?? []), fault]);
  const ids = elements.map(idIn).filter((id) => id !== undefined && isInt64(id));
  const again = [...new Set(ids.filter((id, i) => ids.indexOf(id) < i))] as bigint[];
  const repeated = elements.flatMap((element, index) => {
    const values = repeatedIn(element);
    return values ? [{ index, actual: values.map(({ source }) => cut(source, 60)).join(' and ') }] : [];
  });
  return {
    count: elements.length,
    listed: [...new Set(ids)] as bigint[],
    withoutId: elements.length - ids.length,
    deviations: [...faults]
      .map(([kind, found]) => [kind, found.length, found.slice(0, 3).map(({ kind: _, ...example }) => example)])
      .sort() as never,
    repeatedIds: [ids.length - new Set(ids).size, again.sort((a, b) => (a < b ? -1 : 1)).slice(0, 3)],
    repeatedMembers: [repeated.length, repeated.slice(0, 3)],
    quantityNotPositive: elements.filter((element) => !isPositive(element)).length,
  };
}

/** The text of the bytes, decoded strictly, if JSON.parse says that it is an array. */
function arrayIn(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Array.isArray(JSON.parse(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

const isMistake = (problem: ListingReading['problem']): boolean =>
  problem?.code === 'syntax' || problem?.code === 'invalid-utf8';

/** Returns whether it is a listing. Fails if the reader disagrees with JSON.parse or with the oracle. */
export function expectAsOracle(bytes: Buffer, chunk: number): boolean {
  const text = arrayIn(bytes);
  const expected = text === undefined ? undefined : expectedOf(text);
  const listed = expected?.listed ?? [];
  const ask = [...listed, ...listed.map((id) => id + 1n).filter((id) => !listed.includes(id))];
  const reading = readListing(bytes, { chunk }, { ask });
  const { problem } = reading;
  const document = () => `${JSON.stringify(bytes.toString('latin1'))} in chunks of ${chunk}`;
  if ((problem === undefined) !== (text !== undefined)) expect.fail(document());
  if (problem && isMistake(problem)) {
    // The problem must be at the first byte that no JSON could have there.
    const [before, after] = [0, 1].map((more) => readListing(bytes.subarray(0, problem.offset + more)).problem);
    if (isMistake(before) || after?.offset !== problem.offset) expect.fail(document());
  }
  if (expected !== undefined && !isDeepStrictEqual(comparable(reading, ask), expected)) {
    expect(comparable(reading, ask), document()).toEqual(expected);
  }
  return expected !== undefined;
}

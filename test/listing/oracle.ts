// Reads a listing in the simplest way: by recursion over a text that JSON.parse has accepted.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { ListingReading } from '../../runner/listing/index.js';
import { classifyDateTime } from '../../runner/listing/schema/formats.js';
import { readListing } from './reading.js';

interface Value {
  readonly source: string;
  /** Of an object, all of them, in order; of a repeated name the last one counts. */
  readonly members?: readonly (readonly [name: string, value: Value])[];
  readonly items?: readonly Value[];
}

const TOKEN = /[\s,:]*("(?:[^"\\]|\\.)*"|[-+.\w]+|[[\]{}])/gy;

function parse(text: string): Value {
  TOKEN.lastIndex = 0;
  const next = (): string => TOKEN.exec(text)?.[1] ?? '';
  const value = (token: string): Value => {
    const start = TOKEN.lastIndex - token.length;
    if (token !== '{' && token !== '[') return { source: token };
    const [members, items]: [[string, Value][], Value[]] = [[], []];
    for (let inner = next(); inner !== '}' && inner !== ']'; inner = next()) {
      if (token === '{') members.push([JSON.parse(inner) as string, value(next())]);
      else items.push(value(inner));
    }
    const source = text.slice(start, TOKEN.lastIndex);
    return token === '{' ? { source, members } : { source, items };
  };
  return value(next());
}

/** The integer that a number is, whatever its spelling; undefined where it is none, or is not a number. */
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

function integerFault(value: Value, format?: 'int64'): string | undefined {
  const integer = integerOf(value);
  if (integer === undefined) return 'type integer';
  return format && !isInt64(integer) ? 'format int64' : undefined;
}

function dateFault({ source }: Value): string | undefined {
  if (!source.startsWith('"')) return 'type string';
  const form = classifyDateTime(JSON.parse(source) as string);
  if (form === 'rfc3339') return undefined;
  return form === 'iso8601' ? 'format date-time iso8601' : 'format date-time';
}

const FAULTS: Readonly<Record<string, (value: Value) => string | undefined>> = {
  id: (value) => integerFault(value, 'int64'),
  petId: (value) => integerFault(value, 'int64'),
  quantity: (value) => integerFault(value),
  shipDate: dateFault,
  complete: ({ source }) => (source === 'true' || source === 'false' ? undefined : 'type boolean'),
};

/** The first name that is repeated, in the order in which the text has its second occurrences. */
function repeatedIn(value: Value): readonly [Value, Value] | undefined {
  const seen = new Map<string, Value>();
  for (const [name, member] of value.members ?? []) {
    const earlier = seen.get(name);
    if (earlier) return [earlier, member];
    seen.set(name, member);
    const inner = repeatedIn(member);
    if (inner) return inner;
  }
  for (const item of value.items ?? []) {
    const inner = repeatedIn(item);
    if (inner) return inner;
  }
  return undefined;
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}…`);

/** The part of a reading that the oracle finds, too. */
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
  if (!element.members) return faultAt('', 'type object', element);
  return Object.entries(FAULTS).flatMap(([name, faultOf]) => {
    const value = last(element, name);
    return value ? faultAt(`/${name}`, faultOf(value), value) : [];
  });
}

const last = ({ members }: Value, name: string): Value | undefined => new Map(members).get(name);

function integerIn(element: Value, name: string): bigint | undefined {
  const value = last(element, name);
  return value && integerOf(value);
}

const stringIn = (source = ''): string => (source.startsWith('"') ? (JSON.parse(source) as string) : '');

/** Of a string, its digits count. */
function idIn(element: Value): bigint | undefined {
  const [, digits] = /^(0|-?[1-9]\d{0,18})$/.exec(stringIn(last(element, 'id')?.source)) ?? [];
  return digits === undefined ? integerIn(element, 'id') : BigInt(digits);
}

/** The same of a text that is a JSON array, found by the oracle. */
function expectedOf(text: string): ReturnType<typeof comparable> {
  const elements = parse(text).items ?? [];
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
    quantityNotPositive: elements.filter((element) => (integerIn(element, 'quantity') ?? 1n) <= 0n).length,
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

/** Returns whether it is a listing. Fails if the reader disagrees with JSON.parse or with the oracle. */
export function expectAsOracle(bytes: Buffer, chunk: number): boolean {
  const text = arrayIn(bytes);
  const expected = text === undefined ? undefined : expectedOf(text);
  const listed = expected?.listed ?? [];
  const ask = [...listed, ...listed.map((id) => id + 1n).filter((id) => !listed.includes(id))];
  const reading = readListing(bytes, { chunk }, { ask });
  const document = () => `${JSON.stringify(bytes.toString('latin1'))} in chunks of ${chunk}`;
  if ((reading.problem === undefined) !== (text !== undefined)) expect.fail(document());
  if (expected !== undefined && !isDeepStrictEqual(comparable(reading, ask), expected)) {
    expect(comparable(reading, ask), document()).toEqual(expected);
  }
  return expected !== undefined;
}

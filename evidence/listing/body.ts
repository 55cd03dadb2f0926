import { isUtf8 } from 'node:buffer';
import { parseFaithfully } from './exact.js';
import { sourceAt, valuesIn } from './outline.js';
import { type JsonProblem, problemAt, problemIn } from './problem.js';
import type { SchemaDeviation } from './reading.js';
import { Deviations } from './schema/deviations.js';
import type { Schemas } from './schema/schemas.js';
import { Splitter, skipSpace } from './splitter.js';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** The contents of a small body: an Error (§2), or any JSON in a 409 (§7). */
export type JsonBody =
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  /** The body exceeds a limit of the suite, so nothing is known about it. `why` is a sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | {
      readonly kind: 'value';
      /**
       * The value from JSON.parse without inner contents: an array is empty, and so are objects and arrays in members.
       * @sent
       */
      readonly value: unknown;
      /** The source text at a JSON Pointer. Undefined if the pointer leads nowhere. @sent */
      sourceAt(pointer: string): string | undefined;
    };

type TextOutcome = Exclude<JsonBody, { kind: 'value' }> | { readonly kind: 'text'; readonly value: unknown };

/** Reads one value. If more bytes may follow (`isWhole` is false), only a definite mistake is a problem. */
export function readText(bytes: Buffer, isWhole: boolean): TextOutcome {
  const { length } = bytes;
  const problem = (why: Parameters<typeof problemAt>[0], at: number) =>
    ({ kind: 'problem', problem: problemAt(why, bytes, at) }) as const;
  if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) return problem('byte-order-mark', 0);
  if (skipSpace(bytes, 0, length) === length) return problem('empty', 0);
  const splitter = new Splitter();
  splitter.find(bytes, length);
  if (splitter.isTooMuch)
    return { kind: 'unread', why: `The body ${splitter.isTooMuch}, which is more than the suite reads.` };
  const value = parsed(bytes, 0, length);
  if (value !== undefined) return { kind: 'text', value };
  const { why, at } = problemIn(bytes, 0, length, '');
  return why === 'truncated' && !isWhole ? { kind: 'text', value } : problem(why, at);
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Reads a body that is held whole. */
export function readJsonBody(body: Uint8Array): JsonBody {
  const bytes = bufferOf(body);
  const read = readText(bytes, true);
  if (read.kind !== 'text') return read;
  return {
    kind: 'value',
    value: shallow(read.value),
    // Read again on demand: only texts that a deviation quotes are held.
    sourceAt: (pointer) => sourceAt(bytes.toString(), pointer),
  };
}

/** Lists how a JSON body breaks the schema of an Error. */
export function errorDeviations(body: Uint8Array, schemas: Schemas): readonly SchemaDeviation[] {
  const text = bufferOf(body).toString();
  const value = parseFaithfully(text);
  const deviations = new Deviations(schemas.names);
  deviations.add(schemas.validateError(value), value, '', () => text);
  return deviations.all;
}

/** The source texts of the items of an array, as far as the body was read. Undefined if the body is not an array. */
export function elementTexts(body: Uint8Array): readonly string[] | undefined {
  const bytes = bufferOf(body);
  const text = bytes.toString();
  if (readText(bytes, false).kind !== 'text' || !/^\s*\[/.test(text)) return undefined;
  return [...valuesIn(text).values()].map(({ from, to }) => text.slice(from, to));
}

/**
 * Drops inner contents. V8 keeps each new property name for long, so a body full of names would cost ten times its
 * size.
 */
function shallow(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, empty(inner)]))
    : empty(value);
}

const empty = (value: unknown): unknown =>
  Array.isArray(value) ? [] : typeof value === 'object' && value !== null ? {} : value;

/** Parses `bytes[from, to)` with these texts around it. Undefined if it is not JSON in UTF-8. */
export function parsed(bytes: Buffer, from: number, to: number, before = '', after = ''): unknown {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  try {
    return JSON.parse(`${before}${bytes.toString('utf8', from, to)}${after}`);
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';
import type { JsonProblem } from '../listing.js';
import { type JsonText, nodeAt, readingsOf, readJsonText, repeatedMembers, sourceOf } from './nodes.js';
import { diagnose, hasByteOrderMark, isBlank, problemAt } from './problem.js';

/** What a small body says: an Error (§2), or whatever comes with a 409 (§7). */
export type JsonBody =
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  | {
      readonly kind: 'value';
      /** As JSON.parse gives it, with a representative for each number that a double may not hold exactly. */
      readonly value: unknown;
      /** `value`, and more where an object repeats a member: together they show every occurrence. */
      readonly readings: readonly unknown[];
      /** JSON Pointers of the member names that an object has more than once. */
      readonly repeatedMembers: readonly string[];
      /** The text of the value at a JSON Pointer as it was sent, in one of the readings; undefined where none is. */
      sourceAt(pointer: string, reading?: number): string | undefined;
    };

const parses = (bytes: Buffer): boolean => {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
};

/** The first reason why a whole body is no strict JSON (RFC 8259); undefined where it is. */
export function problemOf(bytes: Buffer): JsonProblem | undefined {
  if (isBlank(bytes)) return problemAt('empty', bytes, 0);
  if (hasByteOrderMark(bytes)) return problemAt('byte-order-mark', bytes, 0);
  const problem = diagnose(bytes, 'text', 'over')?.problem;
  const accepted = isUtf8(bytes) && parses(bytes);
  if (accepted) return problem?.code === 'nested-too-deep' ? problem : undefined;
  return problem ?? problemAt('syntax', bytes, 0);
}

function bodyOf(text: JsonText): JsonBody {
  const readings = [...readingsOf(text)];
  return {
    kind: 'value',
    value: readings[0],
    readings,
    repeatedMembers: [...repeatedMembers(text.node)].map(({ pointer }) => pointer),
    sourceAt(pointer, reading = 0) {
      const node = nodeAt(text, pointer, reading);
      return node && sourceOf(text, node);
    },
  };
}

/** Reads a body that is held whole: strict UTF-8 without a byte order mark, one JSON value, nested no deeper than the cap. */
export function readJsonBody(body: Uint8Array): JsonBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const problem = problemOf(bytes);
  return problem ? { kind: 'problem', problem } : bodyOf(readJsonText(bytes));
}

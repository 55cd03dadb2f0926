import { MAX_VALUES, scanElement } from './element-scan.js';
import { NodeBuilder, nodeAt, readJsonText, shallowValueOf, sourceOf } from './json/nodes.js';
import { type JsonProblem, problemOf } from './json/problem.js';

/** What a small body says: an Error (§2), or whatever comes with a 409 (§7). */
export type JsonBody =
  | { readonly kind: 'problem'; readonly problem: JsonProblem }
  /** It is beyond what the suite reads: nothing is known of it. `why` is a sentence. */
  | { readonly kind: 'unread'; readonly why: string }
  | {
      readonly kind: 'value';
      /**
       * As JSON.parse gives it, with a representative for each number that a double may not hold exactly; objects and
       * arrays inside of it are empty, and so is an array. Of a repeated member, the last value counts.
       */
      readonly value: unknown;
      /** The text of the value at a JSON Pointer as it was sent; undefined where there is none. */
      sourceAt(pointer: string): string | undefined;
    };

/** Reads a body that is held whole: strict UTF-8 without a byte order mark, one JSON value. */
export function readJsonBody(body: Uint8Array): JsonBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isLarge = scanElement(bytes, 0).next === 'too-many-values';
  const builder = isLarge ? undefined : new NodeBuilder(bytes);
  const problem = problemOf(bytes, builder);
  if (problem) return { kind: 'problem', problem };
  if (!builder)
    return { kind: 'unread', why: `The body has more than ${MAX_VALUES} values, which is more than the suite reads.` };
  const text = builder.text();
  return {
    kind: 'value',
    value: shallowValueOf(text.node),
    // Read once more: of a run with many bodies, only what a deviation asks for is held.
    sourceAt(pointer) {
      const again = readJsonText(bytes);
      const node = again && nodeAt(again, pointer);
      return again && node && sourceOf(again, node);
    },
  };
}

/** The elements of a small array as they were sent; undefined where the body is not one, or has too many values. */
export function elementTexts(body: Uint8Array): readonly string[] | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = scanElement(bytes, 0).next === 'too-many-values' ? undefined : readJsonText(bytes);
  return text?.node.kind === 'array' ? [...text.node.inner.values()].map((node) => sourceOf(text, node)) : undefined;
}

import { isUtf8 } from 'node:buffer';
import type { PlanInputs } from '../plan.js';

/** Bytes in JSON: as the text that they are where they are UTF-8, which reads best, else as Base64. */
export type SavedBytes = { readonly text: string } | { readonly base64: string };

export function saveBytes(bytes: Uint8Array): SavedBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

export const loadBytes = (saved: SavedBytes): Buffer =>
  'text' in saved ? Buffer.from(saved.text, 'utf8') : Buffer.from(saved.base64, 'base64');

/** Where the last character of a text begins, which may be cut: one has three bytes at most that go on with it, 10xxxxxx. */
export function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** The inputs of a plan as JSON has them, in a line that was validated: ids are texts there. */
export function loadInputs({ orders, ...inputs }: PlanInputs): PlanInputs {
  const ids = (list: readonly unknown[]): bigint[] => list.map((id) => BigInt(String(id)));
  const { pending, shipped, other, unknown } = orders;
  const lists = { pending: ids(pending), shipped: ids(shipped), other: ids(other), unknown: ids(unknown) };
  return { ...inputs, orders: { ...orders, ...lists } };
}

/** Nothing that this program writes has as many objects and arrays in it. */
const MAX_CONTAINERS = 300_000;

/** A text as short cannot make JSON.parse take much memory. */
const HARMLESS = 256 * 1024;

const STRINGS = /"(?:[^"\\]|\\.)*"?/g;

/**
 * As JSON.parse; but a text by a stranger, of millions of nested lists, would take it a hundred times its size.
 * @throws SyntaxError
 */
export function parseBounded(text: string): unknown {
  const containers = text.length > HARMLESS ? text.replace(STRINGS, '').replace(/[^[{]+/g, '').length : 0;
  if (containers > MAX_CONTAINERS) throw new SyntaxError('it has too many objects and arrays');
  return JSON.parse(text);
}

// What JSON has no type for: bytes, and int64.
import { isUtf8 } from 'node:buffer';
import type { Plan } from '../plan.js';

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

/** The members of a plan that hold int64 values: texts in JSON. */
const ID_MEMBERS = ['pending', 'shipped', 'other', 'unknown', 'id', 'near', 'mistakenFor', 'ours'];

/** Turns the texts of order ids back into int64; those of scenarios and requests are not numbers. */
function withIds(value: unknown, member: string): unknown {
  if (typeof value === 'string') return ID_MEMBERS.includes(member) && /^-?\d+$/.test(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => withIds(item, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner, name)]));
}

/** A plan as JSON has it, in a line that was validated. */
export const loadPlan = (saved: unknown): Plan => withIds(saved, '') as Plan;

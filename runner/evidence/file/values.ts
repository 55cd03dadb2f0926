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
  const { pending, shipped, other, unknown, provisioned, spent } = orders;
  const lists = { pending: ids(pending), shipped: ids(shipped), other: ids(other), unknown: ids(unknown) };
  const marked = { ...(provisioned && { provisioned: ids(provisioned) }), ...(spent && { spent: ids(spent) }) };
  return { ...inputs, orders: { ...orders, ...lists, ...marked } };
}

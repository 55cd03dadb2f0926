import { isUtf8 } from 'node:buffer';

/** Bytes in JSON: as the text that they are where they are UTF-8, which reads best, else as Base64. */
export type SavedBytes = { readonly text: string } | { readonly base64: string };

export function saveBytes(bytes: Uint8Array): SavedBytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8') } : { base64: buffer.toString('base64') };
}

export const loadBytes = (saved: SavedBytes): Buffer =>
  'text' in saved ? Buffer.from(saved.text, 'utf8') : Buffer.from(saved.base64, 'base64');

/** Where the last character of a text that is cut begins: the length, unless the cut goes through a character. */
export function characterBoundary(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

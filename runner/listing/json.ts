import { isUtf8 } from 'node:buffer';

/** Parses `bytes[from, to)` with these texts around it. Undefined if it is not JSON in UTF-8. */
export function parsed(bytes: Buffer, from: number, to: number, before = '', after = ''): unknown {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  try {
    return JSON.parse(`${before}${bytes.toString('utf8', from, to)}${after}`);
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';

/** The value of `bytes[from, to)` with something around it, as JSON.parse has it; undefined where it is not JSON in UTF-8. */
export function parsed(bytes: Buffer, from: number, to: number, before = '', after = ''): unknown {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  try {
    return JSON.parse(`${before}${bytes.toString('utf8', from, to)}${after}`);
  } catch {
    return undefined;
  }
}

import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { reasonOf, UsageError } from './usage-error.js';

/** More than any configuration, key or certificate has. */
export const MAX_BYTES = 1024 * 1024;

/**
 * Reads UTF-8, without its byte order mark.
 * @param subject begins the message: "--fixtures: the fixtures file orders.yaml".
 * @throws UsageError
 */
export async function readTextFile(path: string, subject: string, maxBytes = MAX_BYTES): Promise<string> {
  // No more than one byte too many: a device has no end.
  const bytes = await buffer(createReadStream(path, { end: maxBytes })).catch((error: unknown) => {
    throw new UsageError(`${subject} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (bytes.length > maxBytes) throw new UsageError(`${subject} cannot be read: it has more than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${subject} cannot be read: it is not UTF-8 text.`, { cause: error });
  }
}

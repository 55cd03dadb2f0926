import { createReadStream } from 'node:fs';
import { reasonOf, UsageError } from './usage-error.js';

/** More than any configuration, key or certificate has. */
export const MAX_BYTES = 1024 * 1024;

/**
 * Reads UTF-8, without its byte order mark.
 * @param subject begins the message: "--fixtures: the fixtures file orders.yaml".
 * @throws UsageError
 */
export async function readTextFile(path: string, subject: string, maxBytes = MAX_BYTES): Promise<string> {
  const bytes = await readBytes(path, maxBytes).catch((error: unknown) => {
    throw new UsageError(`${subject} cannot be read: ${reasonOf(error)}.`, { cause: error });
  });
  if (bytes.length > maxBytes) throw new UsageError(`${subject} cannot be read: it has more than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${subject} cannot be read: it is not UTF-8 text.`, { cause: error });
  }
}

/** Up to some more than `maxBytes`: a device has no end. */
async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

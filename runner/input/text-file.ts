import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { MAX_SETTINGS } from './limits.js';
import { reasonOf, UsageError } from './usage-error.js';

export interface Reading {
  readonly maxBytes?: number;
  /** A pipe is allowed, too: programs pass a secret on without a file. */
  readonly isSecret?: true;
}

/**
 * Reads UTF-8 text without its byte order mark.
 * @param subject the beginning of the message: "--fixtures: the fixtures file orders.yaml"
 * @throws UsageError
 */
export async function readTextFile(
  path: string,
  subject: string,
  { maxBytes = MAX_SETTINGS, isSecret }: Reading = {},
): Promise<string> {
  const fail = (why: string, cause?: unknown) => new UsageError(`${subject} cannot be read: ${why}.`, { cause });
  try {
    await demandRegular(path, isSecret);
    // Read only one byte more than the limit: a pipe need not have an end.
    const bytes = await buffer(createReadStream(path, { end: maxBytes }));
    if (bytes.length > maxBytes) throw fail(`it has more than ${maxBytes} bytes`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw fail(error instanceof TypeError ? 'it is not UTF-8 text' : reasonOf(error), error);
  }
}

/** Only a regular file has a certain end. Opening a pipe waits for its writer, and cannot be interrupted. */
export async function demandRegular(path: string, mayBePipe = false): Promise<void> {
  const found = await stat(path);
  if (found.isDirectory()) throw new Error('it is a directory');
  if (!found.isFile() && !(mayBePipe && found.isFIFO())) throw new Error('it is not a regular file');
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { reasonOf, UsageError } from './usage-error.js';

// Limits for files and texts that others wrote.

/**
 * All text of a bundle, packed and unpacked. `--max-bytes` raises it, for large listings. The limit of a report, too.
 */
export const MAX_TEXT = 64 * 1024 * 1024;

/**
 * The exchanges of the user's own evidence, which are held in memory. A run with a thousand repetitions has that many.
 */
export const MAX_HELD = 160 * 1024 * 1024;

/**
 * The longest piece of JSON: a statement, or a line of evidence, which may hold a body of 1 MiB in Base64. `JSON.parse`
 * may need a hundred times as much memory.
 */
export const MAX_LINE = 1_536 * 1024;

/** Lines of an evidence file: a run with a thousand repetitions has 160,000. */
export const MAX_LINES = 200_000;

/** Declared orders of a run, all states together: a full run needs 20. */
export const MAX_ORDERS = 1_000;

/** A file of settings (configuration, fixtures, baseline, key, certificate), or the answer of a hook. */
export const MAX_SETTINGS = 4 * 1024 * 1024;

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

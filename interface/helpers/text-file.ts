import { constants, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
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

/** Lines of an evidence file: more than the largest number of repetitions gives. */
export const MAX_LINES = 200_000;

/** Declared orders of a run, all states together: a full run needs 20. */
export const MAX_ORDERS = 1_000;

/** A file of settings (configuration, fixtures, baseline, key, certificate), or the answer of a hook. */
export const MAX_SETTINGS = 4 * 1024 * 1024;

/** Values in a file of settings, which may have ten thousand targets. */
export const MAX_VALUES = 60_000;

/** Values in a report. */
const MAX_REPORT_VALUES = 2_000_000;

/** Lists and objects within each other, in JSON. */
const MAX_DEPTH = 1_000;

/** True if the text has more values than the limit. It looks at what can begin one, in one pass, before any parser. */
export function exceedsValues(yaml: string, limit = MAX_VALUES): boolean {
  let count = 0;
  for (let at = 0; at < yaml.length && count <= limit; at += 1) {
    const [sign = '', next] = [yaml[at], yaml[at + 1]];
    if ('[{,\n'.includes(sign) || ('-?'.includes(sign) && next === ' ')) count += 1;
  }
  return count > limit;
}

/** Each sign of JSON adds this to the number of values, and to their depth. */
const STEPS: Readonly<Record<string, readonly [values: number, depth: number]>> = {
  '[': [1, 1],
  '{': [1, 1],
  ',': [1, 0],
  ']': [0, -1],
  '}': [0, -1],
};

/** The same of JSON, where quoted text does not count. */
export function isTooComplex(json: string): boolean {
  let [count, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < json.length && count <= MAX_REPORT_VALUES && depth <= MAX_DEPTH; at += 1) {
    const sign = json[at] ?? '';
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted && sign === '\\') at += 1;
    const [values, levels] = (isQuoted ? undefined : STEPS[sign]) ?? [0, 0];
    count += values;
    depth += levels;
  }
  return count > MAX_REPORT_VALUES || depth > MAX_DEPTH;
}

/**
 * Reads UTF-8 text without its byte order mark.
 * @param source the path of a file or of a pipe, or an open stream
 * @param subject the beginning of the message: "--fixtures: the fixtures file orders.yaml"
 * @throws UsageError
 */
export async function readText(
  source: string | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  subject: string,
  maxBytes = MAX_SETTINGS,
): Promise<string> {
  const fail = (why: string, cause?: unknown) => new UsageError(`${subject} cannot be read: ${why}.`, { cause });
  let isDer = false;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [text, length] = ['', 0];
    for await (const chunk of typeof source === 'string' ? await bytesAt(source) : source) {
      isDer ||= length === 0 && chunk[0] === 0x30 && (chunk[1] ?? 0) > 0x80; // a sequence of more than 127 bytes
      length += chunk.length;
      if (length > maxBytes) throw fail(`it has more than ${maxBytes} bytes`);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const pem = isDer ? ', but perhaps DER: `openssl x509 -inform der -in FILE -out FILE.pem` makes PEM of it' : '';
    throw fail(error instanceof TypeError ? `it is not UTF-8 text${pem}` : reasonOf(error), error);
  }
}

const bytesAt = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  if (isPipe(path)) return bytesOfPipe(path);
  await demandRegular(path);
  return createReadStream(path);
};

export const isPipe = (path: string): boolean => existsSync(path) && statSync(path).isFIFO();

/** How long the writer of a pipe may take to open it. */
const WRITER_WITHIN_MS = 2_000;

/** Opens a pipe without waiting for its writer: no signal would end that wait. */
async function* bytesOfPipe(path: string): AsyncGenerator<Uint8Array> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, writable: false });
  const timer = setTimeout(() => {
    const first = Buffer.alloc(1);
    try {
      if (pipe.bytesRead > 0) return;
      if (readSync(fd, first) > 0) pipe.push(first);
      else pipe.destroy(new Error('it is a pipe that nothing writes to'));
    } catch {
      // It has a writer, which has yet to write.
    }
  }, WRITER_WITHIN_MS);
  try {
    yield* pipe;
  } finally {
    clearTimeout(timer);
  }
}

/** Only a regular file has a certain end. */
export async function demandRegular(path: string): Promise<void> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new Error('it is a directory');
  if (!stats.isFile()) throw new Error('it is not a regular file');
}

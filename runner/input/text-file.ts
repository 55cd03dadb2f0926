import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { UsageError } from './usage-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
};

/** More than any configuration, key or certificate has. */
export const MAX_BYTES = 1024 * 1024;

/**
 * Reads UTF-8, without its byte order mark.
 * @param subject begins the message: "--fixtures: the fixtures file orders.yaml".
 * @throws UsageError
 */
export async function readTextFile(path: string, subject: string, maxBytes = MAX_BYTES): Promise<string> {
  const bytes = await readBytes(path, maxBytes).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${subject} cannot be read: ${REASONS[error.code ?? ''] ?? error.code}.`, { cause: error });
  });
  if (bytes.length > maxBytes) throw new UsageError(`${subject} cannot be read: it has more than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${subject} cannot be read: it is not UTF-8 text.`, { cause: error });
  }
}

/** Up to one byte more than `maxBytes`. */
async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
  // A pipe that nobody writes to would block a thread, for which even `process.exit` waits.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const hasWriter = !(await file.stat()).isFIFO() || isOpenPipe(path);
    const chunks: Buffer[] = [];
    for (let length = 0; length <= maxBytes; ) {
      const chunk = await readSome(file, Math.min(maxBytes + 1 - length, CHUNK_BYTES));
      if (chunk?.length === 0 && (hasWriter || length > 0)) break;
      if (chunk === undefined || chunk.length === 0) await delay(POLL_MS);
      else chunks.push(chunk);
      length += chunk?.length ?? 0;
    }
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 1024 * 1024;
const POLL_MS = 20;

/** `/dev/stdin`, and what a shell makes of `<(…)`: where such a pipe is empty, its writer has gone. */
const isOpenPipe = (path: string): boolean => /^\/(dev|proc)\//.test(path);

/** Undefined where a pipe has nothing for now. */
async function readSome(file: FileHandle, length: number): Promise<Buffer | undefined> {
  const buffer = Buffer.allocUnsafe(length);
  try {
    const { bytesRead } = await file.read(buffer, 0, length);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

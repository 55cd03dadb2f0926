import { closeSync, constants, createReadStream, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
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
    const reason = REASONS[error.code ?? ''] ?? error.code ?? error.message;
    throw new UsageError(`${subject} cannot be read: ${reason}.`, { cause: error });
  });
  if (bytes.length > maxBytes) throw new UsageError(`${subject} cannot be read: it has more than ${maxBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${subject} cannot be read: it is not UTF-8 text.`, { cause: error });
  }
}

/** Up to some more than `maxBytes`. */
async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
  const isPipe = (await stat(path)).isFIFO();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of (isPipe ? openPipe(path) : createReadStream(path)) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/**
 * A pipe, such as a shell makes of `<(…)`. A read that waits must not keep a thread, for which even an exit waits; and
 * where nobody has it open for writing, nothing would ever end the wait.
 */
function openPipe(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = Buffer.alloc(64 * 1024);
  const length = readNow(fd, first);
  if (length === 0) {
    closeSync(fd);
    throw new Error('it is a pipe to which nobody writes');
  }
  const pipe = new Socket({ fd, readable: true, writable: false });
  if (length !== undefined) pipe.unshift(first.subarray(0, length));
  return pipe;
}

/** Undefined where there is nothing to read for now. */
function readNow(fd: number, into: Buffer): number | undefined {
  try {
    return readSync(fd, into);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

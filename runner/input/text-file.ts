import { readFile } from 'node:fs/promises';
import { UsageError } from './usage-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
};

/**
 * Reads UTF-8, without its byte order mark.
 * @param subject begins the message: "--fixtures: the fixtures file orders.yaml".
 * @throws UsageError
 */
export async function readTextFile(path: string, subject: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${subject} cannot be read: ${REASONS[error.code ?? ''] ?? error.code}.`, { cause: error });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`${subject} cannot be read: it is not UTF-8 text.`, { cause: error });
  }
}

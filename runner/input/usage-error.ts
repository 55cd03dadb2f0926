/**
 * A mistake of the user, found before anything was sent (exit code 2). The message is one sentence, or one line for
 * each problem.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Plain words for the error codes of Node.js. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EISDIR: 'it is a directory',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EEXIST: 'it exists already',
  ENOSPC: 'no space is left on the device',
  Z_DATA_ERROR: 'it is not gzip, or it is damaged',
  Z_BUF_ERROR: 'it was cut off',
};

/** Says what failed: in plain words if the code is known, else in the words of the error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

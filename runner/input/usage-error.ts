/** The user's mistake, found before anything was sent (exit code 2). The message is one sentence, or one line per problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By the codes of Node.js, what it says of files in the words of its system calls. */
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

/** What failed, in the words of whoever threw it, or in better ones. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

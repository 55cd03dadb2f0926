/** The user's mistake, found before anything was sent (exit code 2). The message is one sentence, or one line per problem. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What failed, in the words of whoever threw it. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

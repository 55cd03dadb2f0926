import { expect } from 'vitest';
import { UsageError } from '../interface/helpers/usage-error.js';

/** The message of the `UsageError` that this throws. */
export async function refusal(read: () => unknown): Promise<string> {
  try {
    await read();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error instanceof UsageError ? error.message : '';
  }
  return 'no error';
}

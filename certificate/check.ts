/** What is looked at. A check that needs what an earlier one did not find is left out. */
export type CheckName =
  | 'files'
  | 'envelope'
  | 'signature'
  | 'digests'
  | 'age'
  | 'nonce'
  | 'evidence'
  | 'verdict'
  | 'report'
  | 'statement';

export interface Check {
  readonly check: CheckName;
  readonly ok: boolean;
  /** A sentence: what was seen, or what is wrong and what that may mean. */
  readonly message: string;
}

/** Refused with the first of these problems, and how many more there are; else passed with the message. */
export function checkThat(check: CheckName, problems: readonly string[], message: string): Check {
  const [first, ...more] = problems;
  if (first === undefined) return { check, ok: true, message };
  return { check, ok: false, message: more.length > 0 ? `${first} (and ${more.length} more)` : first };
}

/** A sentence, if it applies. */
export const where = (applies: boolean, text: string): readonly string[] => (applies ? [text] : []);

/** What ends a verification: one sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly check: CheckName,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

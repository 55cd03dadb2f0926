/** What is looked at, in this order. A check that needs what an earlier one did not find is left out. */
export const CHECK_NAMES = [
  'archive',
  'files',
  'envelope',
  'signature',
  'sigstore',
  'digests',
  'age',
  'nonce',
  'evidence',
  'plan',
  'exchanges',
  'times',
  'verdict',
  'report',
  'files-derived',
  'statement',
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** One line of the result. */
export interface Check {
  readonly check: CheckName;
  readonly ok: boolean;
  /** A sentence: what was seen, or what is wrong and what that may mean. */
  readonly message: string;
}

export const passed = (check: CheckName, message: string): Check => ({ check, ok: true, message });
export const refused = (check: CheckName, message: string): Check => ({ check, ok: false, message });

/** Refused with the first of these problems, and how many more there are; else passed. */
export function checkThat(check: CheckName, problems: readonly string[], message: string): Check {
  const [first] = problems;
  if (first === undefined) return passed(check, message);
  const more = problems.length - 1;
  return refused(check, more > 0 ? `${first} (and ${more} more)` : first);
}

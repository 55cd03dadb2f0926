import { UsageError } from '../runner/input/usage-error.js';

/** What was certified: a product and its version, as its maker calls them. */
export interface Subject {
  readonly name: string;
  readonly version: string;
}

const PART = /^[A-Za-z0-9](?:[A-Za-z0-9._/+-]{0,78}[A-Za-z0-9])?$/;

/**
 * Reads `NAME@VERSION`.
 * @throws UsageError
 */
export function subjectFrom(text: string, origin: string): Subject {
  const at = text.lastIndexOf('@');
  const subject = { name: text.slice(0, at), version: text.slice(at + 1) };
  if (at > 0 && isSubject(subject)) return subject;
  throw new UsageError(
    `${origin}: Expected NAME@VERSION, such as petstore@2.3.1: letters, digits and . _ / + - between them, 80 characters at most each; found ${JSON.stringify(text)}.`,
  );
}

export const isSubject = ({ name, version }: Subject): boolean => PART.test(name) && PART.test(version);

export const subjectText = ({ name, version }: Subject): string => `${name}@${version}`;

/** The folder in the archive: what is unpacked says what it is. */
export function folderOf({ name, version }: Subject): string {
  const text = `${name}-${version}`.replaceAll('/', '_');
  return text.slice(0, LONGEST_FOLDER);
}

const LONGEST_FOLDER = 64;

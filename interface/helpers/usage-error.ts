import reasons from './reasons.json' with { type: 'json' };

/**
 * A mistake of the user, found before anything was sent (exit code 2). The message is one sentence, or one line for
 * each problem.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Plain words for the error codes of Node.js. */
const REASONS: Readonly<Record<string, string>> = reasons;

/** Says what failed: in plain words if the code is known, else in the words of the error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? error.message;
}

/** Handles an error of the system as a mistake of the user. `sentence` gets its reason. */
export const asUsageError =
  (sentence: (reason: string) => string) =>
  (cause: unknown): never => {
    throw new UsageError(sentence(reasonOf(cause)), { cause });
  };

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      next.push(Math.min((row[j] ?? 0) + (x === y ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The closest known name: few edits away (whole or first word), or with the same beginning. */
function nearestName(name: string, known: readonly string[]): string | undefined {
  const typed = plain(name).slice(0, 64);
  const edits = (candidate: string): number =>
    Math.min(...[candidate, candidate.replace(/[-_.].*/, '')].map((text) => distance(typed, plain(text))));
  const ranked = known.map((each) => [each, edits(each)] as const).sort(([, a], [, b]) => a - b);
  const [best] = ranked;
  if (best && best[1] <= Math.floor(typed.length / 3)) return best[0];
  const begins = (candidate: string) => plain(candidate).startsWith(typed) || typed.startsWith(plain(candidate));
  return typed.length > 2 ? ranked.find(([candidate]) => begins(candidate))?.[0] : undefined;
}

/** True for `cancel.pending` in `cancel.pending.status`; false for `run` in `truncates`. */
const beginsWord = (text: string, part: string): boolean =>
  ['', '-', '_', '.', '/'].some((before) => (before === '' ? text.startsWith(part) : text.includes(before + part)));

const MAX_SUGGESTIONS = 4;

/** True if a message may quote the name. A key that was given by mistake is seldom made of short words. */
export const isWord = (name: string): boolean =>
  name.length <= 4 || (name.length <= 30 && /^[a-z]+(?:[-_.][a-z]+)*$/i.test(name));

/** Ends a sentence about an unknown name: the nearest ones, or all that there are, if these can be read. */
export function nearestOrAll(name: string, known: readonly string[]): string {
  const near = new Set([nearestName(name, known) ?? [], known.filter((other) => beginsWord(other, name))].flat());
  if (near.size > 0) return `did you mean ${[...near].slice(0, MAX_SUGGESTIONS).join(' or ')}?`;
  return known.length > 40 ? 'no known name is like it.' : `expected one of ${known.join(', ')}.`;
}

/**
 * Looks a name up.
 * @param what the beginning of the message: "--ci: There is no pipeline"
 * @throws UsageError with a suggestion
 */
export function chosen<Value>(known: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const value = Object.hasOwn(known, name) ? known[name] : undefined;
  if (value !== undefined) return value;
  throw new UsageError(`${what} "${name}"; ${nearestOrAll(name, Object.keys(known))}`);
}

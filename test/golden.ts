import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { covering } from './in-part.js';

/** The longest line of a golden file. */
const WIDTH = 120;

/** Where a line may be broken: between two elements of a page, or before blanks. */
const BREAKS = /(?<=>)(?=<)|(?<=\S)(?= +\S)/g;

/** Breaks long lines. Each goes on after a `↳`, with all its characters. */
export const folded = (text: string): string => text.split('\n').map(foldedLine).join('\n');

/** Joins the lines that `folded` broke. */
export const unfolded = (text: string): string => text.replaceAll(/\n *↳/g, '');

function foldedLine(line: string): string {
  const continuation = `\n${/^ */.exec(line)}  ↳`;
  const before: string[] = [];
  let last = '';
  for (const piece of line.split(BREAKS)) {
    const room = before.length === 0 ? WIDTH : WIDTH + 1 - continuation.length;
    if (last !== '' && last.length + piece.length > room) {
      before.push(last);
      last = '';
    }
    last += piece;
  }
  return [...before, last].join(continuation);
}

/** The text of a golden file, or an empty one where there is none yet. */
export const readGolden = (path: string | URL): string =>
  existsSync(path) ? unfolded(readFileSync(path, 'utf8')) : '';

/** Compares a golden file with this text, in lines of at most 120 characters; with `-u`, writes it. */
export async function expectGolden(text: string, path: string): Promise<void> {
  const lines = folded(text);
  expect(unfolded(lines)).toBe(text);
  await expect(lines).toMatchFileSnapshot(path);
}

/**
 * A golden file of titled entries, of which a test may try a part: an entry that is not tried keeps its text. The title is
 * the first line, or the part of that line before a colon. Further lines are indented, or have the same title; an entry may
 * end with an empty line.
 *
 *     const golden = new Golden(join(import.meta.dirname, 'expected/causes.txt'));
 *     const tried = golden.sample(rows.map(({ id }) => id), 20);
 *
 *     test.each(rows.filter(({ id }) => tried.has(id)))('$id', async (row) => golden.set(row.id, `${row.id}\n  ${await textOf(row)}`));
 *
 *     test('a report says of each what is in causes.txt', () => golden.compare(rows.map(({ id }) => id)));
 */
export class Golden {
  readonly #texts = new Map<string, string>();

  constructor(readonly path: string) {
    for (const text of readGolden(path)
      .trimEnd()
      .split(/\n(?=\S)/)) {
      const title = /^.*?(?=: |:?$)/m.exec(text)?.[0] ?? '';
      const before = this.#texts.get(title);
      this.#texts.set(title, before === undefined ? text : `${before}\n${text}`);
    }
  }

  of(title: string): string | undefined {
    return this.#texts.get(title);
  }

  /**
   * The titles that a test tries: all new ones, and those whose texts together say the most, where numbers do not count. All if
   * MATRIX is set.
   * @param count how many, apart from new ones
   */
  sample(titles: readonly string[], count: number): ReadonlySet<string> {
    if (process.env.MATRIX !== undefined) return new Set(titles);
    const said = (title: string): readonly string[] =>
      (this.of(title) ?? '').replaceAll(/\d+/g, '#').split(/\s*\n\s*|\s\| |, |; /);
    const isNew = (title: string): boolean => this.of(title) === undefined;
    return new Set([...titles.filter(isNew), ...covering(titles, said, count)]);
  }

  set(title: string, text: string): void {
    this.#texts.set(title, text);
  }

  /** Compares the file with the entries of these titles, in this order; with `-u`, writes it. */
  async compare(titles: readonly string[]): Promise<void> {
    const texts = titles.flatMap((title) => this.#texts.get(title) || []);
    await expectGolden(`${texts.join('\n').trimEnd()}\n`, this.path);
  }
}

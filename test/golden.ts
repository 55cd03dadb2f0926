import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * A golden file of titled entries, of which a test may try a part: an entry that is not tried keeps its text. The title is
 * the first line, or the part of that line before a colon. Further lines are indented, or have the same title; an entry may
 * end with an empty line.
 *
 *     const golden = new Golden(join(import.meta.dirname, 'expected/causes.txt'));
 *     const tried = rows.filter((row) => inPart(rows, 4).includes(row) || golden.of(row.id) === undefined);
 *
 *     test.each(tried)('$id', async (row) => golden.set(row.id, `${row.id}\n  ${await textOf(row)}`));
 *
 *     test('a report says of each what is in causes.txt', () => golden.compare(rows.map(({ id }) => id)));
 */
export class Golden {
  readonly #texts = new Map<string, string>();

  constructor(readonly path: string) {
    const file = existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
    for (const text of file.split(/\n(?=\S)/)) {
      const title = /^.*?(?=: |:?$)/m.exec(text)?.[0] ?? '';
      const before = this.#texts.get(title);
      this.#texts.set(title, before === undefined ? text : `${before}\n${text}`);
    }
  }

  of(title: string): string | undefined {
    return this.#texts.get(title);
  }

  set(title: string, text: string): void {
    this.#texts.set(title, text);
  }

  /** Compares the file with the entries of these titles, in this order; with `-u`, writes it. */
  async compare(titles: readonly string[]): Promise<void> {
    const texts = titles.flatMap((title) => this.#texts.get(title) || []);
    await expect(`${texts.join('\n').trimEnd()}\n`).toMatchFileSnapshot(this.path);
  }
}

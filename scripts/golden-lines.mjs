// Counts the lines of golden files that are longer than 200 characters, which nobody reviews. `count.mjs` prints the number.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = fileURLToPath(new URL('../test/', import.meta.url));

/** These lines have no blank to break at, such as a number of 500 digits. */
const MOST = 10;

const isGolden = (path) => /[\\/](?:expected(?:[\\/]|\.txt$)|__snapshots__[\\/])/.test(path);

/** Prints the number. Returns false if there are more than there were. */
export async function printGoldenLines() {
  const paths = (await readdir(tests, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isGolden);
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const lines = texts.flatMap((text) => text.split('\n'));
  const long = lines.filter((line) => line.length > 200).length;
  console.log(
    `${String(long).padStart(7)} of ${lines.length} golden lines are over 200 characters; at most ${MOST} may be`,
  );
  if (long > MOST)
    console.error('Write through `expectGolden` (test/golden.ts), and sets of ids as families (test/families.ts).');
  return long <= MOST;
}

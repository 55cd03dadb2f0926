import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Replaces a generated file in one step, and leaves it alone where it is current: others may be reading it. */
export async function writeIfChanged(url, content) {
  const path = fileURLToPath(url);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, content);
  await rename(fresh, path);
}

import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Replaces the file atomically, and only if it differs: another process may be reading it. */
export async function writeIfChanged(url, content) {
  const path = fileURLToPath(url);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === content) return;
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, content);
  await rename(fresh, path);
}

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory with these files, removed after the test. */
export async function directoryWith(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'store-orders-test-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return directory;
}

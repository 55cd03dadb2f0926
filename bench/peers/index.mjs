// What people use instead. Installed outside of the package, so that nothing of it is ever a dependency.
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dredd } from './dredd/peer.mjs';
import { newman } from './newman/peer.mjs';
import { readers } from './readers/peer.mjs';
import { redocly } from './redocly/peer.mjs';
import { script } from './script/peer.mjs';
import { vitest } from './vitest/peer.mjs';

/** They do ten checks each. */
export const checkers = [script, redocly, dredd, vitest, newman];
export { readers };

const cache = join(tmpdir(), 'store-orders-bench');
const INSTALL_TIMEOUT_MS = 300_000;

/**
 * Installs a peer where it is not there yet, and lays its files beside it.
 * Returns its directory, or `{ failure }`: a peer that cannot be had is left out, and said so.
 */
export async function install(peer) {
  const directory = join(cache, peer.id);
  await mkdir(directory, { recursive: true });
  const manifest = `${JSON.stringify({ private: true, type: 'module', dependencies: peer.packages }, null, 2)}\n`;
  const stamp = join(directory, 'installed.json');
  try {
    if ((await readFile(stamp, 'utf8').catch(() => '')) !== manifest) {
      await writeFile(join(directory, 'package.json'), manifest);
      await npmInstall(directory);
      await writeFile(stamp, manifest);
    }
    await cp(fileURLToPath(new URL(peer.id, import.meta.url)), directory, { recursive: true });
    return { directory };
  } catch (error) {
    return {
      failure: `cannot be installed: ${
        String(error.stderr || error.message)
          .trim()
          .split('\n')[0]
      }`,
    };
  }
}

/** Without install scripts: what is measured needs none of them. */
const npmInstall = (directory) =>
  promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: directory,
    timeout: INSTALL_TIMEOUT_MS,
    shell: process.platform === 'win32',
  });

import { execFile, execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { directoryWith } from '../directory.js';

export const installed = `${inject('vendor')}/node_modules/store-orders-conformance`;

export const binary = `${installed}/dist/cli.js`;

export const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

/** A step of a job, or of an action. */
export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** A repository with these files, and an `npx` that records its arguments, drops the first ones, and starts this package. */
export async function repositoryWith(files: Readonly<Record<string, string>>, dropped: number): Promise<string> {
  const npx = `#!/bin/sh\nprintf '%s\\n' "$*" > npx.txt\nshift ${dropped}\nexec "${process.execPath}" "${binary}" "$@"\n`;
  const cwd = await directoryWith({ ...files, 'bin/npx': npx });
  await chmod(join(cwd, 'bin/npx'), 0o755);
  return cwd;
}

/** Packs this package, as `npm pack` does: everything is in a folder `package`. */
export async function pack(tarball: string): Promise<void> {
  const folder = await directoryWith({});
  cpSync(installed, join(folder, 'package'), { recursive: true });
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
}

/** Runs a program to its end, with only these environment variables. */
export const run = (file: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: cwd, ...env }, maxBuffer: 2 ** 26 };
    const child = execFile(file, words, options, (_, out, err) => resolve({ code: child.exitCode, out, err }));
  });

/** Runs a script as GitHub's runner does. */
export async function inBash(script: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const { code, out, err } = await run('bash', words, cwd, { ...env, PATH: `${join(cwd, 'bin')}:${process.env.PATH}` });
  return { code, out: `${out}${err}` };
}

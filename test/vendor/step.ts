import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { directoryWith } from '../settings/directory.js';

export const installed = `${inject('vendor')}/node_modules/store-orders-conformance`;

export const binary = `${installed}/dist/cli.js`;

/** A step of a job, or of an action. */
export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

/** A repository with these files, and an `npx` that notes its arguments and has this package: it drops what names another. */
export async function repositoryWith(files: Readonly<Record<string, string>>, dropped: number): Promise<string> {
  const npx = `#!/bin/sh\nprintf '%s\\n' "$*" > npx.txt\nshift ${dropped}\nexec "${process.execPath}" "${binary}" "$@"\n`;
  const cwd = await directoryWith({ ...files, 'bin/npx': npx });
  await chmod(join(cwd, 'bin/npx'), 0o755);
  return cwd;
}

/** Runs a script as a runner of GitHub does. */
export const inBash = (script: string, cwd: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ readonly code: number | null; readonly out: string }>((resolve) => {
    const surroundings = { ...env, HOME: cwd, PATH: `${join(cwd, 'bin')}:${process.env.PATH}` };
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const child = execFile('bash', words, { cwd, env: surroundings }, (_, out, err) =>
      resolve({ code: child.exitCode, out: `${out}${err}` }),
    );
  });

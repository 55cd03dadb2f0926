import { execFile } from 'node:child_process';
import { inject } from 'vitest';

export const binary = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

/** Runs a script as a step of a job of GitHub does, with the commands of the folder `bin` of its directory. */
export function inBash(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((resolve) => {
    const surroundings = { ...env, HOME: cwd, PATH: `${cwd}/bin:${process.env.PATH}` };
    const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    const child = execFile('bash', words, { cwd, env: surroundings }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

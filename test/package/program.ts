import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

/** The installed program. */
export const binary = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The file that standard output goes to. */
  readonly out?: string;
  /** Options of Node, before the program. */
  readonly node?: readonly string[];
}

/** Starts the program. */
export function start(argv: readonly string[], { cwd, env, out, node = [] }: Surroundings = {}) {
  const child = spawn(process.execPath, [...node, binary, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', out === undefined ? 'pipe' : openSync(out, 'w'), 'pipe'],
  });
  // A test may end standard output.
  const said = [child.stdout, child.stderr].map((stream) => (stream ? text(stream).catch(() => '') : ''));
  const ended = once(child, 'close').then(async ([code, signal]) => {
    const [out = '', err = ''] = await Promise.all(said);
    return { code, signal, out, err };
  });
  return { child, ended };
}

// The program loads it when it first runs it, which takes long on a busy machine, and counts for the first test.
import '../../cli/commands/run.js';
import { expect } from 'vitest';
import { program } from '../../cli/program.js';
import type { ExitCode, Io } from '../../cli/shell/io.js';
import { fixturesText, type Store } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  /** But for the verdict. */
  readonly err: string;
  /** What a run says of its outcome on standard error. */
  readonly verdictLine?: string;
}

export interface Surroundings {
  readonly env?: Io['env'];
  readonly cwd?: string;
  readonly tty?: boolean;
  readonly interrupted?: AbortSignal;
  /** Sees standard output as it is written. */
  readonly onOut?: (text: string) => void;
}

const VERDICT_LINE = /Verdict: .*\n/;

/** Runs the command line in this process, in an environment that holds nothing but what is given. */
export async function runProgram(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const { env = {}, cwd = '/', tty = false, interrupted = new AbortController().signal, onOut } = surroundings;
  const out: string[] = [];
  const err: string[] = [];
  let redact = (text: string): string => text;
  const code = await program(argv, {
    env,
    cwd,
    out: (text) => {
      out.push(text);
      onOut?.(text);
    },
    err: (text) => err.push(redact(text)),
    keepSecret: (redacting) => {
      redact = redacting;
    },
    outIsTty: tty,
    errIsTty: tty,
    command: 'npx --no -- store-orders-conformance',
    columns: tty ? 100 : undefined,
    rows: tty ? 50 : undefined,
    endsItself: () => undefined,
    interrupted,
    killed: new AbortController().signal,
  });
  const said = err.join('');
  const [verdictLine] = VERDICT_LINE.exec(said) ?? [];
  return {
    code,
    out: out.join(''),
    err: said.replace(VERDICT_LINE, ''),
    ...(verdictLine !== undefined && { verdictLine }),
  };
}

type Target = Pick<Store, 'baseUrl' | 'apiKey' | 'orders'>;

/** A directory with the orders of a store and these files, and the command line in it, with its address and key. */
export async function place(
  { baseUrl, apiKey, orders }: Target,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  { command = [], ...surroundings }: Surroundings & { readonly command?: readonly string[] } = {},
) {
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(orders), ...files });
  const env = { STORE_ORDERS_API_KEY: apiKey, ...surroundings.env };
  const run = (...argv: string[]): Promise<Outcome> =>
    runProgram([...command, '--base-url', baseUrl, '--fixtures', 'orders.yaml', ...argv], {
      ...surroundings,
      cwd,
      env,
    });
  return { cwd, run };
}

/** Runs the command line against a store, in a directory of its own. */
export async function judge(
  store: Target,
  argv: readonly string[],
  { fixtures = fixturesText(store.orders), ...more }: Parameters<typeof place>[2] & { readonly fixtures?: string } = {},
): Promise<Outcome & { readonly cwd: string }> {
  const { cwd, run } = await place(store, { 'orders.yaml': fixtures }, more);
  return { cwd, ...(await run(...argv)) };
}

/** What is said of a usage error, after which nothing is on standard output. */
export async function refusalOf(argv: readonly string[], surroundings?: Surroundings): Promise<string> {
  const { code, out, err } = await runProgram(argv, surroundings);
  expect([code, out]).toEqual([2, '']);
  return err;
}

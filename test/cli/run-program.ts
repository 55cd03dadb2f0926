import { Readable } from 'node:stream';
// The program loads it when it first runs it, which takes long on a busy machine, and counts for the first test.
import '../../cli/commands/run.js';

import { program } from '../../cli/program.js';
import { type ExitCode, type Io, streams } from '../../cli/shell/io.js';
import { directoryWith } from '../directory.js';
import { fixturesText, type Store } from '../engine/store.js';

export interface Outcome {
  readonly code: ExitCode;
  readonly out: string;
  /** Standard error without the line about the verdict. */
  readonly err: string;
  /** The line about the outcome of a run on standard error. */
  readonly verdictLine?: string;
}

export interface Surroundings {
  readonly env?: Io['env'];
  readonly cwd?: string;
  readonly tty?: boolean;
  readonly isInContainer?: boolean;
  readonly interrupted?: AbortSignal;
  readonly stdin?: string | undefined;
  /** Called with standard output as it is written. */
  readonly onOut?: (text: string) => void;
}

const VERDICT_LINE = /Verdict: .*\n/;

/** Runs the command line in this process, with only these environment variables. */
export async function runProgram(argv: readonly string[], surroundings: Surroundings = {}): Promise<Outcome> {
  const {
    env = {},
    cwd = '/',
    tty = false,
    isInContainer = false,
    interrupted = new AbortController().signal,
    stdin = '',
    onOut,
  } = surroundings;
  const out: string[] = [];
  const err: string[] = [];
  let redact = (text: string): string => text;
  const code = await program(argv, {
    env,
    cwd,
    stdin: () => Readable.from([Buffer.from(stdin)]),
    ...streams(
      (text) => {
        out.push(text);
        onOut?.(text);
      },
      (text) => err.push(text),
      (text) => redact(text),
    ),
    keepSecret: (redacting) => {
      redact = redacting;
    },
    outIsTty: tty,
    errIsTty: tty,
    isInContainer,
    command: 'npx --no -- store-orders-conformance',
    columns: tty ? 100 : undefined,
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

/** Runs the command line against a store, in a directory with a fixtures file for it. */
export async function judge(
  { baseUrl, apiKey, orders }: Pick<Store, 'baseUrl' | 'apiKey' | 'orders'>,
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<Outcome & { readonly cwd: string }> {
  const cwd = await directoryWith({ 'orders.yaml': fixturesText(orders) });
  const env = { STORE_ORDERS_API_KEY: apiKey, ...surroundings.env };
  const words = ['--base-url', baseUrl, '--fixtures', 'orders.yaml', ...argv];
  return { cwd, ...(await runProgram(words, { ...surroundings, cwd, env })) };
}

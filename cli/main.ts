import { existsSync } from 'node:fs';
import module from 'node:module';
import { isSea } from 'node:sea';
import { setFlagsFromString } from 'node:v8';
import { installedCommand, tool } from '../interface/helpers/helpers.js';
import { reasonOf } from '../interface/helpers/usage-error.js';
import { shellWord } from '../judge/results/curl.js';
import { type ExitCode, type Io, streams } from './shell/io.js';

// V8 flags that save memory or processor time; docs/generated/performance.md has the measurements.
// Undici's HTTP parser is WebAssembly. V8 would compile it a second time, for speed that a parser of headers does not need.
setFlagsFromString('--wasm-tiering-budget=2000000000');
// The short-lived objects of a streamed listing need no larger young generation.
setFlagsFromString('--semi-space-growth-factor=1');
// Collect the garbage of thousands of responses before it exceeds half of the memory in use.
setFlagsFromString('--heap-growing-percent=50');
// A run is too short for the baseline compiler to pay.
setFlagsFromString('--no-sparkplug');
// The V8 of Node 20 optimises functions early. Later versions wait, which is better for a short run.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=600000');

// Node 22.8 and later cache the compiled code of modules that are loaded from here on; earlier versions do not have
// this function.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const interruption = new AbortController();
const killing = new AbortController();
let endsItself = false;
/** True if the suite or standard output failed. The exit code is then 4, whatever the command returns. */
let hasFailed = false;

let redact = (text: string): string => text;

/**
 * True if npx or a script of a package manager started the program, or if it is in `node_modules`, where the plain name
 * is not in the path.
 */
const isFromNpm = process.env.npm_command !== undefined || /[\\/]node_modules[\\/]/.test(process.argv[1] ?? '');

/** The executable file is not in the path: it is started again by the path it was started by. */
const started = /^[\w./-]+$/.test(process.argv0) ? process.argv0 : shellWord(process.argv0);
const typed = isSea() ? started : tool.name;

const io: Io = {
  ...streams(
    (text) => process.stdout.write(text),
    (text) => process.stderr.write(text),
    (text) => redact(text),
  ),
  env: process.env,
  cwd: process.cwd(),
  stdin: () => process.stdin,
  outIsTty: process.stdout.isTTY === true,
  errIsTty: process.stderr.isTTY === true,
  command: isFromNpm && !isSea() ? installedCommand(process.env, process.versions.pnp) : typed,
  isInContainer: ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path)),
  columns: process.stdout.columns || undefined, // some pseudo-terminals say 0
  keepSecret: (redacting) => {
    redact = redacting;
  },
  endsItself: () => {
    endsItself = true;
  },
  interrupted: interruption.signal,
  killed: killing.signal,
};

/** The first signal lets a command end by itself, if it can. The second one ends the process. */
function interrupt(code: ExitCode): void {
  if (endsItself && !interruption.signal.aborted) interruption.abort(code);
  else endNow(code);
}

function endNow(code: ExitCode): never {
  killing.abort();
  process.exit(code);
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
for (const [name, code] of Object.entries(SIGNALS)) process.on(name, () => interrupt(code));

/** How long a command may take to write its reports after an uncaught error. */
const LAST_WORDS_MS = 30_000;

process.on('uncaughtException', (error) => {
  if (hasFailed) return; // one failure is mostly followed by others
  hasFailed = true;
  io.tellDefect(error);
  if (!endsItself) endNow(4);
  interruption.abort(4);
  setTimeout(() => endNow(4), LAST_WORDS_MS).unref();
});

// Nobody can read a message about this.
process.stderr.on('error', () => undefined);
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || hasFailed) return; // a reader that has seen enough (`… | head`) is not an error
  hasFailed = true;
  io.err(`Standard output could not be written: ${reasonOf(error)}.\n`);
});

/** Until the command returns, any exit means that the suite failed (4). */
process.exitCode = 4;

async function main(): Promise<void> {
  const { program } = await import('./program.js');
  const code = await program(process.argv.slice(2), io);
  await new Promise((resolve) => process.stdout.write('', resolve)); // all of it, or the error
  process.exitCode = hasFailed ? 4 : code;
  if (interruption.signal.aborted) endNow(hasFailed ? 4 : code); // what was cut off may be slow to go
}

void main();

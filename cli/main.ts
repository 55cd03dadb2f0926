#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import type { Io } from './io.js';
import { program } from './program.js';

// Undici's HTTP parser is WebAssembly. V8 would compile it a second time, for speed that a parser of headers does not
// need: that doubles the peak memory of a small run.
setFlagsFromString('--wasm-tiering-budget=2000000000');
// Short-lived objects of a streamed listing need no larger room: the default grows to three times the peak.
setFlagsFromString('--semi-space-growth-factor=1');

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort(new Error(`The run was ended by ${name}.`)));
}
// A reader that has seen enough (`… | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const io: Io = {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  outIsTty: process.stdout.isTTY === true,
  errIsTty: process.stderr.isTTY === true,
  columns: process.stdout.columns || undefined, // some pseudo-terminals say 0
  interrupted: interruption.signal,
};

process.exitCode = await program(process.argv.slice(2), io);

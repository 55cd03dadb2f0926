import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { platform } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';
import { MAX_SETTINGS } from '../input/text-file.js';

/** Says why a URL is not called, as a sentence. Undefined if it is, and for a command. */
export function hookProblem(hook: string): string | undefined {
  if (!isUrl(hook)) return undefined;
  if (!URL.canParse(hook)) return 'this is not a valid URL.';
  const { username, password } = new URL(hook);
  return username + password === '' ? undefined : 'a URL with a user name or password in it is not called.';
}

/** A hook that is not a URL is a command of the shell. */
export const isUrl = (hook: string): boolean => /^https?:\/\//i.test(hook);

/** A hook failed. The message continues a sentence whose subject is the hook. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure';

  /** @param output the hook's own error message, neither redacted nor shortened */
  constructor(
    message: string,
    options?: ErrorOptions,
    readonly output = '',
  ) {
    super(message, options);
  }
}

export interface HookCall {
  /** A JSON document. */
  readonly input: string;
  readonly directory: string;
  /** The API key. It is removed from the environment of commands, except for STORE_ORDERS_API_KEY if `isPassed`. */
  readonly key?: { readonly text: string; readonly isPassed: boolean } | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Gets the error output of a command as it arrives. */
  tell?(bytes: Uint8Array): void;
}

/**
 * Sends the input to the hook and returns its output.
 * @throws HookFailure and nothing else
 */
export async function callHook(hook: string, call: HookCall): Promise<string> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  try {
    signal.throwIfAborted();
    if (isUrl(hook)) return await post(hook, call, signal);
    return (await runInShell(hook, { ...call, env: environmentFor(call) }, signal)).toString('utf8');
  } catch (error) {
    if (error instanceof HookFailure && !signal.aborted) throw error;
    throw new HookFailure(reasonOf(error, call, timeout), { cause: error });
  }
}

function reasonOf(error: unknown, { signal, timeoutMs }: HookCall, timeout: AbortSignal): string {
  if (signal?.aborted) return 'was stopped: the run was interrupted, or its deadline has passed';
  if (timeout.aborted) return `did not end within ${timeoutMs} ms`;
  return `could not be called: ${error}`; // Node refuses a command with a NUL in it, say
}

async function post(url: string, { input }: HookCall, signal: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const request = { method: 'POST', headers, body: input, redirect: 'error', signal } as const;
  const response = await fetch(url, request).catch((error: Error) => {
    // fetch only says "fetch failed"; its cause has the reason.
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new HookFailure(`did not answer: ${message}`, { cause: error });
  });
  const body = (await readBounded(response.body ?? [])).toString('utf8');
  if (response.ok) return body;
  throw new HookFailure(`answered with the status ${response.status}`, undefined, body);
}

interface ShellCall {
  readonly input: string | Uint8Array;
  readonly directory: string;
  readonly env: Environment;
  /** Gets the error output as it arrives, since a person may have to respond to it. */
  tell?(bytes: Uint8Array): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command with the input, and returns its output.
 * @throws HookFailure if the exit code is not 0; after an abort, the caller says why
 */
export async function runInShell(
  command: string,
  { input, directory, env, tell }: ShellCall,
  signal: AbortSignal,
): Promise<Buffer> {
  // A process group of its own: stopping only the shell would leave its children running.
  const child = spawn(command, { shell: true, cwd: directory, env, detached: !onWindows(), windowsHide: true });
  const stop = () => {
    stopTree(child);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  child.stdin.on('error', () => {}); // a command need not read its input
  child.stdin.end(input);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const ended = once(child, 'exit');
    const [output, errors] = await Promise.all([
      readBounded(writtenBefore(ended, child.stdout)),
      readBounded(writtenBefore(ended, child.stderr), tell),
      ended,
    ]);
    if (child.exitCode === 0) return output;
    const end = child.signalCode ? `was ended by ${child.signalCode}` : `ended with exit code ${child.exitCode}`;
    throw new HookFailure(end, undefined, errors.toString('utf8'));
  } finally {
    signal.removeEventListener('abort', stop);
    if (child.exitCode === null) stop();
  }
}

/**
 * The output that a command wrote until it exited. Background processes may keep the stream open; nobody waits for
 * them.
 */
function writtenBefore(ended: Promise<unknown>, stream: Readable): Readable {
  const written = stream.pipe(new PassThrough());
  let chunks = 0;
  stream.on('data', () => {
    chunks += 1;
  });
  const finish = async (): Promise<void> => {
    for (let [look, seen] = [0, -1]; look < MAX_LOOKS && seen < chunks; look++) {
      seen = chunks;
      await delay(BETWEEN_LOOKS_MS);
      await immediate();
    }
    stream.unpipe(written).resume(); // whoever writes to it later can go on
    if (stream instanceof Socket) stream.unref();
    written.end();
  };
  ended.then(finish, finish);
  return written;
}

/**
 * Each look reads the output that has arrived. A pipe on Windows needs a moment; a background process may write for
 * ever.
 */
const BETWEEN_LOOKS_MS = 10;
const MAX_LOOKS = 50;

function environmentFor({ key }: HookCall): Environment {
  // biome-ignore lint/style/noRestrictedGlobals: a child gets the environment of its parent.
  const { env } = process;
  if (!key) return env;
  const others = Object.entries(env).filter(([, value = '']) => !value.includes(key.text));
  return { ...Object.fromEntries(others), ...(key.isPassed && { STORE_ORDERS_API_KEY: key.text }) };
}

const onWindows = (): boolean => platform() === 'win32';

function stopTree(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (onWindows()) {
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => child.kill());
    return;
  }
  try {
    // biome-ignore lint/style/noRestrictedGlobals: nothing else can signal a process group.
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // the group has ended already
  }
}

async function readBounded(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tell?: ShellCall['tell'],
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    tell?.(chunk);
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_SETTINGS) throw new HookFailure(`answered with more than ${MAX_SETTINGS} bytes`);
  }
  return Buffer.concat(chunks);
}

import type { ChildProcess } from 'node:child_process';
import { platform } from 'node:os';
import type { Hook } from '../settings/settings.js';

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** A URL where it begins with `http://` or `https://`, else a command of the shell. */
export const hookOf = (text: string): Hook =>
  isUrl(text) ? { kind: 'url', url: text } : { kind: 'command', command: text };

/** Why a text that begins like a URL cannot be called, or undefined. */
export function hookUrlProblem(text: string): string | undefined {
  if (!isUrl(text)) return undefined;
  if (!URL.canParse(text)) return 'this is no valid URL';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'a URL with a user name or password in it is not called';
}

/** What a hook did wrong: continues a sentence whose subject is the hook. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure';

  /** What the hook itself said about it; neither redacted nor short. */
  readonly output: string;

  constructor(message: string, { output = '', ...options }: ErrorOptions & { readonly output?: string } = {}) {
    super(message, options);
    this.output = output;
  }
}

export interface HookCall {
  /** A JSON document. */
  readonly input: string;
  readonly directory: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** An answer of this size names a million orders. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/** Of error output the end is kept, where the reason mostly stands. */
const MOST_ERRORS = 64 * 1024;

/** Calls it with the document and returns what it answers. Rejects with a `HookFailure`. */
export async function callHook(hook: Hook, call: HookCall): Promise<string> {
  const timeout = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
  try {
    signal.throwIfAborted();
    return hook.kind === 'url' ? await post(hook.url, call, signal) : await runInShell(hook.command, call, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const reason = call.signal?.aborted
      ? 'was stopped: the run was interrupted, or its deadline is over'
      : `did not end within ${call.timeoutMs} ms`;
    throw new HookFailure(reason, { cause: error });
  }
}

async function post(url: string, { input }: HookCall, signal: AbortSignal): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', headers, body: input, redirect: 'error', signal });
    const body = await readBounded(response.body ?? []);
    if (response.ok) return body;
    throw new HookFailure(`answered with the status ${response.status}`, { output: body });
  } catch (error) {
    if (error instanceof HookFailure) throw error;
    // fetch says "fetch failed" and gives the reason as the cause.
    const { message, cause } = error as Error;
    throw new HookFailure(`gave no answer: ${cause instanceof Error ? cause.message : message}`, { cause: error });
  }
}

async function runInShell(command: string, { input, directory }: HookCall, signal: AbortSignal): Promise<string> {
  const { spawn } = await import('node:child_process');
  // A process group of its own: stopping the shell alone would leave running what it has started.
  const child = spawn(command, { shell: true, cwd: directory, detached: !onWindows(), windowsHide: true });
  const stop = () => {
    stopTree(child, spawn);
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', (error) => reject(new HookFailure(`could not be started: ${error.message}`, { cause: error })));
    child.on('close', (code, name) => resolve(code === null ? `was ended by ${name}` : `ended with exit code ${code}`));
  });
  child.stdin.on('error', () => {}); // a command need not read its input
  child.stdin.end(input);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const [output, errors, end] = await Promise.all([readBounded(child.stdout), readEnd(child.stderr), ended]);
    if (end === 'ended with exit code 0') return output;
    throw new HookFailure(end, { output: errors });
  } finally {
    signal.removeEventListener('abort', stop);
    if (child.exitCode === null) stop();
  }
}

const onWindows = (): boolean => platform() === 'win32';

function stopTree(child: ChildProcess, spawn: typeof import('node:child_process').spawn): void {
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

async function readBounded(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MOST_OUTPUT) throw new HookFailure(`answered with more than ${MOST_OUTPUT} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readEnd(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of stream) end = Buffer.concat([end, chunk]).subarray(-MOST_ERRORS);
  return end.toString('utf8');
}

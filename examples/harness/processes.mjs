import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const KEPT_OUTPUT = 20_000;
const running = new Set();

/** A failed step of an example: the sentence, and the end of what the program said. */
export class StepFailed extends Error {}

/** Runs to its end, in a process group of its own, so that nothing it started outlives it. */
export async function run(command, { timeoutMs = 540_000, ...options }) {
  const child = start(command, options);
  const timer = setTimeout(() => child.stop(), timeoutMs);
  const code = await child.ended;
  clearTimeout(timer);
  return { code, output: child.output() };
}

const lineOf = (command) => (Array.isArray(command) ? command.join(' ') : command);

/** The same, for what must succeed. */
export async function must(command, options) {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new StepFailed(`\`${lineOf(command)}\` ended with ${code}.\n${output}`);
  return output;
}

/** @param command a line for the shell, or a program with its arguments */
export function start(command, { cwd, env = {}, uid, gid, input = '' }) {
  const [program, ...args] = Array.isArray(command) ? command : ['sh', '-c', command];
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, uid, gid, detached: true });
  running.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-KEPT_OUTPUT);
    });
  }
  child.stdin.on('error', () => undefined).end(input);
  let endCode;
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      said += error.message;
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(code ?? signal));
  }).then((code) => {
    running.delete(child);
    endCode = code;
    return code;
  });
  return {
    ended,
    output: () => said,
    hasEnded: () => endCode !== undefined,
    stop: async (signal = 'SIGTERM') => {
      signalGroup(child, signal);
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL'); // what it left behind in its group
    },
  };
}

function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** For the end of the runner, however it comes. */
export function killAll() {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

const given = new Set();

/** A port that nothing listens on, and that this function has not given to somebody else before. */
export async function freePort() {
  for (;;) {
    const port = await unusedPort();
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}

function unusedPort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a program that is to listen on the port; it stops it again where that does not happen in time.
 * @param isReady says when it can be used: by default, as soon as it takes connections
 */
export async function startListening(command, port, options, isReady = () => accepts(port)) {
  const service = start(command, options);
  const deadline = Date.now() + 60_000;
  while (!(await isReady())) {
    if (service.hasEnded() || Date.now() > deadline) {
      await service.stop();
      throw new StepFailed(`\`${lineOf(command)}\` does not listen on port ${port}.\n${service.output()}`);
    }
    await sleep(50);
  }
  return service;
}

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // Where nothing listens, the kernel may choose this very port for the socket, which is then connected to itself.
    socket.on('connect', () => resolve(socket.localPort !== port)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const KEPT_OUTPUT = 20_000;
const running = new Set();

/** A failed step of an example. The message ends with the last output of the program. */
export class StepFailed extends Error {}

/** Runs a command to its end, in its own process group, so that its child processes end with it. */
export async function run(command, { timeoutMs = 540_000, ...options }) {
  const child = start(command, options);
  const timer = setTimeout(() => child.stop(), timeoutMs);
  const code = await child.ended;
  clearTimeout(timer);
  return { code, output: child.output() };
}

const lineOf = (command) => (Array.isArray(command) ? command.join(' ') : command);

/** Runs a command, and throws unless its exit code is 0. */
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
  let outputText = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      outputText = (outputText + text).slice(-KEPT_OUTPUT);
    });
  }
  child.stdin.on('error', () => undefined).end(input);
  let endCode;
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      outputText += error.message;
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
    output: () => outputText,
    hasEnded: () => endCode !== undefined,
    stop: async (signal = 'SIGTERM') => {
      signalGroup(child, signal);
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), 10_000);
      await ended;
      clearTimeout(timer);
      signalGroup(child, 'SIGKILL'); // child processes that are left
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

/** Kills all commands: for the exit of the runner. */
export function killAll() {
  for (const child of running) signalGroup(child, 'SIGKILL');
}

const givenPorts = new Set();

/** A port on which nothing listens, and that this function has not returned before. */
export async function freePort() {
  for (;;) {
    const port = await unusedPort();
    if (givenPorts.has(port)) continue;
    givenPorts.add(port);
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
 * Starts a program that must listen on the port. Stops it and throws if it does not do so in time.
 * @param isReady whether the program is ready: by default, when it accepts connections
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
    // The kernel may choose this port for the socket itself, which then connects to itself, though nothing listens.
    socket.on('connect', () => resolve(socket.localPort !== port)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

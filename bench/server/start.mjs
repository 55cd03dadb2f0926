import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const API_KEY = 'bench-Key-5f0c2b1e9a7d';

const program = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts the store for measurements in a process of its own, which ends with this one. */
export async function startServer() {
  const child = fork(program, [API_KEY], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
  const [{ port }] = await once(child, 'message');
  let runs = 0;
  return {
    /** A store that nobody has cancelled anything in yet. */
    newStore({ shape = 'uniform', bytes = 0, latencyMs = 0 } = {}) {
      const run = `run-${++runs}`;
      return { run, apiKey: API_KEY, baseUrl: `http://127.0.0.1:${port}/${run}/${shape}/${bytes}/${latencyMs}/v1` };
    },
    /** What the store was asked for; it is forgotten with that. */
    async statistics({ run }) {
      child.send({ statisticsOf: run });
      const [{ statistics }] = await once(child, 'message');
      return statistics;
    },
    close: () => child.disconnect(),
  };
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const API_KEY = 'bench-Key-5f0c2b1e9a7d';

const program = fileURLToPath(new URL('server.mjs', import.meta.url));

/** Starts the store for measurements in a process that ends with this one. */
export async function startServer() {
  const child = fork(program, [API_KEY], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
  const [{ port }] = await once(child, 'message');
  let runs = 0;
  return {
    /** A new store, with all its orders. */
    newStore({ shape = 'uniform', bytes = 0, latencyMs = 0 } = {}) {
      const run = `run-${++runs}`;
      return { run, apiKey: API_KEY, baseUrl: `http://127.0.0.1:${port}/${run}/${shape}/${bytes}/${latencyMs}/v1` };
    },
    /** Statistics about the requests to a store. The server forgets the store afterwards. */
    async statistics({ run }) {
      child.send({ statisticsOf: run });
      const [{ statistics }] = await once(child, 'message');
      return statistics;
    },
    close: () => child.disconnect(),
  };
}

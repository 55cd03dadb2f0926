import { reporters } from '../reporters/index.js';
import { loadSettings, type RunFlags } from '../runner/settings/load.js';
import type { ServeFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';
import { startFromFlags } from './reference.js';
import { judgeTarget } from './run.js';

/** The environment may name a real target and its key; neither must reach this run. */
const OWN_TARGET = {
  STORE_ORDERS_BASE_URL: undefined,
  STORE_ORDERS_FIXTURES: undefined,
  STORE_ORDERS_TARGET: undefined,
  HTTP_PROXY: undefined,
  http_proxy: undefined,
} as const;

export async function demoCommand(flags: RunFlags & ServeFlags, io: Io): Promise<ExitCode> {
  const { server, apiKey } = await startFromFlags(flags);
  try {
    const settings = await loadSettings({
      flags: { ...flags, baseUrl: server.baseUrl },
      env: { ...io.env, ...OWN_TARGET, STORE_ORDERS_API_KEY: apiKey },
      cwd: io.cwd,
      reportFormats: Object.keys(reporters),
      ignoresConfig: true,
    });
    return await judgeTarget({ ...settings, orders: server.orders }, io);
  } finally {
    await server.close();
  }
}

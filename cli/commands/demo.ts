import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ServeFlags, startFromFlags } from '../reference/reference.js';
import type { ExitCode, Io } from '../shell/io.js';
import { judgeTarget } from './run.js';

export async function demoCommand(flags: RunFlags & ServeFlags, io: Io): Promise<ExitCode> {
  const { server, apiKey } = await startFromFlags(flags);
  try {
    const inputs: string[] = [];
    const settings = await loadSettings({
      flags: { ...flags, baseUrl: server.baseUrl },
      // The environment may name a real target and its key; neither must reach this run.
      env: { STORE_ORDERS_API_KEY: apiKey },
      cwd: io.cwd,
      ignoresConfig: true,
      onRead: (path) => inputs.push(path),
    });
    return await judgeTarget({ ...settings, orders: server.orders }, io, inputs);
  } finally {
    await server.close();
  }
}

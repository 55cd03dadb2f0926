import { tool } from '../../interface/helpers/helpers.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ServeFlags, startFromFlags } from '../reference/reference.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { judgeTarget } from '../shell/judge.js';

export async function demoCommand(flags: RunFlags & ServeFlags, io: Io): Promise<ExitCode> {
  const { server, apiKey, changed } = await startFromFlags(flags);
  try {
    const settings = await loadSettings({
      flags: { ...flags, baseUrl: server.baseUrl },
      // The environment may name a real target and its key. Neither must reach this run.
      env: { STORE_ORDERS_API_KEY: apiKey },
      cwd: io.cwd,
      ignores: ['config'],
    });
    const code = await judgeTarget({ ...settings, orders: { ...server.orders, disposable: true, fresh: 'all' } }, io);
    if (changed && !flags.dryRun && !flags.report) io.err(prose(`${howToRepeat(server.baseUrl, flags)}\n`, io));
    return code;
  } finally {
    await server.close();
  }
}

/** Says how to start the server again: it ends with the demo, but the curl lines of the report need it. */
function howToRepeat(baseUrl: string, { fault, variant }: ServeFlags): string {
  const option = fault === undefined ? `--variant ${variant}` : `--fault ${fault}`;
  const { port } = new URL(baseUrl);
  return `The curl lines of the report work while \`${tool.name} serve ${option} --port ${port} --api-key demo-key\` runs, with STORE_ORDERS_API_KEY=demo-key.`;
}

import { tool } from '../../interface/helpers/helpers.js';
import { asUsageError, chosen, UsageError } from '../../interface/helpers/usage-error.js';
import { parseWholeNumber } from '../../runner/settings/assemble.js';
import { parseTime } from '../../runner/settings/checked.js';
import { faults } from '../../servers/faults/index.js';
import { generateApiKey, startReference } from '../../servers/reference.js';
import type { Variant } from '../../servers/variant.js';
import { variants } from '../../servers/variants/index.js';

/** Options of `serve`, and some of them of `demo`, unchecked. */
export type ServeFlags = Readonly<Partial<Record<'port' | 'apiKey' | 'fault' | 'variant' | 'latency', string>>>;

/**
 * Starts the reference, or one of its faults or variants, on loopback.
 * @throws UsageError
 */
export async function startFromFlags(flags: ServeFlags) {
  const changed = find(faults, flags.fault, 'fault') ?? find(variants, flags.variant, 'variant');
  const { apiKey = generateApiKey() } = flags;
  if (apiKey === '') throw new UsageError('--api-key is empty; give it a value, or leave it out.');
  const port = parseWholeNumber('--port', flags.port ?? '0', { min: 0, max: 65_535 });
  const latencyMs = parseTime('--latency', flags.latency ?? '0', { min: 0, max: 60_000 });
  const server = await startReference({ ...changed, apiKey, port, latencyMs }).catch(
    asUsageError((why) => `Listening on port ${port} failed: ${why}. Choose another --port.`),
  );
  return { server, apiKey, changed };
}

function find(servers: readonly Variant[], id: string | undefined, option: string): Variant | undefined {
  const byId = Object.fromEntries(servers.map((server) => [server.id, server]));
  return id === undefined ? undefined : chosen(byId, id, `\`${tool.name} list --faults\` has no ${option}`);
}

import { UsageError } from '../runner/input/usage-error.js';
import { type Fault, faults } from '../servers/faults/index.js';
import { generateApiKey, type RunningReference, startReference } from '../servers/reference.js';
import { type Variant, variants } from '../servers/variants/index.js';
import type { ServeFlags } from './flags.js';

export interface StartedReference {
  readonly server: RunningReference;
  readonly apiKey: string;
  readonly behaviour?: Fault | Variant;
}

/** Starts the reference, or one of its faults or variants, on loopback. */
export async function startFromFlags(flags: ServeFlags): Promise<StartedReference> {
  const chosen = flags.fault !== undefined ? find(faults, flags.fault, 'fault') : undefined;
  const behaviour = chosen ?? (flags.variant !== undefined ? find(variants, flags.variant, 'variant') : undefined);
  if (flags.apiKey === '') throw new UsageError('--api-key is empty; give it a value, or leave it out.');
  const apiKey = flags.apiKey ?? generateApiKey();
  const port = wholeNumber('--port', flags.port, 65_535);
  try {
    const server = await startReference({
      apiKey,
      port,
      latencyMs: wholeNumber('--latency', flags.latency, 60_000),
      ...(behaviour && { behaviour: behaviour.behaviour }),
      ...(behaviour?.orders && { orders: behaviour.orders }),
      ...(behaviour?.unknown && { unknown: behaviour.unknown }),
    });
    return { server, apiKey, ...(behaviour && { behaviour }) };
  } catch (error) {
    throw new UsageError(
      `Listening on port ${port} failed: ${error instanceof Error ? error.message : error}. Choose another --port.`,
      { cause: error },
    );
  }
}

function find<T extends { readonly id: string }>(known: readonly T[], id: string, kind: string): T {
  const found = known.find((entry) => entry.id === id);
  if (found) return found;
  throw new UsageError(`There is no ${kind} "${id}". \`store-orders-conformance list --faults\` shows them.`);
}

function wholeNumber(flag: string, text: string | undefined, most: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`${flag} ${text}: expected a whole number from 0 to ${most}.`);
}

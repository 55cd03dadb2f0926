import { loadSettings } from '../runner/settings/load.js';
import { type ConformanceOptions, settingsFromOptions } from '../runner/settings/options.js';
import type { Settings } from '../runner/settings/settings.js';
import { generateApiKey, startReference } from '../servers/reference.js';

export interface Target {
  readonly settings: Settings;
  close(): Promise<void>;
}

/** What the options name; without them what the environment names; without that the embedded reference. */
export async function openTarget(options: ConformanceOptions | undefined): Promise<Target> {
  if (options) return { settings: settingsFromOptions(options), close: () => Promise.resolve() };
  if (process.env.STORE_ORDERS_BASE_URL || process.env.STORE_ORDERS_CONFIG || process.env.STORE_ORDERS_TARGET) {
    const settings = await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() });
    return { settings, close: () => Promise.resolve() };
  }
  const apiKey = generateApiKey();
  const server = await startReference({ apiKey });
  const settings = settingsFromOptions({ baseUrl: server.baseUrl, apiKey, orders: server.orders });
  return { settings, close: () => server.close() };
}

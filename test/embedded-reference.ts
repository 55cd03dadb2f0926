import type { TestProject } from 'vitest/node';
import { generateApiKey, startReference } from '../servers/reference.js';
import type { ConformanceOptions } from '../vitest/conformance.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The target of `conformance()` in this checkout: the embedded reference, unless the environment names another. */
    target: ConformanceOptions | undefined;
  }
}

/**
 * Starts the embedded reference for the project `conformance`. With other projects (`npm test`) it is always the target, so that a
 * variable that happens to be set cancels no orders.
 */
export async function setup({ provide, vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { STORE_ORDERS_BASE_URL, STORE_ORDERS_CONFIG, STORE_ORDERS_TARGET } = process.env;
  const isNamed = (STORE_ORDERS_BASE_URL ?? STORE_ORDERS_CONFIG ?? STORE_ORDERS_TARGET) !== undefined;
  if (isNamed && vitest.projects.length === 1) return undefined;
  const apiKey = generateApiKey();
  const { baseUrl, orders, close } = await startReference({ apiKey });
  provide('target', { baseUrl, apiKey, orders, disposable: true });
  return close;
}

import type { TestProject } from 'vitest/node';
import { generateApiKey, startReference } from '../servers/reference.js';
import type { ConformanceOptions } from '../vitest/conformance.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The target of `conformance()` in this checkout: the embedded reference, unless the environment names another. */
    target: ConformanceOptions | undefined;
  }
}

/** Starts the embedded reference for the project `conformance`. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { STORE_ORDERS_BASE_URL, STORE_ORDERS_CONFIG, STORE_ORDERS_TARGET } = process.env;
  if ((STORE_ORDERS_BASE_URL ?? STORE_ORDERS_CONFIG ?? STORE_ORDERS_TARGET) !== undefined) return undefined;
  const apiKey = generateApiKey();
  const { baseUrl, orders, close } = await startReference({ apiKey });
  provide('target', { baseUrl, apiKey, orders });
  return close;
}

import { conform } from './runner/conform.js';
import type { Report } from './runner/judge/report.js';
import { type ConformanceOptions, settingsFromOptions } from './runner/settings/options.js';
import { tool } from './runner/settings/tool.js';
import { storeOrdersInterface } from './suites/contract.js';

export { UsageError } from './runner/input/usage-error.js';
export type * from './runner/judge/report.js';
export type { ConformanceOptions, OrderId } from './runner/settings/options.js';

/**
 * Judges a deployment of the Store Orders Interface. Prints nothing and never exits the process; whatever the
 * target does is in the report.
 * @param options the target, the key and the orders that the suite may use
 * @throws UsageError (the promise rejects) for wrong arguments, before anything was sent
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const settings = settingsFromOptions(options);
  return await conform(settings, storeOrdersInterface, { tool, ...(options.signal && { signal: options.signal }) });
}

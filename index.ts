import type { Report } from './judge/report/report.js';
import { gather, judge, planRun, tearDown } from './runner/run.js';
import { inLibraryWords } from './runner/settings/library-words.js';
import { type ConformanceOptions, loadOptions } from './runner/settings/options.js';
import { storeOrdersInterface } from './suites/contract.js';

export { UsageError } from './interface/helpers/usage-error.js';
export type * from './judge/report/compare.js';
export { compareReports } from './judge/report/compare.js';
export type * from './judge/report/report.js';
export { type RenderOptions, type ReportFormat, renderReport } from './reporters/index.js';
export type { ConformanceOptions, OrderId } from './runner/settings/options.js';
export type { Ambiguity, Level, Requirement } from './suites/terms/requirement.js';

const { requirements, ambiguities } = storeOrdersInterface;

/** The catalogue: every requirement with its clause, level and text, and the open questions of the contract. */
export const catalogue = { requirements, ambiguities };

/**
 * Judges a deployment of the Store Orders Interface. Prints nothing and never exits the process; the report has
 * everything that the target does.
 * @param options the target, the key and the orders that the suite may use
 * @throws UsageError (the promise rejects) for wrong arguments, before anything was sent
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const settings = await loadOptions(options);
  const run = await planRun(settings, { interrupted: options.signal });
  const report = judge(run, await gather(run));
  await tearDown(run);
  return inLibraryWords(report);
}

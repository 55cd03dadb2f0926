import { readFileSync } from 'node:fs';
import type { Report } from '../../judge/report/report.js';

/** A sample as `--report json` writes it. Edit these files by hand: `vitest -u` reads them and never writes them. */
export const savedReport = (name: string): string =>
  readFileSync(new URL(`expected/${name}/report.json`, import.meta.url), 'utf8');

const parsed = (name: string): Report => JSON.parse(savedReport(name));

/** Has every verdict, and texts that are hard to escape: markup, quotes, line breaks, control and non-BMP characters. */
export const sampleReport = parsed('nonconformant');

/** Nothing deviates and nothing is left open. */
export const cleanReport = parsed('conformant');

/** An obstacle kept the run from judging anything. */
const nothingJudged = parsed('inconclusive');

/** A baseline accepts one cause in full and another in part. */
export const knownDeviations = parsed('known');

/** One entry of the baseline has expired, and two are no longer needed. */
export const baselineOutOfDate = parsed('outdated');

export const samples: readonly (readonly [name: string, report: Report])[] = [
  ['nonconformant', sampleReport],
  ['conformant', cleanReport],
  ['inconclusive', nothingJudged],
  ['known', knownDeviations],
  ['outdated', baselineOutOfDate],
];

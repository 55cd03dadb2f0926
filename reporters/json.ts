import type { Reporter } from './reporter.js';

/** The report itself, as `schemas/report.schema.json` describes it. */
export const json: Reporter = (report) => `${JSON.stringify(report, null, 2)}\n`;

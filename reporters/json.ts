import { printableLines } from './printable.js';
import type { Reporter } from './reporter.js';

/**
 * The report itself, as `schemas/report.schema.json` describes it. What a terminal would obey or hide is escaped, which
 * JSON allows for any character of a string: reports are printed, too.
 */
export const json: Reporter = (report) => `${printableLines(JSON.stringify(report, null, 2))}\n`;

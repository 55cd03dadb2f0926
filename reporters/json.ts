import { printableJson } from './printable.js';
import type { Reporter } from './reporter.js';

/** `schemas/report.schema.json` describes it. */
export const json: Reporter = printableJson;

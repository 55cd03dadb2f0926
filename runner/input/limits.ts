// How much is read of what others wrote, and how much of it is shown.

/** All text of a bundle, packed and unpacked; `--max-bytes` raises it, for large listings. A report is not longer, either. */
export const MAX_TEXT = 64 * 1024 * 1024;

/** The exchanges of one's own evidence, which are held in memory: of a thousand repetitions, they are as many. */
export const MAX_HELD = 160 * 1024 * 1024;

/** What is read as one piece of JSON: a statement, or a line of evidence, which may have a body of 1 MiB in Base64. `JSON.parse` can take a hundred times as much. */
export const MAX_LINE = 1_536 * 1024;

/** Lines of a file of evidence: a run with a thousand repetitions has 160,000. */
export const MAX_LINES = 200_000;

/** Orders that a run declares, all states together: a full run needs 20. */
export const MAX_ORDERS = 1_000;

/** A file of settings: configuration, fixtures, baseline, key, certificate. The answer of a hook, too. */
export const MAX_SETTINGS = 4 * 1024 * 1024;

// Limits for files and texts that others wrote.

/**
 * All text of a bundle, packed and unpacked. `--max-bytes` raises it, for large listings. The limit of a report, too.
 */
export const MAX_TEXT = 64 * 1024 * 1024;

/**
 * The exchanges of the user's own evidence, which are held in memory. A run with a thousand repetitions has that many.
 */
export const MAX_HELD = 160 * 1024 * 1024;

/**
 * The longest piece of JSON: a statement, or a line of evidence, which may hold a body of 1 MiB in Base64. `JSON.parse`
 * may need a hundred times as much memory.
 */
export const MAX_LINE = 1_536 * 1024;

/** Lines of an evidence file: a run with a thousand repetitions has 160,000. */
export const MAX_LINES = 200_000;

/** Declared orders of a run, all states together: a full run needs 20. */
export const MAX_ORDERS = 1_000;

/** A file of settings (configuration, fixtures, baseline, key, certificate), or the answer of a hook. */
export const MAX_SETTINGS = 4 * 1024 * 1024;

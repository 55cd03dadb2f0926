import type { Group } from './rows.js';
import type { Trial } from './trial.js';

/** More than any row, and all of them together, may need. */
export const MAX_MIB = 256;

/** A row may grow by that much; the rest is what a process takes before. */
export const MAX_ROW_MIB = 130;

/** By the ids of rows: what was measured, rounded up. */
export type Recorded = Readonly<Record<string, number>>;

/** docs/generated/robustness.md: what becomes of each hostile behaviour; the test beside this file shows the outcomes by the ids of rows. */
export function robustnessDocument(
  groups: readonly Group[],
  outcomes: ReadonlyMap<string, string | undefined>,
  mib: Recorded,
): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    '# What a hostile target can do',
    '',
    'Generated from `test/robustness`: a server, a proxy or a certificate for each row gets a listing and a cancel as a run',
    'sends them, and the test compares; `npm test` tries every other row, and `.ci/run` all. Nothing here hangs, throws, or is repeated where that could cancel twice.',
    '',
    '- **a listing**, **a cancel**: the status and how the body ended, or the failure. A failure, a body that broke off and',
    '  one over a limit of the suite are never judged as a deviation of the order data.',
    '- **time**: the test fails where both together take longer, the time limits of the row included (0.4 to 2 seconds in',
    '  this test; `--timeout` and `--deadline` in a run).',
    '- **memory**: how far the resident set of a process grows that runs this row alone, its server included',
    '  (`node scripts/measure-robustness.mjs`; `.ci/run` measures it again). The test fails where it is more than',
    `  ${MAX_ROW_MIB} MiB: a run without any exchange takes about 70 of the ${MAX_MIB} MiB that it may. All rows together, many at`,
    '  the same time, hold less than that.',
    '',
    `${count} hostile behaviours.`,
    ...groups.flatMap(({ title, withinMs, rows }) => [
      ...['', `## ${title}`, ''],
      '| behaviour | the target … | a listing | a cancel | time | memory |',
      '|---|---|---|---|---|---|',
      ...rows.map(({ id }) => `${outcomes.get(id)} < ${withinMs / 1_000} s | + ≤ ${mib[id]} MiB |`),
    ]),
    '',
  ].join('\n');
}

/** The start of its line in the document. */
export const outcomeOf = ({ row, listing, cancel }: Trial): string =>
  `| \`${row.id}\` | ${cell(row.does)} | ${cell(listing.text)} | ${cell(cancel.text)} |`;

/** A bar would end the cell, and a bracket could start markup. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** What a report says of its failures, a line each, without what differs from run to run. */
export const messagesOf = ({ row, listing, cancel }: Trial): string[] => [
  ...new Set([listing, cancel].flatMap(({ message }) => (message ? `${row.id}: ${steady(message)}\n` : []))),
];

const steady = (message: string): string =>
  message
    .replace(/(127\.0\.0\.1|localhost):\d{4,}/, '$1:PORT')
    .replace(/\((ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_SSL_\w+)\)/, '(CODE)');

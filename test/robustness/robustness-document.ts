import type { Group } from './row.js';
import type { Trial } from './trial.js';

/** More than any row, and all of them together, may need. */
export const MAX_MIB = 200;

/** docs/robustness.md: what becomes of each hostile behaviour; the test beside this file shows each line. */
export function robustnessDocument(groups: readonly Group[], trials: ReadonlyMap<string, Trial>): string {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    '# What a hostile target can do',
    '',
    'Generated from `test/robustness`: `npm test` runs a server, a proxy or a certificate for each row, sends it a listing',
    'and a cancel as a run does, and compares. Nothing here hangs, throws, or is repeated where that could cancel twice.',
    '',
    '- **a listing**, **a cancel**: the status and how the body ended, or the failure. A failure, a body that broke off and',
    '  one over a limit of the suite are never judged as a deviation of the order data.',
    '- **time**: the test fails where both together take longer, the time limits of the row included (0.4 to 2 seconds in',
    '  this test; `--timeout` and `--deadline` in a run).',
    `- **memory**: all rows together, many at the same time, take less than ${MAX_MIB} MiB; so does each.`,
    '',
    `${count} hostile behaviours.`,
    ...groups.flatMap((group) => table(group, trials)),
    '',
  ].join('\n');
}

const table = ({ title, withinMs, rows }: Group, trials: ReadonlyMap<string, Trial>): string[] => [
  '',
  `## ${title}`,
  '',
  '| behaviour | the target … | a listing | a cancel | time | memory |',
  '|---|---|---|---|---|---|',
  ...rows.map(({ id, does }) => {
    const { listing = '', cancel = '' } = trials.get(id) ?? {};
    return `| \`${id}\` | ${cell(does)} | ${cell(listing)} | ${cell(cancel)} | < ${withinMs / 1_000} s | < ${MAX_MIB} MiB |`;
  }),
];

/** A bar would end the cell, and a bracket could start markup. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

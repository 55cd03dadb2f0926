import type { Cause } from '../judge/report/report.js';
import { excerpt, oneLine, safeLines } from './printable.js';
import type { Reporter } from './reporter.js';
import { verdictText } from './wording.js';

/**
 * A script for a POSIX shell: the command lines that repeat the causes. A line that would cancel an order is a comment. Each
 * command and each comment is one line, so that no text of a stranger begins another.
 */
export const repeat: Reporter = (report) => {
  const { causes, target } = report;
  const lines = [
    '#!/bin/sh',
    `# ${excerpt(`${verdictText(report)}: ${target.baseUrl}, ${report.startedAt}`)}`,
    '# It sends to the address in STORE_ORDERS_BASE_URL, with the key in STORE_ORDERS_API_KEY, and cancels nothing where bad',
    '# keys are refused. Lines that would cancel an order are comments.',
    `[ -n "$STORE_ORDERS_BASE_URL" ] || { echo 'Set STORE_ORDERS_BASE_URL to your base address, with /v1.' >&2; exit 2; }`,
    `[ -n "$STORE_ORDERS_API_KEY" ] || { echo 'Set STORE_ORDERS_API_KEY to your API key.' >&2; exit 2; }`,
    `STORE_ORDERS_BASE_URL="\${STORE_ORDERS_BASE_URL%/}"`,
    ...causes.flatMap((cause, index) => [
      '',
      `# ${index + 1}. ${excerpt(cause.headline)} (${excerpt(cause.id)})`,
      ...(cause.log ? [`# In the log: ${excerpt(cause.log)}`] : []),
      ...linesOf(cause),
    ]),
    '',
  ];
  return safeLines(lines.join('\n'));
};

function linesOf({ repeat: command, at }: Cause): string[] {
  if (command === undefined) return [`# No request of the interface repeats it: ${excerpt(at)}`];
  const curl = oneLine(command.curl);
  if (command.cancels.length === 0) return [curl];
  return [`# This would cancel order ${excerpt(command.cancels.join(', '))}, if it can be cancelled:`, `# ${curl}`];
}

import { printable } from '../printable.js';

/**
 * One line on how far the run is, cut to the width of the terminal: `12/60  cancel.pending, auth.first`.
 * `running` holds the ids of the scenarios at work.
 */
export function progressLine(done: number, total: number, running: readonly string[], width = 80): string {
  const counter = `${String(done).padStart(String(total).length)}/${total}`;
  const line = Array.from(running.length === 0 ? counter : `${counter}  ${printable(running.join(', '))}`);
  // The last column stays free: some terminals wrap as soon as it is written.
  return line.length < width ? line.join('') : `${line.slice(0, Math.max(0, width - 2)).join('')}…`;
}

import { type Report, renderReport, type Verdict } from '../../index.js';
import type { Fault } from '../../servers/fault.js';
import { withoutTimes } from '../engine/report-text.js';
import { familiesOf } from '../families.js';

/** Races of milliseconds, and idle connections that end: another process could delay these. */
export const needsPunctuality = (id: string): boolean => /race|losers|idle|atomic|keep-alive/.test(id);

/** Here, time decides which order is hit, which cause that gets, or what a listing shows. */
const BY_CHANCE = [
  'list-another-part-each-time',
  'unknown-204-removes-cancelled',
  'cancels-before-refusal-on-used-connection',
  'key-checked-once-a-connection',
  'deletes-up-to-its-id-of-three',
  'deletes-from-its-id-of-three',
  'cancels-a-spare-order-along',
  'cancels-everything-pending',
  'cancel-by-stale-index',
  'cancel-removes-next-row',
  'unknown-cancels-another',
  'unknown-counts-in-another',
  'unknown-counts-in-all',
  'shipped-cancels-another',
  'refused-unknown-cancels-another',
];

export const isByChance = (id: string): boolean => needsPunctuality(id) || BY_CHANCE.includes(id);

/** Without the note that a connection ended before its second request, which depends on a busy machine. */
export const withoutConnections = (id: string, text: string): string =>
  needsPunctuality(id) ? text.replaceAll(/^.*\bconnections?\b.*\n?/gm, '').trimEnd() : text;

export const lineCount = (report: Report): number => renderReport(report, 'terminal').trimEnd().split('\n').length;

const idsOf = (
  requirements: Report['requirements'],
  perhaps: readonly string[],
  ...verdicts: readonly Verdict[]
): string =>
  familiesOf(
    requirements.flatMap(({ id, verdict }) => (verdicts.includes(verdict) && !perhaps.includes(id) ? [id] : [])),
    requirements.map(({ id }) => id),
  );

/** These faults show in several orders, and time decides which one is seen first. */
const withoutFirst = (headline: string): string => headline.replace(/^Order \d+(?= .* at TIME)/, 'Order ID');

const causeText = ({ id, likely, headline }: Report['causes'][number]): string =>
  `${id}${likely ? ` (${likely.name})` : ''}: ${withoutFirst(withoutTimes(headline))}`;

/**
 * The line of a fault: requirements that fail or warn, without those that only some orders of answers break; causes or their
 * number; and requirements that stay open.
 */
export function faultLine({ id, perhaps = [] }: Fault, { requirements, causes }: Report): string {
  const parts = {
    fails: idsOf(requirements, perhaps, 'fail'),
    warns: idsOf(requirements, perhaps, 'warn'),
    ...(isByChance(id)
      ? { causes: `${causes.length}` }
      : { cause: causes.map(causeText).join(' '), open: idsOf(requirements, perhaps, 'blocked', 'inconclusive') }),
  };
  const said = Object.entries(parts).flatMap(([part, text]) => (text === 'none' ? [] : [`${part} ${text}`]));
  const line = `${id}: ${said.join(' | ')}`;
  return line.length <= 120 ? line : line.replaceAll(' | ', '\n  | ');
}

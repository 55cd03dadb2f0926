import { countOf, durationOf } from '../../../reporters/wording.js';
import type { ExitCode } from '../../shell/io.js';
import type { Outcome } from './judge-one.js';

/** An outcome without its report, which would fill the memory. */
export type EndedTarget = Omit<Outcome, 'report'>;

/** Worst first. A defect of the suite is worse than a broken requirement: nothing is known about that target. */
const CODES = [
  [4, 'could not be judged'],
  [1, 'nonconformant'],
  [3, 'inconclusive'],
  [0, 'conformant'],
] as const;

/** If there are more targets, the table only counts the conformant ones. */
const ALL_SHOWN = 100;

/** The line of a target that has ended. */
export const lineOf = ({ name, text, isKept, durationMs }: EndedTarget): string =>
  `${name}  ${text} (${isKept ? 'judged before' : durationOf(durationMs)})\n`;

/** The table at the end, with its worst exit code. */
export function tableOf(ended: readonly EndedTarget[], total: number, durationMs: number) {
  const groups = CODES.map(([code, name]) => ({
    code,
    name,
    targets: ended.filter((outcome) => outcome.code === code),
  }));
  const there = groups.filter(({ targets }) => targets.length > 0);
  const rows = there.flatMap(({ code, targets }) => (code === 0 && total > ALL_SHOWN ? [] : targets));
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const missing = total - ended.length;
  const counts = there.map(({ name, targets }) => `${targets.length} ${name}`);
  const summary = [...counts, ...(missing > 0 ? [`${missing} not judged`] : [])].join(', ');
  const lines = [
    '',
    ...rows.map(({ name, text }) => `${name.padEnd(width)}  ${text}`),
    `${countOf(total, 'target')} in ${durationOf(durationMs)}: ${summary}`,
    '',
  ];
  const worst: ExitCode = there[0]?.code ?? 3;
  return { text: lines.join('\n'), worst };
}

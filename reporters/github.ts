import { safeLines } from './printable.js';
import type { Reporter } from './reporter.js';
import { type CauseView, type UnjudgedGroup, type Unscored, viewOf } from './view.js';
import { isGreen, MARKS, type Mark, unscoredTitle, verdictText } from './wording.js';

/**
 * GitHub shows ten annotations of each severity in a step: one is the verdict, and one says how many causes are left
 * out.
 */
const MAX_CAUSES = 8;

/**
 * Workflow commands of GitHub Actions: annotations for the verdict, the causes, and requirements that were not judged.
 */
export const github: Reporter = (report) => {
  const { fixtures } = report;
  const { facts, causes, baseline, unjudged, unscored } = viewOf(report);
  const rest = causes.length - MAX_CAUSES;
  const summary = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return [
    command(isGreen(report) ? 'pass' : 'fail', `Conformance: ${verdictText(report)}`, summary),
    ...baseline.map(({ mark, text }) => command(mark, 'Baseline', text)),
    ...causes.slice(0, MAX_CAUSES).map(causeCommand),
    ...(rest > 0
      ? [command('warn', `${rest} more causes`, 'The summary of the job has them: --report markdown=PATH.')]
      : []),
    ...unjudged.map(unjudgedCommand),
    ...(unscored.length === 0 ? [] : [command('pass', unscoredTitle(report), unscored.map(unscoredLine).join('\n'))]),
    ...fixtures.map((text) => command('warn', 'Note', text)),
    '',
  ].join('\n');
};

const causeCommand = ({ cause, remedy, mark, counts, fields }: CauseView): string => {
  const lines = [counts, ...fields.map(([name, value]) => `${name}: ${value}`), `to fix: ${remedy}`];
  return command(mark, `${cause.level}: ${cause.headline}`, lines.join('\n'));
};

const unjudgedCommand = ({ verdict, title, reason, ids }: UnjudgedGroup): string =>
  command(verdict, `Not judged: ${title}`, `${reason}\n${ids.join(', ')}`);

const unscoredLine = ({ id, verdict, about, message }: Unscored): string => `${verdict}: ${id} (${about}): ${message}`;

/**
 * A workflow command, with the escapes of GitHub's own toolkit, which the runner decodes. A text cannot begin another
 * command, since its line breaks are escaped.
 */
function command(mark: Mark, title: string, message: string): string {
  const property = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${MARKS[mark].annotation} title=${property}::${escaped(message)}`;
}

const escaped = (text: string): string =>
  safeLines(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'));

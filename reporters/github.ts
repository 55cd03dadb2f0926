import { printable, printableLines } from './printable.js';
import type { Reporter } from './reporter.js';
import { deviationText, type JudgedRequirement, knownText, type UnjudgedGroup, type Unscored, viewOf } from './view.js';
import { requirementName, unscoredTitle, verdictText } from './wording.js';

/**
 * Workflow commands of GitHub Actions: an annotation for the verdict, per broken requirement, and per reason why
 * something was not judged. GitHub shows ten of each severity a step, so the verdict goes first.
 */
export const github: Reporter = (report) => {
  const { verdict, fixtures } = report;
  const { facts, broken, baseline, unjudged, unscored } = viewOf(report);
  const summary = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return [
    command(verdict === 'conformant' ? 'notice' : 'error', `Conformance: ${verdictText(report)}`, summary),
    ...baseline.map(({ severity, text }) => command(severity, 'Baseline', text)),
    ...broken.map(deviationCommand),
    ...unjudged.map(unjudgedCommand),
    ...(unscored.length === 0 ? [] : [command('notice', unscoredTitle(report), unscored.map(unscoredLine).join('\n'))]),
    ...fixtures.map((text) => command('warning', 'A fixture looks wrong', text)),
    '',
  ].join('\n');
};

function deviationCommand({ requirement, mark, known, deviations, rest }: JudgedRequirement): string {
  const severity = mark === 'known' ? 'notice' : mark === 'fail' || mark === 'error' ? 'error' : 'warning';
  const text = [...known.map(knownText), ...deviations.map(deviationText), ...rest].join('\n');
  return command(severity, requirementName(requirement), text);
}

function unjudgedCommand({ verdict, title, reason, ids }: UnjudgedGroup): string {
  const isOpen = verdict === 'inconclusive' || verdict === 'blocked';
  const severity = verdict === 'error' ? 'error' : isOpen ? 'warning' : 'notice';
  return command(severity, `Not judged: ${title}`, `${reason}\n${ids.join(', ')}`);
}

const unscoredLine = ({ id, verdict, about, message }: Unscored): string => `${verdict}: ${id} (${about}): ${message}`;

/** The runner decodes these escapes; nothing in a text can begin a further command, since its line breaks are escaped. */
function command(severity: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const property = escaped(printable(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${severity} title=${property}::${escaped(printableLines(message))}`;
}

const escaped = (text: string): string => text.replaceAll('%', '%25').replaceAll('\n', '%0A');

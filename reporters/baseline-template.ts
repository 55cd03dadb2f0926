import type { BaselineResult, Report, RequirementResult } from '../runner/judge/report.js';
import { excerpt, printable } from './printable.js';
import { clauseName, isScored } from './wording.js';

/** A baseline of what a report says is broken, for a person to fill in. What the baseline of that run says is kept. */
export function baselineTemplate(report: Report): string {
  const { baseline = [], requirements, target, startedAt } = report;
  const entries = [
    ...requirements.filter(isBroken).map((requirement) => brokenEntry(requirement, report)),
    ...baseline
      .filter(({ state }) => state === 'unjudged')
      .map((entry) => `  # It was not judged.\n${keptEntry(entry)}`),
  ];
  return `# yaml-language-server: $schema=./node_modules/store-orders-conformance/schemas/baseline.schema.json
# Known deviations of ${printable(target.baseUrl)}, as judged at ${printable(startedAt)}.
# Give each entry a reason and the last day on which it is accepted, or delete it and repair the deviation.
# Then: \`store-orders-conformance run --baseline FILE\`
${entries.length === 0 ? 'entries: []\n' : `entries:\n${entries.join('\n')}`}`;
}

/** What is not scored fails no run. */
export const isBroken = (entry: RequirementResult): boolean =>
  (entry.verdict === 'fail' || entry.verdict === 'warn') && isScored(entry);

function brokenEntry(requirement: RequirementResult, { baseline = [], causes, scenarios }: Report): string {
  const { id, clause, level, text, known } = requirement;
  const finding = scenarios.flatMap(({ findings }) => findings).find((entry) => entry.requirement === id);
  const comments = [`${level}, ${clauseName(clause)}: ${excerpt(text)}`];
  if (finding) {
    const { message, expected, actual } = finding;
    comments.push(`${excerpt(message)} Expected: ${excerpt(expected)}; got: ${excerpt(actual)}`);
  }
  const own = baseline.filter((entry) => entry.requirement === id && entry.state !== 'unneeded');
  const kept = known || own.some(({ cause }) => cause === undefined) ? own : [];
  const broken = causes.filter((cause) => cause.requirements.includes(id)).map((cause) => cause.id);
  const entries = kept.length > 0 ? kept.map(keptEntry) : [emptyEntry(id, broken)];
  return `${comments.map((line) => `  # ${line}\n`).join('')}${entries.join('')}`;
}

const emptyEntry = (id: string, causes: readonly string[]): string => `  - requirement: ${quoted(id)}
${causes.map((cause) => `    # cause: ${quoted(cause)}\n`).join('')}    reason: # why it is accepted for now
    # issue: https://issues.example/123
    expires: # the last day on which it is accepted, such as 2027-01-31
`;

const keptEntry = ({ requirement, cause, reason, issue, expires, state }: BaselineResult): string =>
  [
    `  - requirement: ${quoted(requirement)}`,
    ...(cause === undefined ? [] : [`    cause: ${quoted(cause)}`]),
    `    reason: ${quoted(reason)}`,
    ...(issue === undefined ? [] : [`    issue: ${quoted(issue)}`]),
    `    expires: ${state === 'expired' ? `# its last day was ${printable(expires)}` : quoted(expires)}`,
    '',
  ].join('\n');

/** A plain word, or else a string of JSON, which YAML reads as well: nothing in it can begin another line. */
const quoted = (text: string): string =>
  /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+$|^\d{4}-\d\d-\d\d$/.test(text) ? text : printable(JSON.stringify(text));

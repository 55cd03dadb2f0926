import type { BaselineEntry, BaselineResult, Cause, Report } from '../judge/report/report.js';
import { excerpt, oneLine, safeLines } from './printable.js';
import { countOf, isScored } from './wording.js';

/** Reason and expiry date for every entry. If absent, a person fills them in. */
export type Acceptance = Partial<Pick<BaselineEntry, 'reason' | 'expires'>>;

/** A baseline of the causes in a report. Entries of the run's own baseline are kept. */
export function baselineTemplate(report: Report, acceptance: Acceptance = {}): string {
  const { baseline = [], target, startedAt } = report;
  const kept = baseline.filter(({ state }) => state !== 'unneeded');
  const entries = [...kept.map(keptEntry), ...causesToAccept(report).map((cause) => causeEntry(cause, acceptance))];
  const isFilled = acceptance.reason !== undefined && acceptance.expires !== undefined;
  return safeLines(`# yaml-language-server: $schema=./node_modules/store-orders-conformance/schemas/baseline.schema.json
# Known deviations of ${oneLine(target.baseUrl)}, as judged at ${oneLine(startedAt)}: an entry for each cause.
${isFilled ? '' : '# Give each entry a reason and the last day on which it is accepted, or delete it and repair the deviation.\n'}# Then: \`store-orders-conformance run --baseline FILE\`
${entries.length === 0 ? 'entries: []\n' : `entries:\n${entries.join('\n')}`}`);
}

/** Causes that break a scored requirement and that no entry of the run accepts. */
export function causesToAccept({ causes, requirements, baseline = [] }: Report): Cause[] {
  const open = new Set(requirements.filter((entry) => isScored(entry) && !entry.known).map(({ id }) => id));
  const isKept = (cause: string): boolean =>
    baseline.some((entry) => entry.requirement === undefined && entry.cause === cause && entry.state !== 'unneeded');
  return causes.filter((cause) => !isKept(cause.id) && cause.requirements.some((id) => open.has(id)));
}

function causeEntry(cause: Cause, acceptance: Acceptance): string {
  const { id, headline, level, requirements, blocks, expected, actual } = cause;
  const comments = [
    `${level}: ${excerpt(headline)}`,
    `Expected: ${excerpt(expected)}; got: ${excerpt(actual)}`,
    ...(blocks.length === 0 ? [] : [`${countOf(blocks.length, 'requirement')} cannot be judged because of it.`]),
  ];
  const lastDay = 'the last day on which it is accepted, such as 2027-01-31';
  return entryText({ cause: id, requirements, ...acceptance }, comments, lastDay);
}

function keptEntry({ state, expires, ...entry }: BaselineResult): string {
  const comments = state === 'unjudged' ? ['It was not judged.'] : [];
  const day = state === 'expired' ? {} : { expires };
  return entryText({ ...entry, ...day }, comments, `its last day was ${oneLine(expires)}`);
}

/** @param lastDay the comment in place of a missing expiry date */
function entryText(entry: Partial<BaselineEntry>, comments: readonly string[], lastDay: string): string {
  const { requirement, cause, requirements, reason, issue, expires } = entry;
  const members = [
    requirement && `requirement: ${quoted(requirement)}`,
    cause && `cause: ${quoted(cause)}`,
    requirements && `requirements: [${requirements.map(quoted).join(', ')}]`,
    `reason: ${reason ? quoted(reason) : '# why it is accepted for now'}`,
    issue ? `issue: ${quoted(issue)}` : '# issue: https://issues.example/123',
    `expires: ${expires ? quoted(expires) : `# ${lastDay}`}`,
  ].filter((member) => member !== undefined);
  const lines = members.map((member, index) => `${index === 0 ? '  - ' : '    '}${member}`);
  return [...comments.map((line) => `  # ${line}`), ...lines, ''].join('\n');
}

/** A plain word, or else a JSON string, which YAML reads as well. Nothing in it can begin another line. */
const quoted = (text: string): string =>
  /^[a-z][a-z0-9]*(?:[.-][a-z0-9]+)+$|^\d{4}-\d\d-\d\d$/.test(text) ? text : JSON.stringify(text);

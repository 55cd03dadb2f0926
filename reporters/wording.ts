import { groupBy } from '../interface/helpers/helpers.js';
import type { ComparedRun } from '../judge/report/compare.js';
import type { BaselineResult, Counts, Report, RequirementResult } from '../judge/report/report.js';
import type { Level } from '../suites/terms/requirement.js';
import { marks } from './marks.generated.js';
import type { RenderOptions } from './reporter.js';

export const levels: readonly Level[] = ['must', 'should', 'may'];

/** `1 scenario`, `2 scenarios`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `a, b and 29 more`: at most eight are named. */
export const someOf = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(', ') : `${names.slice(0, 7).join(', ')} and ${names.length - 7} more`;

/** `4.2` before `10`. */
export const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** A clause as people cite it. The preamble has no number. */
export const clauseName = (clause: string): string => (clause === '0' ? 'preamble' : `§${clause}`);

/** `cancel.pending.status (§4.2, must): A cancel of a pending order is answered with 204.` */
export const requirementName = (requirement: Pick<RequirementResult, 'id' | 'clause' | 'level' | 'text'>): string => {
  const { id, clause, level, text } = requirement;
  return `${id} (${clauseName(clause)}, ${level}): ${text}`;
};

/** True if the requirement belongs to the edition that scored the run. */
export const isScored = ({ scored }: Pick<RequirementResult, 'scored'>): boolean => scored !== false;

type Begun = Pick<Report['exchanges'][number], 'startedAt'>;

export const byStart = (a: Begun, b: Begun): number => Date.parse(a.startedAt) - Date.parse(b.startedAt);

/** `840 ms`, `12.3 s`. */
export const durationOf = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** The result of a requirement, a cause, a run or an entry of the baseline, as formats mark it. */
export type Mark = keyof typeof marks;

export const MARKS = marks;

export const worstFirst = Object.keys(marks) as readonly Mark[];

/** The mark of a requirement. The baseline accepts some that are broken or that were not judged. */
export const markOf = ({ known, masked, verdict }: RequirementResult): Mark => (known || masked ? 'known' : verdict);

const sumOf = (counts: Partial<Counts>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** `1 fail, 40 pass`, without verdicts that do not occur. `none` if there are no results. */
const verdictCounts = (counts: Partial<Counts>): string =>
  worstFirst.flatMap((mark) => (mark !== 'known' && counts[mark] ? [`${counts[mark]} ${mark}`] : [])).join(', ') ||
  'none';

/**
 * `58 of 60 held (2 fail)`. Requirements without a subject are not in the sum. `known` counts broken ones in a
 * baseline.
 */
export function heldOf({ pass = 0, 'not-applicable': exempt = 0, ...others }: Partial<Counts>, known = 0): string {
  const sum = pass + sumOf(others);
  if (sum === 0) return `${exempt} not applicable`;
  const ofThese = known === 0 ? '' : `; ${countOf(known, 'known deviation')}`;
  return sum === pass ? `${pass} of ${sum} held` : `${pass} of ${sum} held (${verdictCounts(others)}${ofThese})`;
}

/** `must 58 of 60 held (2 fail), should all 10, 1 not applicable`. */
export function requirementSummary({ requirementCounts, requirements }: Report): string {
  const parts = levels.flatMap((level) => {
    const { 'not-applicable': _, ...judged } = requirementCounts[level];
    const known = requirements.filter((requirement) => requirement.level === level && requirement.known).length;
    const sum = sumOf(judged);
    if (sum === 0) return [];
    return [level !== 'must' && judged.pass === sum ? `${level} all ${sum}` : `${level} ${heldOf(judged, known)}`];
  });
  const exempt = levels.reduce((sum, level) => sum + requirementCounts[level]['not-applicable'], 0);
  return [...parts, ...(exempt === 0 ? [] : [`${exempt} not applicable`])].join(', ');
}

/** Says how often a deviation that shows only by chance was looked for, and what shows more. Undefined if none was. */
export function byChance({ requirements, settings }: Report): string | undefined {
  const counts = requirements.flatMap(({ id, verdict, attempts }) =>
    verdict === 'pass' && attempts ? `${id}: ${attempts}` : [],
  );
  const repeated = settings?.repeat === undefined ? '' : ' (--repeat does not repeat them)';
  // A run races at most three orders, and keeps six for its other probes: runner/fixtures/assign.ts.
  const more = 'up to 9 pending orders, or more runs, show more';
  return counts.length === 0 ? undefined : `${counts.join('; ')}${repeated}; ${more}`;
}

/** The state of a scenario. One that was skipped because it has no subject is `not-applicable`. */
export const sendingOf = ({ state, leftOut }: Report['scenarios'][number]) =>
  state === 'skipped' && !leftOut ? 'not-applicable' : state;

/** `60 (57 sent, 2 blocked, 1 not-applicable)`. */
export function scenarioSummary(scenarios: Report['scenarios']): string {
  const groups = groupBy(scenarios, sendingOf);
  const parts = [...groups].map(([state, { length }]) => `${length} ${state}`);
  return `${scenarios.length} (${parts.join(', ')})`;
}

/** Says what a conformant run left out because of its options. Undefined if it left out nothing. */
export function omission({ verdict, requirements, scenarios, requirementCounts }: Report): string | undefined {
  if (verdict !== 'conformant') return undefined;
  const { skipped } = requirementCounts.must;
  const unsent = scenarios.filter((scenario) => scenario.leftOut).length;
  const reasons = requirements.flatMap((entry) => (entry.verdict === 'skipped' ? (entry.reason ?? []) : []));
  const option = reasons.some((reason) => reason.startsWith('This run is read-only')) ? '--read-only' : 'the selection';
  const [count, noun] = skipped > 0 ? [skipped, 'must requirement'] : [unsent, 'scenario'];
  return count === 0 ? undefined : `${countOf(count, noun)} ${count === 1 ? 'was' : 'were'} left out by ${option}`;
}

/**
 * `conformant, but for 2 known deviations`, so that nobody mistakes it for `conformant`. It names one limit: the counts
 * beside it say the others.
 */
export function verdictText(report: Report): string {
  const { verdict, schemas, requirements, baselineOutOfDate } = report;
  const text = schemas ? `${verdict} by the schemas of ${schemas.directory}` : verdict;
  if (baselineOutOfDate) return `${text}, ${verdict === 'conformant' ? 'but' : 'and'} the baseline is out of date`;
  const out = omission(report);
  if (out !== undefined) return `${text} so far: ${out}`;
  const known = requirements.filter((requirement) => requirement.known).length;
  return verdict === 'conformant' && known > 0 ? `${text}, but for ${countOf(known, 'known deviation')}` : text;
}

/** The verdict in capitals, and the rest of its text, which may hold a path. */
export function headline(report: Report): { readonly verdict: string; readonly rest: string } {
  const [, verdict = '', rest = ''] = /^(.*?)((?: by the schemas of |:).*)?$/s.exec(verdictText(report)) ?? [];
  return { verdict: verdict.toUpperCase(), rest };
}

/** `house: order.schema.json (sha256 5d41…)`. */
export const schemasOf = ({ directory, digests }: Exclude<Report['schemas'], undefined>): string =>
  `${directory}: ${Object.entries(digests)
    .map(([name, digest]) => `${name} (sha256 ${digest})`)
    .join(' and ')}`;

/** True if a gate that reads the exit code lets the run pass. */
export const isGreen = ({ verdict, baselineOutOfDate }: Pick<Report, 'verdict' | 'baselineOutOfDate'>): boolean =>
  verdict === 'conformant' && !baselineOutOfDate;

/** The mark of the run. An out-of-date baseline fails it. */
export function runMark(report: Report): 'pass' | 'fail' | 'inconclusive' {
  if (isGreen(report)) return 'pass';
  return report.verdict === 'inconclusive' ? 'inconclusive' : 'fail';
}

/** `Store Orders Interface 1.0.0, edition 2026.1`. */
export const contractText = ({ contract, edition }: Pick<ComparedRun, 'contract' | 'edition'>): string =>
  `${contract.name} ${contract.version}, edition ${edition.id}`;

/** `https://orders.example/v1 (staging)`. */
export const targetText = ({ target }: Pick<ComparedRun, 'target'>): string =>
  target.name === undefined ? target.baseUrl : `${target.baseUrl} (${target.name})`;

/** `complete`; `not complete: 38 of 78 must requirements judged, strict`. */
export function completeness(report: Report): string {
  const { verdict, complete, strict, counts, requirementCounts, requirements, scenarios } = report;
  const { error, inconclusive, blocked, skipped, 'not-applicable': exempt } = requirementCounts.must;
  const open = error + inconclusive + blocked + skipped;
  const sum = sumOf(requirementCounts.must) - exempt;
  const isKnownMust = requirements.some(({ known, level }) => known && level === 'must');
  const isClear = report.schemas !== undefined || counts.error > 0 || scenarios.some((scenario) => scenario.leftOut);
  const why =
    verdict === 'inconclusive'
      ? 'planned requests have no exchange'
      : 'some broken requirements were judged only in part';
  const rest = isKnownMust ? ': no certificate with known deviations' : isClear ? '' : `: ${why}`;
  const lack = open === 0 ? rest : `: ${sum - open} of ${countOf(sum, 'must requirement')} judged`;
  return `${complete ? 'complete' : `not complete${lack}`}${strict ? ', strict' : ''}`;
}

/** The command that explains the repair of a deviation. */
export const explainHint = (id: string, { tool }: Report, { command = tool.name }: RenderOptions): string =>
  `${command} explain ${id}`;

/** The title for requirements that are judged, but do not count. */
export const unscoredTitle = ({ edition }: Report): string => `Not scored: newer than edition ${edition.id}`;

export const entryName = ({ requirement, cause }: BaselineResult): string =>
  requirement === undefined ? `cause ${cause}` : cause === undefined ? requirement : `${requirement} (cause ${cause})`;

/** Entries of the baseline that fail the run: they are expired, or no longer needed. */
export const baselineFailures = ({ baseline = [] }: Report): readonly BaselineResult[] =>
  baseline.filter(({ state }) => state === 'expired' || state === 'unneeded');

export const runSentence = (report: Report): string =>
  [
    `The run is ${verdictText(report)} (${completeness(report)}): ${requirementSummary(report)}.`,
    ...baselineFailures(report).map(
      (entry) => `The baseline entry of ${entryName(entry)}: ${entry.remark ?? entry.state}`,
    ),
  ].join(' ');

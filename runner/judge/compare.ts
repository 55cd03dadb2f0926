import type { AmbiguityResult, Report, RequirementResult, Verdict } from './report.js';
import type { Level } from './requirement.js';

const CHANGES = [
  'newly-broken',
  'no-longer-judged',
  'still-broken',
  'fixed',
  'newly-judged',
  /** It has no subject any more. */
  'no-longer-applicable',
  'still-not-judged',
  'unchanged',
] as const;

/** What became of a requirement between two reports: exactly one of these. */
export type Change = (typeof CHANGES)[number];

/** Two reports, one beside the other; `schemas/compare.schema.json` describes its JSON form. */
export interface Comparison {
  readonly format: 'store-orders-conformance/comparison/1';
  /** Something newly broke, or is no longer judged. */
  readonly worse: boolean;
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  /** How the two runs differ beside their results, which may be the cause of a change. */
  readonly differences: readonly Difference[];
  /** Ids that one report alone has. */
  readonly only: Readonly<Record<'suites' | 'scenarios' | 'requirements', OnlyIn>>;
  readonly counts: Readonly<Record<Change, number>>;
  /** Each requirement of either report, once; in the order of the new one. */
  readonly requirements: readonly ComparedRequirement[];
  /** Those of which another answer was observed. */
  readonly ambiguities: readonly ChangedAmbiguity[];
}

export type ComparedRun = Pick<
  Report,
  'tool' | 'edition' | 'target' | 'startedAt' | 'verdict' | 'baselineOutOfDate' | 'complete' | 'strict'
> & { readonly contract: Omit<Report['contract'], 'clauses'> };

export interface Difference {
  readonly what: string;
  readonly old: string;
  readonly new: string;
}

export interface OnlyIn {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

export interface ComparedRequirement extends Pick<RequirementResult, 'id' | 'clause' | 'level' | 'text'> {
  readonly change: Change;
  /** Null where the report does not have it. */
  readonly old: Side | null;
  readonly new: Side | null;
  /** Of the new report: the first deviation, or else why it was not judged. */
  readonly message?: string;
}

export interface Side {
  readonly verdict: Verdict;
  readonly level: Level;
  /** The baseline of that run has it. */
  readonly known?: true;
  /** It came after the edition that the run is scored by, so it counts as not judged. */
  readonly scored?: false;
}

export interface ChangedAmbiguity extends Pick<AmbiguityResult, 'id' | 'clause' | 'question'> {
  /** What was observed; null where the report does not have the question. */
  readonly old: string | null;
  readonly new: string | null;
}

/**
 * Compares two reports, the older one first: of one target at two times, of two targets, or of two versions of the suite.
 * Pure: what is compared is what the reports say.
 *
 * @example
 * const { worse, requirements } = compareReports(JSON.parse(old), await runConformance(options));
 * const broke = requirements.filter(({ change }) => change === 'newly-broken');
 */
export function compareReports(older: Report, newer: Report): Comparison {
  const requirements = pairs(older.requirements, newer.requirements).map((pair) => compared(pair, newer));
  const counts = countChanges(requirements);
  return {
    format: 'store-orders-conformance/comparison/1',
    worse: counts['newly-broken'] + counts['no-longer-judged'] > 0,
    old: runOf(older),
    new: runOf(newer),
    differences: differencesOf(older, newer),
    only: {
      suites: onlyIn(older.suites, newer.suites),
      scenarios: onlyIn(older.scenarios, newer.scenarios),
      requirements: onlyIn(older.requirements, newer.requirements),
    },
    counts,
    requirements,
    ambiguities: pairs(older.ambiguities, newer.ambiguities).flatMap(changed),
  };
}

interface Named {
  readonly id: string;
}

interface Pair<T> {
  readonly old: T | undefined;
  readonly new: T | undefined;
  /** The new one, or else the old one. */
  readonly either: T;
}

/** By id: those of the new list in its order, and then what the old list alone has. */
function pairs<T extends Named>(older: readonly T[], newer: readonly T[]): Pair<T>[] {
  const before = new Map(older.map((entry) => [entry.id, entry]));
  const after = new Map(newer.map((entry) => [entry.id, entry]));
  return [
    ...[...after.values()].map((entry) => ({ old: before.get(entry.id), new: entry, either: entry })),
    ...[...before.values()].flatMap((entry) =>
      after.has(entry.id) ? [] : [{ old: entry, new: undefined, either: entry }],
    ),
  ];
}

const onlyIn = (older: readonly Named[], newer: readonly Named[]): OnlyIn => ({
  old: pairs(older, newer).flatMap((pair) => (pair.new ? [] : [pair.either.id])),
  new: pairs(older, newer).flatMap((pair) => (pair.old ? [] : [pair.either.id])),
});

function compared({ old, new: now, either }: Pair<RequirementResult>, newer: Report): ComparedRequirement {
  const { id, clause, level, text } = either;
  const message = now && messageOf(now, newer);
  return { id, clause, level, text, change: changeOf(old, now), old: sideOf(old), new: sideOf(now), message };
}

function messageOf({ id, verdict, reason }: RequirementResult, { scenarios }: Report): string | undefined {
  if (verdict !== 'fail' && verdict !== 'warn') return reason;
  return scenarios.flatMap(({ findings }) => findings).find(({ requirement }) => requirement === id)?.message;
}

const sideOf = (result: RequirementResult | undefined): Side | null =>
  result ? { verdict: result.verdict, level: result.level, known: result.known, scored: result.scored } : null;

type State = 'held' | 'broken' | 'unjudged' | 'exempt';

/** What a report does not have, it has not judged; what it does not score counts for as little. */
function stateOf(result: RequirementResult | undefined): State {
  if (!result || result.scored === false) return 'unjudged';
  switch (result.verdict) {
    case 'pass':
      return 'held';
    case 'fail':
    case 'warn':
      return 'broken';
    case 'not-applicable':
      return 'exempt';
    case 'blocked':
    case 'inconclusive':
    case 'skipped':
    case 'error':
      return 'unjudged';
  }
}

function changeOf(old: RequirementResult | undefined, now: RequirementResult | undefined): Change {
  const before = stateOf(old);
  switch (stateOf(now)) {
    case 'held':
      return before === 'held' ? 'unchanged' : before === 'broken' ? 'fixed' : 'newly-judged';
    case 'broken':
      return before === 'broken' ? 'still-broken' : 'newly-broken';
    case 'unjudged':
      return before === 'unjudged' ? 'still-not-judged' : 'no-longer-judged';
    case 'exempt':
      return before === 'exempt' ? 'unchanged' : 'no-longer-applicable';
  }
}

function countChanges(requirements: readonly ComparedRequirement[]): Comparison['counts'] {
  const counts = CHANGES.map((of) => [of, requirements.filter(({ change }) => change === of).length] as const);
  return Object.fromEntries(counts) as Record<Change, number>;
}

const runOf = ({ tool, contract, edition, target, startedAt, complete, strict, ...report }: Report): ComparedRun => ({
  tool: { name: tool.name, version: tool.version },
  contract: { name: contract.name, version: contract.version },
  edition: { id: edition.id, digest: edition.digest },
  target: { baseUrl: target.baseUrl, name: target.name },
  startedAt,
  verdict: report.verdict,
  baselineOutOfDate: report.baselineOutOfDate,
  complete,
  strict,
});

const SHORT_DIGEST = 'sha256:0123456789ab'.length;

/** What can change results although the target is the same. */
const FACTS: Readonly<Record<string, (report: Report) => string>> = {
  contract: ({ contract }) => `${contract.name} ${contract.version}`,
  edition: ({ edition }) => `${edition.id} (${edition.digest.slice(0, SHORT_DIGEST)})`,
  tool: ({ tool }) => `${tool.name} ${tool.version}`,
  target: ({ target }) => (target.name === undefined ? target.baseUrl : `${target.baseUrl} (${target.name})`),
  strict: ({ strict }) => (strict ? 'yes' : 'no'),
  baseline: ({ baseline }) => (baseline ? `${baseline.length} ${baseline.length === 1 ? 'entry' : 'entries'}` : 'none'),
};

function differencesOf(older: Report, newer: Report): Difference[] {
  const all = Object.entries(FACTS).map(([what, fact]) => ({ what, old: fact(older), new: fact(newer) }));
  const isSwapped = Date.parse(older.startedAt) > Date.parse(newer.startedAt);
  const order = { what: 'order: the old report is the later one', old: older.startedAt, new: newer.startedAt };
  return [...(isSwapped ? [order] : []), ...all.filter((fact) => fact.old !== fact.new)];
}

function changed({ old, new: now, either }: Pair<AmbiguityResult>): ChangedAmbiguity[] {
  const { id, clause, question } = either;
  if (old?.observed === now?.observed) return [];
  return [{ id, clause, question, old: old?.observed ?? null, new: now?.observed ?? null }];
}

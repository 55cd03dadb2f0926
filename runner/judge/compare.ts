import type { AmbiguityResult, Cause, Report, RequirementResult, Verdict } from './report.js';
import type { Level } from './requirement.js';

/** How a requirement changed between two reports, worst first. */
const CHANGES = [
  /** The requirement held before. */
  'newly-broken',
  'no-longer-judged',
  /** It was broken or not judged before. In the second case something hid it, so this is not a regression. */
  'still-broken',
  /** It holds now, and was broken or not judged before. */
  'fixed',
] as const;

export type Change = (typeof CHANGES)[number];

/** Two reports side by side; `schemas/compare.schema.json` describes the JSON form. */
export interface Comparison {
  readonly format: 'store-orders-conformance/comparison/2';
  /** True if a requirement newly broke or is no longer judged. */
  readonly worse: boolean;
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  /** How the two runs differ apart from their results. A difference may cause a change. */
  readonly differences: readonly Difference[];
  readonly counts: Readonly<Record<Change, number>>;
  /** Requirements that changed or are still broken, in the order of the new report. */
  readonly requirements: readonly ComparedRequirement[];
  /** Ambiguities for which the observed answer differs. */
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

export interface ComparedRequirement extends Pick<RequirementResult, 'id' | 'clause' | 'level' | 'text'> {
  readonly change: Change;
  /** Null if the report does not have the requirement. */
  readonly old: Side | null;
  readonly new: Side | null;
  /**
   * The cause that breaks or blocks the requirement in the new report; in the old report, if it is fixed. Absent if
   * there is none.
   */
  readonly cause?: Pick<Cause, 'id' | 'headline'>;
  /** The first deviation in the new report, or else the reason why the requirement was not judged. */
  readonly message?: string;
}

export interface Side {
  readonly verdict: Verdict;
  readonly level: Level;
  /** The baseline of that run accepts the deviation. */
  readonly known?: true;
  /** The requirement is newer than the edition of that run, so it counts as not judged. */
  readonly scored?: false;
}

export interface ChangedAmbiguity extends Pick<AmbiguityResult, 'id' | 'clause' | 'question'> {
  /** The observed answer. Null if the report does not have the question. */
  readonly old: string | null;
  readonly new: string | null;
}

/**
 * Compares two reports, the older one first: of one target at two times, of two targets, or of two versions of the
 * suite. Pure: it reads nothing but the reports.
 */
export function compareReports(older: Report, newer: Report): Comparison {
  const requirements = pairs(older.requirements, newer.requirements).flatMap((pair) => compared(pair, older, newer));
  const countOf = (of: Change) => requirements.filter(({ change }) => change === of).length;
  const counts = Object.fromEntries(CHANGES.map((of) => [of, countOf(of)])) as Comparison['counts'];
  return {
    format: 'store-orders-conformance/comparison/2',
    worse: counts['newly-broken'] + counts['no-longer-judged'] > 0,
    old: runOf(older),
    new: runOf(newer),
    differences: differencesOf(older, newer),
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

/** Pairs entries by id: the new list in its order, then entries that only the old list has. */
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

function compared({ old, new: now, either }: Pair<RequirementResult>, older: Report, newer: Report) {
  const change = changeFrom(stateOf(old), stateOf(now));
  if (!change) return [];
  const { id, clause, level, text } = either;
  const cause = causeOf(id, change === 'fixed' ? older : newer);
  const message = now && messageOf(now, newer);
  return [{ id, clause, level, text, change, old: sideOf(old), new: sideOf(now), cause, message }];
}

function causeOf(requirement: string, { causes }: Report): ComparedRequirement['cause'] {
  const cause =
    causes.find(({ requirements }) => requirements.includes(requirement)) ??
    causes.find(({ blocks }) => blocks.includes(requirement));
  return cause && { id: cause.id, headline: cause.headline };
}

function messageOf({ id, verdict, reason }: RequirementResult, { findings }: Report): string | undefined {
  if (verdict !== 'fail' && verdict !== 'warn') return reason;
  return findings.find(({ requirement }) => requirement === id)?.message;
}

const sideOf = (result: RequirementResult | undefined): Side | null =>
  result ? { verdict: result.verdict, level: result.level, known: result.known, scored: result.scored } : null;

type State = 'held' | 'broken' | 'unjudged';

/** A requirement that is missing, not scored, or without a subject counts as not judged. */
function stateOf(result: RequirementResult | undefined): State {
  if (!result || result.scored === false) return 'unjudged';
  switch (result.verdict) {
    case 'pass':
      return 'held';
    case 'fail':
    case 'warn':
      return 'broken';
    case 'not-applicable':
    case 'blocked':
    case 'inconclusive':
    case 'skipped':
    case 'error':
      return 'unjudged';
  }
}

function changeFrom(before: State, after: State): Change | undefined {
  if (after === 'broken') return before === 'held' ? 'newly-broken' : 'still-broken';
  if (before === after) return undefined;
  return after === 'held' ? 'fixed' : 'no-longer-judged';
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

/** Facts apart from the target that can change results. */
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

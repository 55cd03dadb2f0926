import { schemasText } from '../../evidence/evidence.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { deviates } from './baseline.js';
import type { Cause, Report, RequirementResult } from './report.js';

/** How a requirement changed between two reports, worst first. */
export type Change =
  /** The requirement held before. */
  | 'newly-broken'
  | 'no-longer-judged'
  /** It was broken or not judged before. In the second case something hid it, so this is not a regression. */
  | 'still-broken'
  /** The older report does not have the requirement: its suite did not judge it. */
  | 'newly-judged'
  /** It holds now, and was broken or not judged before. */
  | 'fixed';

/** Two reports side by side; `schemas/compare.schema.json` describes the JSON form. */
export interface Comparison {
  readonly format: 'store-orders-conformance/comparison/3';
  /** True if a requirement newly broke or is no longer judged. */
  readonly worse: boolean;
  readonly old: ComparedRun;
  readonly new: ComparedRun;
  readonly counts: Readonly<Record<Change, number>>;
  /** Requirements that changed or are still broken, in the order of the new report. */
  readonly requirements: readonly ComparedRequirement[];
}

export type ComparedRun = Pick<
  Report,
  'tool' | 'edition' | 'target' | 'startedAt' | 'verdict' | 'baselineOutOfDate' | 'complete' | 'strict'
> & { readonly contract: Omit<Report['contract'], 'clauses'> };

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
  /** Still broken, but none of its causes was there before: the status that it gets now, or the id of its cause. */
  readonly now?: string;
  /** How often it was seen in both runs, if it shows only by chance. */
  readonly attempts?: string;
  /** The first deviation in the new report, or else the reason why the requirement was not judged. */
  readonly message?: string;
}

/** A requirement that is newer than the edition of that run is not scored, so it counts as not judged. */
export type Side = Pick<RequirementResult, 'verdict' | 'level' | 'known' | 'scored'>;

/**
 * Compares two reports, the older one first: of one target at two times, of two targets, or of two versions of the
 * suite. Pure: it reads nothing but the reports.
 * @throws UsageError if they were judged by different schemas
 */
export function compareReports(older: Report, newer: Report): Comparison {
  const [oldText, newText] = [older, newer].map(({ schemas }) => schemasText(schemas));
  if (oldText !== newText)
    throw new UsageError(
      `The reports cannot be compared: the older run was judged by ${oldText}, the newer one by ${newText}. Run again with the same --schemas.`,
    );
  const before = new Map(older.requirements.map((entry) => [entry.id, entry]));
  const after = new Map(newer.requirements.map((entry) => [entry.id, entry]));
  const ids = [...new Set([...after.keys(), ...before.keys()])];
  const requirements = ids.flatMap((id): ComparedRequirement[] => {
    const [old, now] = [before.get(id), after.get(id)];
    const either = now ?? old;
    const change = changeFrom(old && stateOf(old), stateOf(now));
    if (!either || !change) return [];
    const { clause, level, text } = either;
    const cause = causeOf(id, change === 'fixed' ? older : newer);
    const message = now && messageOf(now, newer);
    const attempts = attemptsOf(old, now);
    const sides = { old: sideOf(old), new: sideOf(now), now: anotherCause(id, older, newer) };
    return [{ id, clause, level, text, change, ...sides, cause, attempts, message }];
  });
  const counts = { 'newly-broken': 0, 'no-longer-judged': 0, 'still-broken': 0, 'newly-judged': 0, fixed: 0 };
  for (const { change } of requirements) counts[change] += 1;
  const worse = counts['newly-broken'] + counts['no-longer-judged'] > 0;
  return {
    format: 'store-orders-conformance/comparison/3',
    worse,
    old: runOf(older),
    new: runOf(newer),
    counts,
    requirements,
  };
}

/** "seen with 1 of 3 orders before, not seen in 10 simultaneous cancels of 2 orders now" */
function attemptsOf(...sides: readonly (RequirementResult | undefined)[]): string | undefined {
  const texts = sides.flatMap((side, at) => (side?.attempts ? `${side.attempts} ${at === 0 ? 'before' : 'now'}` : []));
  return texts.length === 0 ? undefined : texts.join(', ');
}

function causeOf(requirement: string, { causes }: Report): ComparedRequirement['cause'] {
  const cause =
    causes.find(({ requirements }) => requirements.includes(requirement)) ??
    causes.find(({ blocks }) => blocks.includes(requirement));
  return cause && { id: cause.id, headline: cause.headline };
}

function anotherCause(requirement: string, ...reports: readonly [older: Report, newer: Report]): string | undefined {
  const [before, after] = reports.map(({ causes }) => causes.filter((each) => each.requirements.includes(requirement)));
  const ids = new Set(before?.map(({ id }) => id));
  const [cause] = after ?? [];
  if (!cause || ids.size === 0 || after?.some(({ id }) => ids.has(id))) return undefined;
  return cause.at === 'status' ? cause.actual : cause.id;
}

function messageOf({ id, verdict, reason }: RequirementResult, { findings }: Report): string | undefined {
  if (!deviates({ verdict })) return reason;
  return findings.find(({ requirement }) => requirement === id)?.message;
}

const sideOf = (result: RequirementResult | undefined): Side | null =>
  result ? { verdict: result.verdict, level: result.level, known: result.known, scored: result.scored } : null;

type State = 'held' | 'broken' | 'unjudged';

/** A requirement that is not there now, not scored, or without a subject counts as not judged. */
function stateOf(result: RequirementResult | undefined): State {
  if (!result || result.scored === false) return 'unjudged';
  if (deviates(result)) return 'broken';
  return result.verdict === 'pass' ? 'held' : 'unjudged';
}

/** @param before undefined: the older report does not have the requirement */
function changeFrom(before: State | undefined, after: State): Change | undefined {
  if (before === undefined) return after === 'unjudged' ? undefined : 'newly-judged';
  if (after === 'broken') return before === 'held' ? 'newly-broken' : 'still-broken';
  if (before === after) return undefined;
  return after === 'held' ? 'fixed' : 'no-longer-judged';
}

function runOf(report: Report): ComparedRun {
  const { tool, contract, edition, target, startedAt, verdict, baselineOutOfDate, complete, strict } = report;
  const { clauses: _, ...about } = contract;
  return { tool, contract: about, edition, target, startedAt, verdict, baselineOutOfDate, complete, strict };
}

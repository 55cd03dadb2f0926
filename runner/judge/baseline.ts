import type { BaselineEntry, BaselineResult, BaselineState, Cause, Report, RequirementResult } from './report.js';

interface Judged extends Pick<Report, 'requirements' | 'scenarios' | 'startedAt'> {
  /** Every deviation of these requirements has one of these causes; absent where no causes were looked for. */
  readonly causes?: readonly { readonly id: string; readonly requirements: readonly string[] }[];
}

interface Applied {
  readonly requirements: readonly RequirementResult[];
  readonly baseline?: readonly BaselineResult[];
  readonly isOutOfDate: boolean;
}

/**
 * What a baseline makes of a run. Pure: today is the day on which the run was started, so the same evidence gives the
 * same report on any later day. An entry changes no verdict of a requirement: it says which of them are known.
 */
export function applyBaseline(entries: readonly BaselineEntry[] | undefined, run: Judged): Applied {
  const { requirements } = run;
  if (!entries) return { requirements, isOutOfDate: false };
  const baseline = entries.map((entry) => resultOf(entry, run));
  const known = baseline.filter(({ state }) => state === 'known');
  return {
    requirements: requirements.map((requirement) =>
      deviates(requirement) && isCovered(requirement, known, run) ? { ...requirement, known: true } : requirement,
    ),
    baseline,
    isOutOfDate: baseline.some(({ state }) => state === 'expired' || state === 'unneeded'),
  };
}

const deviates = ({ verdict }: RequirementResult): boolean => verdict === 'fail' || verdict === 'warn';

/** By an entry for all of it, or by entries for each of its causes. */
function isCovered({ id }: RequirementResult, known: readonly BaselineEntry[], run: Judged): boolean {
  const own = known.filter(({ requirement }) => requirement === id);
  const causes = causesOf(id, run) ?? [];
  const hasEntry = (id: string) =>
    own.some(({ cause }) => cause === id) ||
    known.some((entry) => entry.requirement === undefined && entry.cause === id);
  return own.some(({ cause }) => cause === undefined) || (causes.length > 0 && causes.every(hasEntry));
}

const causesOf = (requirement: string, { causes }: Judged): readonly string[] | undefined =>
  causes?.flatMap(({ id, requirements }) => (requirements.includes(requirement) ? [id] : []));

function resultOf(entry: BaselineEntry, run: Judged): BaselineResult {
  const { requirement: id, cause, reason, issue, expires } = entry;
  if (id === undefined) return resultOfCause(entry, run);
  const requirement = run.requirements.find((judged) => judged.id === id);
  const daysLeft = daysBetween(new Date(run.startedAt).toISOString().slice(0, DATE_LENGTH), expires);
  const state = stateOf(entry, requirement, run, daysLeft);
  const remark = remarkOn(entry, state, daysLeft, requirement);
  return { requirement: id, cause, reason, issue, expires, state, remark };
}

/** An entry for all that a cause breaks. It is gone where a run that judged everything does not show it. */
function resultOfCause(entry: BaselineEntry, run: Judged): BaselineResult {
  const { cause, reason, issue, expires } = entry;
  const daysLeft = daysBetween(new Date(run.startedAt).toISOString().slice(0, DATE_LENGTH), expires);
  const isShown = run.causes?.some(({ id }) => id === cause) ?? false;
  const isWhole = run.requirements.every((requirement) => deviates(requirement) || isLookedAt(requirement, run));
  const state = isShown || !isWhole ? (daysLeft < 0 ? 'expired' : isShown ? 'known' : 'unjudged') : 'unneeded';
  return { cause, reason, issue, expires, state, remark: remarkOnCause(entry, state, daysLeft) };
}

const isLookedAt = (requirement: RequirementResult, run: Judged): boolean =>
  isHeld(requirement, run) || requirement.verdict === 'not-applicable' || requirement.scored === false;

function remarkOnCause(entry: BaselineEntry, state: BaselineState, daysLeft: number): string | undefined {
  if (state === 'unneeded') return 'It is no longer needed: no deviation has this cause. Delete the entry.';
  if (state === 'unjudged') return 'It may or may not be needed: not every requirement was judged in full.';
  return remarkOn(entry, state, daysLeft, undefined);
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;
const DAY_MS = 86_400_000;

/** Of two dates, which `Date.parse` takes for midnight in UTC. */
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function stateOf(
  { cause }: BaselineEntry,
  requirement: RequirementResult | undefined,
  run: Judged,
  daysLeft: number,
): BaselineState {
  const causes = requirement && causesOf(requirement.id, run);
  // What counts for nothing is neither known nor unneeded.
  if (requirement?.scored === false) return daysLeft < 0 ? 'expired' : 'unjudged';
  const isShown = requirement && deviates(requirement) && (cause === undefined || causes?.includes(cause));
  const isGone = requirement && (deviates(requirement) ? !isShown && causes !== undefined : isHeld(requirement, run));
  // What is not needed any more wants no new date.
  if (isGone) return 'unneeded';
  if (daysLeft < 0) return 'expired';
  return isShown ? 'known' : 'unjudged';
}

/** Judged from all of its scenarios: one that was deselected may be the one that shows the deviation. */
function isHeld({ verdict, scenarios }: RequirementResult, run: Judged): boolean {
  const out = run.scenarios.filter(({ leftOut }) => leftOut).map(({ id }) => id);
  return verdict === 'pass' && !scenarios.some((id) => out.includes(id));
}

/** From this many days before the last one, every report warns. */
const WARNING_DAYS = 14;

/** About "it", the entry: reports put the name before it, and say once what is true of several. */
function remarkOn(
  { expires }: BaselineEntry,
  state: BaselineState,
  daysLeft: number,
  requirement: RequirementResult | undefined,
): string | undefined {
  switch (state) {
    case 'known':
      if (daysLeft > WARNING_DAYS) return undefined;
      return `It expires ${inDays(daysLeft)}: its last day is ${expires}. Repair the deviation by then, or agree on a new date.`;
    case 'expired':
      return `It has expired: its last day was ${expires}. Repair the deviation and delete the entry, or agree on a new date.`;
    case 'unneeded':
      return requirement && deviates(requirement)
        ? 'It is no longer needed: the requirement is broken, but not by this cause. Delete the entry.'
        : 'It is no longer needed: the requirement is held. Delete the entry.';
    case 'unjudged':
      return requirement?.scored === false
        ? 'It has no effect: the requirement is newer than the edition that the run is scored by.'
        : `It may or may not be needed: the requirement was not judged in full (${requirement?.verdict ?? 'unknown'}).`;
  }
}

const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`);

/** Accepts with the known deviations what could not be judged only because of causes of which all is known. */
export function withMasked(
  requirements: readonly RequirementResult[],
  causes: readonly Pick<Cause, 'requirements' | 'blocks'>[],
): readonly RequirementResult[] {
  const known = new Set(requirements.flatMap((requirement) => (requirement.known ? requirement.id : [])));
  if (known.size === 0) return requirements;
  return requirements.map((requirement) => {
    const blocking = causes.filter(({ blocks }) => blocks.includes(requirement.id));
    const ids = [...new Set(blocking.flatMap((cause) => cause.requirements))];
    if (ids.length === 0 || !ids.every((id) => known.has(id))) return requirement;
    const reason = `It could not be judged only because of deviations that the baseline accepts (${ids.join(', ')}), and is accepted with them. ${requirement.reason ?? ''}`;
    return { ...requirement, masked: true, reason: reason.trim() };
  });
}

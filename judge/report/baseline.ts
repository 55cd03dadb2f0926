import type { BaselineEntry, BaselineResult, BaselineState, Cause, Report, RequirementResult } from './report.js';

interface Results extends Pick<Report, 'requirements' | 'scenarios' | 'startedAt'> {
  /** Every deviation has one of these causes. */
  readonly causes: readonly Pick<Cause, 'id' | 'requirements' | 'blocks'>[];
  /** Requirements that a finding breaks in addition to a more special one. */
  readonly beside: ReadonlySet<string>;
  /** The requirements that a cause can break at most. Undefined: any. */
  mainOf(cause: string): readonly string[] | undefined;
}

interface Applied extends Pick<Report, 'requirements' | 'baseline'> {
  readonly isOutOfDate: boolean;
}

/**
 * Applies a baseline to a run. Pure: the day of the run counts as today, so the same evidence gives the
 * same report on any later day. An entry changes no verdict; it marks requirements as known, and those
 * as masked that could not be judged only because of known deviations.
 */
export function applyBaseline(entries: readonly BaselineEntry[] | undefined, run: Results): Applied {
  const { requirements } = run;
  if (!entries) return { requirements, isOutOfDate: false };
  const baseline = entries.map((entry) => resultOf(entry, run));
  const accepting = baseline.filter(({ state }) => state === 'known');
  const accepted = requirements.map((requirement) => {
    const causes = causesOf(requirement, run);
    const isAccepted = causes.every((cause) => accepting.some((entry) => covers(entry, requirement, cause, run)));
    return causes.length > 0 && isAccepted ? { ...requirement, known: true as const } : requirement;
  });
  return {
    requirements: withMasked(accepted, run.causes),
    baseline,
    isOutOfDate: baseline.some(({ state }) => state === 'expired' || state === 'unneeded'),
  };
}

export const deviates = ({ verdict }: Pick<RequirementResult, 'verdict'>): boolean =>
  verdict === 'fail' || verdict === 'warn';

const causesOf = (requirement: RequirementResult, { causes }: Results): Results['causes'] =>
  deviates(requirement) ? causes.filter(({ requirements }) => requirements.includes(requirement.id)) : [];

/**
 * True if the entry accepts that this cause breaks this requirement. For one that is broken beside others, an entry for
 * any requirement of the cause does.
 */
function covers(entry: BaselineEntry, { id }: RequirementResult, cause: Results['causes'][number], run: Results) {
  const accepting = run.beside.has(id) ? cause.requirements : [id];
  return accepting.includes(entry.requirement ?? id) && (entry.cause ?? cause.id) === cause.id;
}

function resultOf(entry: BaselineEntry, run: Results): BaselineResult {
  const about = acceptedBy(entry, run);
  const open = about.filter((requirement) => !isLookedAt(requirement, entry, run));
  // `Date.parse` reads a date as midnight in UTC.
  const daysLeft = Math.ceil((Date.parse(entry.expires) - Date.parse(run.startedAt)) / DAY_MS);
  const isShown = run.requirements.some(
    (requirement) =>
      requirement.scored !== false &&
      causesOf(requirement, run).some((cause) => covers(entry, requirement, cause, run)),
  );
  // An unneeded entry wins over an expired one: it is to be deleted, not extended.
  const isUnneeded = !isShown && about.length > 0 && open.length === 0;
  const state = isUnneeded ? 'unneeded' : daysLeft < 0 ? 'expired' : isShown ? 'known' : 'unjudged';
  const { requirement, cause, requirements, ...rest } = entry;
  const remark = remarkOn(entry, state, daysLeft, isUnneeded ? about : open);
  return { requirement, cause, requirements, ...rest, state, remark };
}

const DAY_MS = 86_400_000;

/** The scored requirements that the entry accepts. Without a list, a cause may break any of the most severe ones. */
function acceptedBy({ requirement, cause, requirements }: BaselineEntry, run: Results): readonly RequirementResult[] {
  const ids = requirement === undefined ? (requirements ?? run.mainOf(cause ?? '')) : [requirement];
  const scored = run.requirements.filter((result) => result.scored !== false);
  return ids === undefined ? scored : scored.filter(({ id }) => ids.includes(id));
}

const isLookedAt = (result: RequirementResult, { requirement }: BaselineEntry, run: Results): boolean =>
  deviates(result) || isHeld(result, run) || (requirement === undefined && result.verdict === 'not-applicable');

/** True if the requirement was judged from all of its scenarios. A deselected one could have shown the deviation. */
function isHeld({ verdict, scenarios }: RequirementResult, run: Results): boolean {
  const out = run.scenarios.filter(({ leftOut }) => leftOut).map(({ id }) => id);
  return verdict === 'pass' && !scenarios.some((id) => out.includes(id));
}

/** Every report warns when this many days are left. */
const WARNING_DAYS = 14;

/** The subject is "It", the entry. Reports put the name before it, and merge the same remark on several entries. */
function remarkOn(
  { requirement: id, expires }: BaselineEntry,
  state: BaselineState,
  daysLeft: number,
  [first, ...others]: readonly RequirementResult[],
): string | undefined {
  switch (state) {
    case 'known':
      if (daysLeft > WARNING_DAYS) return undefined;
      return `It expires ${inDays(daysLeft)}: its last day is ${expires}. Repair the deviation by then, or agree on a new date.`;
    case 'expired':
      return `It has expired: its last day was ${expires}. Repair the deviation and delete the entry, or agree on a new date.`;
    case 'unneeded':
      return `It is no longer needed: ${whyUnneeded(id, first)}. Delete the entry.`;
    case 'unjudged': {
      if (!first) return 'It has no effect: the requirement is newer than the edition that the run is scored by.';
      const named = id === undefined ? first.id : 'the requirement';
      const more = others.length === 0 ? 'was' : `and ${others.length} more were`;
      return `It may or may not be needed: ${named} (${first.verdict}) ${more} not judged in full.`;
    }
  }
}

function whyUnneeded(id: string | undefined, about: RequirementResult | undefined): string {
  if (id === undefined) return 'no deviation has this cause';
  return about && deviates(about) ? 'the requirement is broken, but not by this cause' : 'the requirement is held';
}

const inDays = (days: number): string => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`);

/** Marks requirements that could not be judged only because of known deviations. They are accepted with these. */
function withMasked(
  requirements: readonly RequirementResult[],
  causes: Results['causes'],
): readonly RequirementResult[] {
  const acceptedIds = new Set(requirements.flatMap((requirement) => (requirement.known ? requirement.id : [])));
  if (acceptedIds.size === 0) return requirements;
  return requirements.map((requirement) => {
    const blocking = causes.filter(({ blocks }) => blocks.includes(requirement.id));
    const ids = [...new Set(blocking.flatMap((cause) => cause.requirements))];
    if (ids.length === 0 || !ids.every((id) => acceptedIds.has(id))) return requirement;
    const reason = `It could not be judged only because of deviations that the baseline accepts (${ids.join(', ')}), and is accepted with them. ${requirement.reason ?? ''}`;
    return { ...requirement, masked: true, reason: reason.trim() };
  });
}

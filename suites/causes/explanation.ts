import type { RequirementId } from '../ids.js';
import { KINDS, type Kind, NAMES, type Repair, type Trait } from './kinds.js';
import { SITUATIONS } from './repairs.js';

/** Ids of right answers, which are not causes. `pending-204` is one if the 204 answers a second cancel. */
const RIGHT: readonly string[] = Object.entries(SITUATIONS)
  .map(([situation, { status }]) => `${situation}-${status}`)
  .filter((id) => id !== 'pending-204');

/**
 * Explains the cause with this id. Undefined if no report can have such a cause.
 * @param fixOf returns the repair of a requirement
 */
export function explanationOf(id: string, fixOf: (requirement: RequirementId) => string): string | undefined {
  if (RIGHT.includes(id)) return undefined;
  for (const name of NAMES) {
    const { ids, headline, explain, repair, requirement, alone }: Kind = KINDS[name];
    const patterns = ids.map((each) => each.replace('$status', '\\d{3}').replace('$name', '.+'));
    if (!new RegExp(`^(?:${patterns.join('|')})$`).test(id) || ids.length === 0) continue;
    const trait: Trait = { kind: name, id };
    const fix = requirement ? fixOf(requirement(id)) : '';
    const repaired = repair ? repair(trait, fix) : fix;
    const ofOne = (alone?.(id) ?? []).map((of) => (isRepair(of) ? of : (repair?.(trait, fixOf(of), []) ?? fixOf(of))));
    const others = [...new Set(ofOne)].filter((other) => !repaired.includes(other));
    return [
      explain?.(id) ?? headline?.(trait, []),
      ...(repaired && [`\n\nTo fix: ${repaired}`]),
      ...(others.length === 0 ? [] : ['\n\nWhere only a part of this is wrong, the report has one of these instead:']),
      ...others.map((other) => `\n- ${other}`),
    ].join('');
  }
  return undefined;
}

const isRepair = (text: string): text is Repair => text.includes(' ');

/** Ids to suggest for a misspelt one. Ids with a free part are not known. */
export const explainedCauses = (status: string): readonly string[] =>
  NAMES.flatMap((name) => KINDS[name].ids.filter((id) => !id.includes('$name')))
    .map((id) => id.replace('$status', status))
    .filter((id) => !RIGHT.includes(id));

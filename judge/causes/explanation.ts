import { storeOrdersInterface } from '../../suites/contract.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import { type CauseKind, KINDS, type KindName, kindOf, NAMES, type Repair, type Trait } from './kinds.js';
import { SITUATIONS } from './repairs.js';

/** Ids of right answers, which are not causes. `pending-204` is one if the 204 answers a second cancel. */
const RIGHT: readonly string[] = Object.entries(SITUATIONS)
  .map(([situation, { status }]) => `${situation}-${status}`)
  .filter((id) => id !== 'pending-204');

/** Says what a cause with this id is about, and its repair. Undefined if no report can have such a cause. */
export const explainCause = (id: string): string | undefined =>
  // An id lacks the last part of a name if it cannot spell it.
  explain(id) ?? explain(`${id}-…`);

const fixOf = (requirement: RequirementId): string =>
  storeOrdersInterface.requirements.find(({ id }) => id === requirement)?.fix ?? '';

function explain(id: string): string | undefined {
  const name = kindWith(id);
  if (name === undefined) return undefined;
  const { headline, explain, repair, requirement, alone }: CauseKind = KINDS[name];
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

function kindWith(id: string): KindName | undefined {
  if (RIGHT.includes(id)) return undefined;
  const patterns = (ids: readonly string[]) =>
    ids.map((each) => each.replace('$status', '\\d{3}').replace('$name', '.+')).join('|');
  return NAMES.find((name) => KINDS[name].ids.length > 0 && new RegExp(`^(?:${patterns(KINDS[name].ids)})$`).test(id));
}

/** The most telling requirement that a cause with this id breaks. Undefined if its id does not say that. */
export function requirementOfCause(id: string): RequirementId | undefined {
  const name = kindWith(id);
  return name && kindOf({ kind: name }).requirement?.(id);
}

const isRepair = (text: string): text is Repair => text.includes(' ');

/** Ids to suggest for a misspelt one. Ids with a free part are not known. */
export function causesLike(id: string): readonly string[] {
  const status = /\d{3}/.exec(id)?.[0] ?? '404';
  return NAMES.flatMap((name) => KINDS[name].ids.filter((each) => !each.includes('$name')))
    .map((each) => each.replace('$status', status))
    .filter((each) => !RIGHT.includes(each));
}

import { storeOrdersInterface } from '../../suites/contract.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import { CAUSE_KINDS, KIND_NAMES, kindOf, type Trait } from './kinds.js';
import { SITUATIONS } from './repairs.js';

/** Ids of right answers, which are not causes. `pending-204` is one if the 204 answers a second cancel. */
const RIGHT: readonly string[] = Object.entries(SITUATIONS)
  .map(([situation, { status }]) => `${situation}-${status}`)
  .filter((id) => id !== 'pending-204');

/** The trait that a cause with this id has. Undefined if no report can have such a cause. */
function traitWith(id: string): Trait | undefined {
  // The id of a cause lacks a name that it cannot spell.
  const patternOf = (each: string) => each.replace('$status', '\\d{3}').replace('-$name', '(?:-.+)?');
  const kind = KIND_NAMES.find((name) =>
    CAUSE_KINDS[name].ids.some((each) => new RegExp(`^${patternOf(each)}$`).test(id)),
  );
  return kind && !RIGHT.includes(id) ? { kind, id } : undefined;
}

/** The most telling requirement that a cause with this id breaks. Undefined if its id does not say that. */
export function requirementOfCause(id: string): RequirementId | undefined {
  const trait = traitWith(id);
  return trait && kindOf(trait).requirement?.(id);
}

/** Says what a cause with this id is about, and its repair. Undefined if no report can have such a cause. */
export function explainCause(id: string): string | undefined {
  const trait = traitWith(id);
  if (!trait) return undefined;
  const { headline, explain, repair } = kindOf(trait);
  const fix = storeOrdersInterface.requirements.find((each) => each.id === requirementOfCause(id))?.fix ?? '';
  const repaired = repair?.(trait, fix) ?? fix;
  return `${headline?.(trait, []) ?? explain?.(id)}${repaired && `\n\nTo fix: ${repaired}`}`;
}

/** Ids to suggest for a misspelt one. Ids with a free part are not known. */
export function causesLike(id: string): readonly string[] {
  const status = /\d{3}/.exec(id)?.[0] ?? '404';
  return KIND_NAMES.flatMap((name) => CAUSE_KINDS[name].ids.filter((each) => !each.includes('$name')))
    .map((each) => each.replace('$status', status))
    .filter((each) => !RIGHT.includes(each));
}

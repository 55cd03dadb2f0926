import { SHARED } from '../../evidence/request.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import type { RequirementId } from '../../suites/terms/ids.js';
import { SITUATION_IDS, statusIn } from '../../suites/terms/situation.js';
import { CAUSE_KINDS, KIND_NAMES, type KindName, kindOf, type Trait } from './kinds.js';

/** Ids of right answers, which are not causes. */
const RIGHT: readonly string[] = [
  ...SITUATION_IDS.map((situation) => `${situation}-${statusIn(situation)}`),
  'refused-401',
];

const TYPE = '(?:no-type|several-types|[a-z]+-.+)';

/** The free part of an id matches this. Absent: any text does. */
const NAMES: Readonly<Partial<Record<KindName, string>>> = {
  'json-type': TYPE,
  'body-type': TYPE,
  answer: `(?:${[SHARED, ...storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id))].join('|')})-.+`,
};

/** The trait that a cause with this id has. Undefined if no report can have such a cause. */
function traitWith(id: string): Trait | undefined {
  // The id of a cause lacks a name that it cannot spell.
  const patternOf = (each: string, name = '.+') =>
    each.replace('$status', '[1-5]\\d\\d').replace('-$name', `(?:-${name})?`);
  const kind = KIND_NAMES.find((name) =>
    CAUSE_KINDS[name].ids.some((each) => new RegExp(`^${patternOf(each, NAMES[name])}$`).test(id)),
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
  const fix = storeOrdersInterface.requirements.find((each) => each.id === requirementOfCause(id))?.fix ?? { text: '' };
  const { text: repaired } = repair?.(trait, fix, { answers: [], isShared: true }) ?? fix;
  return `${headline?.(trait, []) ?? explain?.(id)}${repaired && `\n\nTo fix: ${repaired}`}`;
}

/** Ids to suggest for a misspelt one. Ids with a free part are not known. */
export function causesLike(id: string): readonly string[] {
  const status = /\d{3}/.exec(id)?.[0] ?? '404';
  return KIND_NAMES.flatMap((name) => CAUSE_KINDS[name].ids.filter((each) => !each.includes('$name')))
    .map((each) => each.replace('$status', status))
    .filter((each) => !RIGHT.includes(each));
}

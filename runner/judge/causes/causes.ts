import { type Evidence, isSuccess } from '../../evidence/evidence.js';
import { statusOf } from '../../evidence/exchange.js';
import { firstIdText, idText, isCancel, type Request } from '../../evidence/request.js';
import { isPlaceholder } from '../../secrets/header.js';
import type { Judgement } from '../judgement.js';
import type { Cause, RequirementResult } from '../report.js';
import type { Level } from '../requirement.js';
import { quoted } from '../results.js';
import type { Broken } from '../rule.js';
import { type Fingerprint, fingerprintOf } from './fingerprint.js';
import {
  type DeviantAnswer,
  type Deviation,
  deviationsOf,
  type FindTraits,
  requirementTrait,
  type Trait,
} from './trait.js';

export interface Causes {
  readonly causes: readonly Omit<Cause, 'blocks'>[];
  readonly causeOf: ReadonlyMap<Broken, string>;
}

interface Group {
  readonly deviations: readonly Deviation[];
  readonly traits: readonly Trait[];
  readonly answers: readonly DeviantAnswer[];
  readonly fingerprint: Fingerprint | undefined;
}

export interface CauseKnowledge {
  readonly findTraits: FindTraits;
  /** What known software does by default; the first that fits a cause names it. */
  readonly fingerprints: readonly Fingerprint[];
}

/** Groups the deviations by what they share: `must` first, then what breaks the most requirements. */
export function causesOf(
  judgements: readonly Judgement[],
  { findTraits, fingerprints }: CauseKnowledge,
  evidence: Evidence,
): Causes {
  const deviations = deviationsOf(judgements);
  const traits = findTraits(deviations, evidence);
  const of = (deviation: Deviation): readonly Trait[] => traits.get(deviation) ?? [requirementTrait(deviation)];
  const alike = groupsOf(deviations, (deviation) => of(deviation).map((trait) => trait.key));
  const groups = alike.map((group) => groupOf(group, group.flatMap(of), fingerprints));
  // What one piece of software does in several ways is one cause, too, and so is what breaks one requirement alone.
  const known = groupsOf(groups, (group) => [group.fingerprint?.id ?? onlyRequirement(group) ?? []].flat()).map(joined);
  const sorted = known.sort((a, b) => rankOf(a) - rankOf(b) || requirementsOf(b).length - requirementsOf(a).length);
  const ids = uniqueIds(sorted.map((group) => idOf(group)));
  return {
    causes: sorted.map((group, index) => ({ id: ids[index] ?? '', ...causeOf(group, evidence) })),
    causeOf: new Map(
      sorted.flatMap((group, index) => group.deviations.map(({ broken }) => [broken, ids[index] ?? ''] as const)),
    ),
  };
}

function groupOf(deviations: readonly Deviation[], traits: readonly Trait[], known: readonly Fingerprint[]): Group {
  const answers = deviations.flatMap(({ answer }) => answer ?? []);
  return { deviations, traits, answers, fingerprint: fingerprintOf(known, traits, answers) };
}

const joined = (groups: readonly Group[]): Group => ({
  deviations: groups.flatMap(({ deviations }) => deviations),
  traits: groups.flatMap(({ traits }) => traits),
  answers: groups.flatMap(({ answers }) => answers),
  fingerprint: groups[0]?.fingerprint,
});

/** A word with a space is no id of a fingerprint. */
function onlyRequirement({ deviations }: Group): string | undefined {
  const [first, ...others] = new Set(deviations.map(({ requirement }) => requirement.id));
  return others.length === 0 ? `only ${first}` : undefined;
}

const LEVELS: readonly Level[] = ['must', 'should', 'may'];

const rankOf = ({ deviations }: Group): number =>
  Math.min(...deviations.map(({ requirement }) => LEVELS.indexOf(requirement.level)));

/** Their ids, `must` first. */
const requirementsOf = ({ deviations }: Group): string[] => {
  const requirements = LEVELS.flatMap((of) => deviations.filter(({ requirement }) => requirement.level === of));
  return [...new Set(requirements.map(({ requirement }) => requirement.id))];
};

function causeOf(group: Group, evidence: Evidence): Omit<Cause, 'id' | 'blocks'> {
  const { deviations, traits, answers, fingerprint } = group;
  const trait = principal(traits);
  const level = LEVELS[rankOf(group)] ?? 'must';
  const first = typical(deviations.filter(({ requirement }) => requirement.level === level));
  const requirements = requirementsOf(group);
  const isTold = requirements.length > 1 || trait.saysMore;
  const headline = (isTold ? trait.headline?.(answers, evidence) : undefined) ?? messagesOf(deviations, first);
  // A headline that says more than the deviation says how often, too.
  const often = trait.saysMore ? undefined : howOften(deviations, evidence);
  const { expected, actual, at, exchange } = exampleOf(first, requirements.length > 1 ? trait : undefined);
  return {
    headline: often === undefined ? headline : `${headline} ${often}`,
    level,
    requirements,
    findings: deviations.length,
    answers: new Set(deviations.flatMap(answersOf).map(({ id }) => idText(id))).size,
    expected,
    actual: quoted(actual),
    at,
    exchange: exchange ? idText(exchange.request.id) : null,
    likely: fingerprint && { name: fingerprint.name, looks: fingerprint.looks },
    repair: [
      ...gatewayHint(answers, evidence),
      fingerprint?.repair ??
        (isTold ? trait.repair : undefined) ??
        (often === undefined ? first.requirement.fix : UNSTEADY_REPAIR),
    ].join('\n'),
  };
}

/** The requests whose answers show a deviation: of repetitions that deviate alike, each. */
const answersOf = ({ broken, answer }: Deviation): readonly Request[] =>
  answer ? (broken.alike ?? [answer.exchange]).map(({ request }) => request) : [];

/** Of the answers to requests that were repeated: some deviate, and others do not. */
function howOften(deviations: readonly Deviation[], evidence: Evidence): string | undefined {
  const repeated = deviations.flatMap(answersOf).filter(({ times }) => times !== undefined);
  const asked = new Set(repeated.map(({ id }) => firstIdText(id)));
  const total = evidence.answered(({ id }) => asked.has(firstIdText(id))).length;
  const wrong = new Set(repeated.map(({ id }) => idText(id))).size;
  return wrong > 0 && wrong < total ? `Intermittent: ${wrong} of ${total} answers to the same requests.` : undefined;
}

/** Where no cancel succeeds, and some get a client error that is not the contract's: it may be about a header of a gateway. */
function gatewayHint(answers: readonly DeviantAnswer[], { exchanges }: Evidence): string[] {
  const isRefused = ({ request, status }: DeviantAnswer): boolean =>
    isCancel(request) && status >= 400 && status < 500 && ![401, 404, 409].includes(status);
  const [refused] = answers.filter(isRefused);
  const hasSucceeded = exchanges.some((exchange) => isCancel(exchange.request) && isSuccess(statusOf(exchange)));
  const names = refused?.exchange.sent.headers.flatMap(([name, value]) => (isPlaceholder(name, value) ? [name] : []));
  if (!refused || hasSucceeded || !names?.length) return [];
  return [
    `Each request carries ${names.join(', ')} from --header-file. If the service answers ${refused.status} because of that, leave it out, or let the service take it. Else:`,
  ];
}

const UNSTEADY_REPAIR =
  'The same requests get the right answer at other times. Look for what differs between them: a replica of an older version, a cache, a limit, an error in the log of the service.';

/** The message of one deviation, and of the next one that says something else than with other numbers. */
function messagesOf(deviations: readonly Deviation[], { broken, requirement }: Deviation): string {
  const kindOf = (message: string): string => message.replaceAll(/\d+/g, '0').replaceAll(/ 0 elements in all.*/g, '');
  const others = deviations.filter(
    (other) => other.requirement.id === requirement.id && kindOf(other.broken.message) !== kindOf(broken.message),
  );
  const [other] = others.filter(({ broken: { at } }) => at.startsWith('body /'));
  return other && broken.at.startsWith('body /') ? `${broken.message} Others: ${other.broken.message}` : broken.message;
}

/** Of those that expect what most of them expect, with the same status, the first that a request on its own shows: it is the easiest to repeat. */
function typical(deviations: readonly Deviation[]): Deviation {
  const kindOf = ({ broken, answer }: Deviation): string => `${answer?.status} ${broken.expected}`;
  const counts = new Map<string, number>();
  for (const deviation of deviations) counts.set(kindOf(deviation), (counts.get(kindOf(deviation)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const usual = deviations.filter((deviation) => counts.get(kindOf(deviation)) === most);
  const first = usual.find(({ broken: { exchange } }) => exchange && isOnItsOwn(exchange.request)) ?? usual[0];
  if (!first) throw new Error('A cause has at least one deviation.');
  return first;
}

const isOnItsOwn = ({ together, connection }: Request): boolean => together === undefined && connection === undefined;

/** What to show of a cause: of bodies that look the same, the whole body. */
function exampleOf({ broken, answer }: Deviation, trait: Trait | undefined): Omit<Broken, 'message'> {
  const example = answer && trait?.example?.(answer);
  return example ? { ...example, at: 'body', exchange: answer.exchange } : broken;
}

function principal(traits: readonly Trait[]): Trait {
  const [first] = [...traits].sort((a, b) => a.rank - b.rank);
  if (!first) throw new Error('A deviation has at least one trait.');
  return first;
}

/** What a baseline names: it stays the same from run to run. */
function idOf({ traits, fingerprint }: Group): string {
  if (fingerprint) return fingerprint.id;
  const name = principal(traits).key.replaceAll(/[^A-Za-z0-9.]+/g, '-');
  return name.replaceAll(/^-|-$/g, '').slice(0, ID_LENGTH);
}

const ID_LENGTH = 80;

function uniqueIds(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  });
}

/** Things that share a key, directly or by way of others: each group in the order of its first thing. */
export function groupsOf<T>(things: readonly T[], keysOf: (thing: T) => readonly string[]): T[][] {
  const groupOf = new Map<string, { things: T[] }>();
  const groups = new Set<{ things: T[] }>();
  for (const thing of things) {
    const keys = keysOf(thing);
    const known = [...new Set(keys.flatMap((key) => groupOf.get(key) ?? []))];
    const group = known[0] ?? { things: [] };
    groups.add(group);
    for (const other of known.slice(1)) {
      group.things.push(...other.things);
      groups.delete(other);
      for (const [key, holder] of groupOf) if (holder === other) groupOf.set(key, group);
    }
    group.things.push(thing);
    for (const key of keys) groupOf.set(key, group);
  }
  const order = new Map(things.map((thing, index) => [thing, index]));
  const at = (thing: T | undefined): number => (thing === undefined ? 0 : (order.get(thing) ?? 0));
  return [...groups].map(({ things: own }) => own.sort((a, b) => at(a) - at(b))).sort((a, b) => at(a[0]) - at(b[0]));
}

/** Of the requirements that were selected, this share is left open for one reason where that reason is the run's. */
const MOST = 0.6;

/**
 * Why hardly anything could be judged, in one sentence: nobody is there, the key is refused or missing, the base address
 * is wrong. Undefined where that is not so.
 */
export function runObstacle(evidence: Evidence, requirements: readonly RequirementResult[]): string | undefined {
  if (evidence.obstacle !== undefined) return evidence.obstacle;
  if (requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'warn')) return undefined;
  const selected = requirements.filter(({ id }) => evidence.plan.selected.includes(id));
  const counts = new Map<string, number>();
  for (const { reason } of selected) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].find(([, count]) => count > MOST * selected.length)?.[0];
}

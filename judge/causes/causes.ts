import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { idText, type Request } from '../../evidence/request.js';
import { statusFor } from '../../suites/answers/answers.js';
import type { Level } from '../../suites/terms/requirement.js';
import { type Broken, isHeld } from '../../suites/terms/rule.js';
import type { Cause } from '../report/report.js';
import type { Judgement } from '../results/judgement.js';
import { shortQuote } from '../results/results.js';
import { type DeviantAnswer, type Deviation, deviationsOf } from './deviation.js';
import { type Fingerprint, fits } from './fingerprint.js';
import { fingerprints } from './frameworks.generated.js';
import { type CauseKind, kindOf, principal, type Trait } from './kinds.js';
import { UNSTEADY } from './repairs.js';
import { EFFECTS, traitsWith } from './traits.js';
import { intermittence } from './unsteady.js';
import { groupsOf } from './words.js';

interface Group {
  readonly deviations: readonly Deviation[];
  readonly traits: readonly Trait[];
  readonly fingerprint?: Fingerprint | undefined;
}

/** The causes that deviations share, and the id of the cause of each deviation. */
export interface Causes {
  readonly causes: readonly Omit<Cause, 'blocks'>[];
  readonly causeOf: ReadonlyMap<Broken, string>;
}

/**
 * Groups the deviations by what they share: `must` first, then what breaks the most requirements. The first known
 * software whose default fits a cause names it.
 */
export function causesOf(judgements: readonly Judgement[], evidence: Evidence): Causes {
  const all = deviationsOf(judgements);
  const traitsOf = traitsWith(all, evidence);
  // A changed order breaks `orders.conserved` and a more special requirement. Its traits are those of the special one.
  const special = (deviation: Deviation): Deviation => {
    const { beside, message } = deviation.broken;
    return all.find(({ requirement, broken }) => requirement.id === beside && broken.message === message) ?? deviation;
  };
  const of = (deviation: Deviation): readonly Trait[] => traitsOf(special(deviation));
  const similar = groupsOf(all, (deviation) => of(deviation).map(nameOf)).map((deviations): Group => {
    const traits = deviations.flatMap(of);
    const fingerprint = fingerprints.find((each) => fits(each, traits, answersIn(deviations)));
    return { deviations, traits, fingerprint };
  });
  // Joins the groups that one fingerprint fits, and the groups that break the same single requirement.
  const groups = groupsOf(similar, (group) => [group.fingerprint?.id ?? onlyRequirement(group) ?? []].flat())
    .map(joined)
    .sort((a, b) => rankOf(a) - rankOf(b) || requirementsOf(b).length - requirementsOf(a).length);
  const held = new Map(judgements.map(({ requirement, results }) => [requirement.id, exchangesThatHold(results)]));
  return {
    causes: groups.map((group) => causeOf(group, { of, held }, evidence)),
    causeOf: new Map(groups.flatMap((group) => group.deviations.map(({ broken }) => [broken, idOf(group)] as const))),
  };
}

const answersIn = (deviations: readonly Deviation[]): readonly DeviantAnswer[] =>
  deviations.flatMap(({ answer }) => answer ?? []);

/** The exchanges that show a requirement held, by its id. */
type HeldBy = ReadonlyMap<string, readonly Exchange[]>;

const exchangesThatHold = (results: Judgement['results']): Exchange[] =>
  results.flatMap(({ result }) => (isHeld(result) ? (result.exchange ?? []) : []));

const joined = (groups: readonly Group[]): Group => ({
  deviations: groups.flatMap(({ deviations }) => deviations),
  traits: groups.flatMap(({ traits }) => traits),
  fingerprint: groups[0]?.fingerprint,
});

/** A key for groups that break a single requirement. It has a space, so no fingerprint has the same id. */
function onlyRequirement({ deviations, ...group }: Group): string | undefined {
  // A changed order breaks `orders.conserved` as well, which does not count here.
  const special = deviations.filter(({ broken }) => broken.beside === undefined);
  const [first, ...others] = requirementsOf({ ...group, deviations: special });
  return others.length === 0 ? `only ${first}` : undefined;
}

const LEVELS: readonly Level[] = ['must', 'should', 'may'];

const rankOf = ({ deviations }: Group): number =>
  Math.min(...deviations.map(({ requirement }) => LEVELS.indexOf(requirement.level)));

/** The ids of the broken requirements, `must` first. */
const requirementsOf = ({ deviations }: Group): string[] => {
  const levels = LEVELS.map((of) => deviations.filter(({ requirement }) => requirement.level === of));
  return [...new Set(levels.flat().map(({ requirement }) => requirement.id))];
};

function causeOf(
  group: Group,
  { of, held }: { readonly of: (deviation: Deviation) => readonly Trait[]; readonly held: HeldBy },
  evidence: Evidence,
): Omit<Cause, 'blocks'> {
  const { deviations, traits, fingerprint } = group;
  const trait = principal(traits);
  const kind = kindOf(trait);
  const level = LEVELS[rankOf(group)] ?? 'must';
  // The headline is about the deviations with this trait. Other deviations of the same software come under "looks like".
  const shown = deviations.filter(
    (deviation) => trait.kind === 'shape' || of(deviation).some(({ id }) => id === trait.id),
  );
  const first = exampleIn(shown, deviations, level, kind.requirement?.(trait.id));
  // The requirement that the example breaks comes first: report and repair are about that one.
  const requirements = [...new Set([first.requirement.id, ...requirementsOf(group)])];
  const isShared = requirements.length > 1;
  const answers = answersIn(shown);
  const hasHeadline = isShared || kind.saysMore;
  const headline = (hasHeadline ? kind.headline?.(trait, answers, evidence) : undefined) ?? first.broken.message;
  // The headlines of some kinds already say how often.
  const often = kind.saysMore || saysWhen(trait) || first.broken.isChange ? undefined : howOften(group, held, evidence);
  const count = / \(?\d+ of \d+\)? /.test(headline) ? '' : `: ${often}`;
  const { expected, actual, at, exchange } = isShared ? exampleOf(first, kind) : first.broken;
  return {
    id: idOf(group),
    headline: often === undefined ? headline : `${headline} Intermittent${count}.`,
    level,
    requirements,
    findings: deviations.length,
    answers: new Set(deviations.flatMap(answersOf).map(({ id }) => idText(id))).size,
    expected,
    actual: shortQuote(actual),
    at,
    exchange: exchange ? idText(exchange.request.id) : null,
    likely: fingerprint && { name: fingerprint.name, looks: fingerprint.looks },
    repair:
      often === undefined
        ? (fingerprint?.repair ??
          kind.repair?.(trait, first.requirement.fix, isShared ? answers : []) ??
          first.requirement.fix)
        : UNSTEADY,
  };
}

/** Shows the whole body if the bodies of a cause have one shape. */
const exampleOf = ({ broken, answer }: Deviation, { example }: CauseKind): Broken =>
  answer && example ? { ...broken, ...example(answer), at: 'body' } : broken;

/** The example of a cause: one of its most severe deviations, of the most telling requirement if that is broken. */
function exampleIn(
  shown: readonly Deviation[],
  all: readonly Deviation[],
  level: Level,
  requirementId: string | undefined,
): Deviation {
  const isOfLevel = ({ requirement }: Deviation): boolean => requirement.level === level;
  const ofLevel = shown.some(isOfLevel) ? shown.filter(isOfLevel) : all.filter(isOfLevel);
  const main = ofLevel.filter(({ requirement }) => requirement.id === requirementId);
  return typical(main.length > 0 ? main : ofLevel);
}

/** The requests whose answers show a deviation, with all repetitions that deviate in the same way. */
const answersOf = ({ broken, answer }: Deviation): readonly Request[] =>
  answer ? (broken.alike ?? [answer.exchange]).map(({ request }) => request) : [];

/** True if the headline already explains why only some answers deviate: by a window, or by a kept connection. */
const saysWhen = ({ kind, id }: Trait): boolean => kind === 'connection' || EFFECTS.has(id);

/** Counts the deviating answers, if the same requests get the right answer at other times. */
function howOften({ deviations }: Group, held: HeldBy, evidence: Evidence): string | undefined {
  const wrong = new Set(deviations.flatMap(({ broken: { alike, exchange } }) => alike ?? exchange ?? []));
  const isRight = ({ request, status }: Pick<DeviantAnswer, 'request' | 'status'>) => status === statusFor(request);
  // A second 204 has the right status for the first cancel.
  const ofStatus = deviations.every(({ broken, answer }) => broken.at === 'status' && answer && !isRight(answer));
  const right = ofStatus
    ? evidence.answered(() => true).flatMap((answer) => (isRight(answer) ? answer.exchange : []))
    : specificOf(deviations).flatMap(({ requirement }) => held.get(requirement.id) ?? []);
  const others = [...new Set(right)].filter((exchange) => !wrong.has(exchange));
  return intermittence([...wrong], others);
}

/** Leaves out the deviations from a whole table of statuses if others name the one right status. */
function specificOf(deviations: readonly Deviation[]): readonly Deviation[] {
  const specific = deviations.filter(({ requirement }) => !requirement.id.endsWith('.status-table'));
  return specific.length > 0 ? specific : deviations;
}

/**
 * Picks a deviation with the commonest expectation and status; if possible, one that a single request shows, since that is
 * the easiest to repeat.
 */
function typical(all: readonly Deviation[]): Deviation {
  const deviations = specificOf(all);
  const kindOfOne = ({ broken, answer }: Deviation): string => `${answer?.status} ${broken.expected}`;
  const counts = new Map<string, number>();
  for (const kind of deviations.map(kindOfOne)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const usual = deviations.filter((deviation) => counts.get(kindOfOne(deviation)) === most);
  const isOnItsOwn = ({ broken: { exchange } }: Deviation): boolean =>
    exchange !== undefined && exchange.request.together === undefined && exchange.request.connection === undefined;
  const first = usual.find(isOnItsOwn) ?? usual[0];
  if (first === undefined) throw new Error('A cause has at least one deviation.');
  return first;
}

/** A baseline names a cause by this id, so it stays the same from run to run. */
const idOf = ({ traits, fingerprint }: Group): string => fingerprint?.id ?? nameOf(principal(traits));

/** Traits with the same name count as the same trait. */
const nameOf = ({ id }: Trait): string =>
  id
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, NAME_LENGTH);

const NAME_LENGTH = 80;

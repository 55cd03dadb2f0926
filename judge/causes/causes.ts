import type { Evidence } from '../../evidence/evidence.js';
import type { Exchange } from '../../evidence/exchange.js';
import { idText, type Request } from '../../evidence/request.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { around, REPAIRS, type Repair } from '../../suites/terms/repair.js';
import type { Level } from '../../suites/terms/requirement.js';
import { type Broken, isHeld } from '../../suites/terms/rule.js';
import { statusFor } from '../../suites/terms/situation.js';
import type { Cause } from '../report/report.js';
import type { Judgement } from '../results/judgement.js';
import { shortQuote } from '../results/results.js';
import { type Circumstance, circumstanceOf } from './circumstances.js';
import { type DeviantAnswer, type Deviation, deviationsOf } from './deviation.js';
import { type Fingerprint, fits } from './fingerprint.js';
import { fingerprints } from './frameworks.generated.js';
import { type CauseKind, kindOf, principal, type SeenInRun, type Trait } from './kinds.js';
import { EFFECTS, traitsWith } from './traits.js';
import { intermittence } from './unsteady.js';
import { groupsOf } from './words.js';

interface Group {
  readonly deviations: readonly (Deviation & { readonly traits: readonly Trait[] })[];
  readonly fingerprint?: Fingerprint | undefined;
}

/** The causes that deviations share, and the id of the cause of each deviation. */
export interface Causes {
  readonly causes: readonly Omit<Cause, 'blocks'>[];
  readonly causeOf: ReadonlyMap<Broken, string>;
  /** The repair of each cause, as data. */
  readonly repairs: ReadonlyMap<string, Repair>;
}

/**
 * Groups the deviations by what they share: `must` first, then what breaks the most requirements. The first known
 * software whose default fits a cause names it.
 */
export function causesOf(judgements: readonly Judgement[], evidence: Evidence): Causes {
  const deviant = deviationsOf(judgements);
  const traitsOf = traitsWith(deviant, evidence);
  const all = deviant.map((deviation) => ({ ...deviation, traits: traitsOf(deviation) }));
  const similar = groupsOf(all, ({ traits }) => traits.map(nameOf)).map((deviations): Group => {
    const fingerprint = fingerprints.find((each) => fits(each, traitsIn({ deviations }), answersIn(deviations)));
    return { deviations, fingerprint };
  });
  // Joins the groups that one fingerprint fits, and the groups that break the same single requirement.
  const groups = groupsOf(similar, (group) => [group.fingerprint?.id ?? onlyRequirement(group) ?? idOf(group)])
    .map((same): Group => ({ ...same[0], deviations: same.flatMap(({ deviations }) => deviations) }))
    .sort((a, b) => rankOf(a) - rankOf(b) || requirementsOf(b).length - requirementsOf(a).length);
  const wrong = new Set(deviant.flatMap(({ broken }) => exchangesOf(broken)));
  const found = groups.map((group) => causeFrom(group, wrong, judgements, evidence));
  return {
    causes: found.map(({ cause }) => cause),
    repairs: new Map(found.map(({ cause, repair }) => [cause.id, repair])),
    causeOf: new Map(groups.flatMap((group) => group.deviations.map(({ broken }) => [broken, idOf(group)] as const))),
  };
}

const answersIn = (deviations: readonly Deviation[]): readonly DeviantAnswer[] =>
  deviations.flatMap(({ answer }) => answer ?? []);

const traitsIn = ({ deviations }: Pick<Group, 'deviations'>): readonly Trait[] =>
  deviations.flatMap(({ traits }) => traits);

/** A key for groups that break a single requirement. It has a space, so no fingerprint has the same id. */
function onlyRequirement({ deviations }: Group): string | undefined {
  // A changed order breaks `orders.conserved` as well, which does not count here.
  const special = deviations.filter(({ broken }) => broken.beside === undefined);
  const [first = '', ...others] = requirementsOf({ deviations: special });
  // A table of statuses is about many situations, which differ in their repair.
  return others.length === 0 && !first.endsWith(STATUS_TABLE) ? `only ${first}` : undefined;
}

const LEVELS: readonly Level[] = ['must', 'should', 'may'];

const rankOf = ({ deviations }: Group): number =>
  Math.min(...deviations.map(({ requirement }) => LEVELS.indexOf(requirement.level)));

/** The ids of the broken requirements, `must` first. */
const requirementsOf = ({ deviations }: Pick<Group, 'deviations'>): string[] => {
  const levels = LEVELS.map((of) => deviations.filter(({ requirement }) => requirement.level === of));
  return [...new Set(levels.flat().map(({ requirement }) => requirement.id))];
};

function causeFrom(
  group: Group,
  wrong: ReadonlySet<Exchange>,
  judgements: readonly Judgement[],
  evidence: Evidence,
): { readonly cause: Omit<Cause, 'blocks'>; readonly repair: Repair } {
  const { deviations, fingerprint } = group;
  const trait = principal(traitsIn(group));
  const kind = kindOf(trait);
  const level = LEVELS[rankOf(group)] ?? 'must';
  // The headline is about the deviations with this trait. Other deviations of the same software come under "looks like".
  const withTrait = deviations.filter(
    ({ traits }) => trait.kind === 'shape' || traits.some(({ id }) => id === trait.id),
  );
  const first = exampleIn(withTrait, deviations, level, kind.requirement?.(trait.id));
  // The requirement that the example breaks comes first: report and repair are about that one.
  const requirements = [...new Set([first.requirement.id, ...requirementsOf(group)])];
  const isShared = requirements.length > 1;
  const answers = answersIn(withTrait);
  const hasHeadline = isShared || kind.saysMore;
  const headline = (hasHeadline ? kind.headline?.(trait, answers, evidence) : undefined) ?? first.broken.message;
  // The headlines of some kinds already say how often, or where.
  const saysWhere = kind.saysMore || first.broken.isChange;
  const often = saysWhere || saysWhen(trait) ? undefined : howOften(group, judgements, evidence);
  const quoted = withTrait.flatMap(({ broken }) => exchangesOf(broken));
  const circumstance = saysWhere || often ? undefined : circumstanceOf(quoted, wrong, evidence);
  const general = generalRepair(first, kind, trait, { answers, isShared, circumstance });
  const repair = often ? REPAIRS.unsteady : repairOf(general, fingerprint, circumstance);
  const { expected, actual, at, exchange } = isShared ? exampleOf(first, kind) : first.broken;
  const cause = {
    id: idOf(group),
    headline: [headline, ...onlySometimes(headline, often, circumstance)].join(' '),
    level,
    requirements,
    findings: deviations.length,
    answers: new Set(deviations.flatMap(answersOf).map(({ id }) => idText(id))).size,
    expected,
    actual: shortQuote(actual),
    at,
    exchange: exchange ? idText(exchange.request.id) : null,
    likely: fingerprint && { name: fingerprint.name, looks: fingerprint.looks },
    repair: repair.text,
  };
  return { cause, repair };
}

/** The repair of the answer that came, if it has its own; else that of the kind of cause, or of the requirement. */
const generalRepair = ({ broken, requirement }: Deviation, kind: CauseKind, trait: Trait, seen: SeenInRun): Repair =>
  broken.fix ??
  kind.repair?.(trait, requirement.fix, seen) ??
  (broken.isChange ? { text: requirement.fix.text } : requirement.fix);

/** The answer is the same, whichever software gives it. */
const repairOf = (general: Repair, fingerprint?: Fingerprint, circumstance?: Circumstance): Repair =>
  around('', { ...general, ...(fingerprint && { text: fingerprint.repair }) }, circumstance?.hint);

function onlySometimes(headline: string, often?: string, circumstance?: Circumstance): string[] {
  if (often === undefined) return circumstance ? [`Only ${circumstance.words}.`] : [];
  return [/ \(?\d+ of \d+\)? /.test(headline) ? 'Intermittent.' : `Intermittent: ${often}.`];
}

/**
 * All answers that a finding quotes.
 * @testonly
 */
export const exchangesOf = ({ repetitions, exchange }: Broken): readonly Exchange[] =>
  repetitions ?? (exchange ? [exchange] : []);

/** Shows the whole body if the bodies of a cause have one shape. */
const exampleOf = ({ broken, answer }: Deviation, { example }: CauseKind): Broken =>
  answer && example ? { ...broken, ...example(answer), at: 'body' } : broken;

/** The example of a cause: one of its most severe deviations, of the most telling requirement if that is broken. */
function exampleIn(
  withTrait: readonly Deviation[],
  all: readonly Deviation[],
  level: Level,
  requirementId: string | undefined,
): Deviation {
  const isOfLevel = ({ requirement }: Deviation): boolean => requirement.level === level;
  const ofLevel = withTrait.some(isOfLevel) ? withTrait.filter(isOfLevel) : all.filter(isOfLevel);
  const main = ofLevel.filter(({ requirement }) => requirement.id === requirementId);
  return typical(main.length > 0 ? main : ofLevel);
}

/** The requests whose answers show a deviation, with all repetitions that deviate in the same way. */
const answersOf = ({ broken, answer }: Deviation): readonly Request[] =>
  answer ? (broken.repetitions ?? [answer.exchange]).map(({ request }) => request) : [];

/** True if the headline already explains why only some answers deviate: by a window, or by a kept connection. */
const saysWhen = ({ kind, id }: Trait): boolean => kind === 'connection' || EFFECTS.has(id);

/** Counts the deviating answers, if the same requests get the right answer at other times. */
function howOften({ deviations }: Group, judgements: readonly Judgement[], evidence: Evidence): string | undefined {
  const wrong = new Set(deviations.flatMap(({ broken }) => exchangesOf(broken)));
  const hasStatus = (answer: DeviantAnswer): boolean => statusFor(evidence, answer) !== undefined;
  const ofStatus = deviations.every(({ broken, answer }) => broken.at === 'status' && answer && hasStatus(answer));
  const specific = new Set(specificOf(deviations).map(({ requirement }) => requirement));
  const right = ofStatus
    ? evidence
        .answered(() => true)
        .flatMap((answer) => (answer.status === statusFor(evidence, answer) ? answer.exchange : []))
    : judgements
        .filter(({ requirement }) => specific.has(requirement))
        .flatMap(({ results }) => results.flatMap(({ result }) => (isHeld(result) ? (result.exchange ?? []) : [])));
  const others = [...new Set(right)].filter((exchange) => !wrong.has(exchange));
  return intermittence([...wrong], others);
}

const STATUS_TABLE = '.status-table';

/** Leaves out the deviations from a whole table of statuses if others name the one right status. */
function specificOf(deviations: readonly Deviation[]): readonly Deviation[] {
  const specific = deviations.filter(({ requirement }) => !requirement.id.endsWith(STATUS_TABLE));
  return specific.length > 0 ? specific : deviations;
}

/**
 * Picks a deviation with the commonest expectation and status; if possible, one that a single request shows, since that is
 * the easiest to repeat.
 */
function typical(all: readonly Deviation[]): Deviation {
  const deviations = specificOf(all);
  const answerKind = ({ broken, answer }: Deviation): string => `${answer?.status} ${broken.expected}`;
  const groups = [...groupBy(deviations, answerKind).values()];
  const usual = groups.reduce((most, group) => (group.length > most.length ? group : most));
  const isOnItsOwn = ({ broken: { exchange } }: Deviation): boolean =>
    exchange !== undefined && exchange.request.together === undefined && exchange.request.connection === undefined;
  return usual.find(isOnItsOwn) ?? usual[0];
}

/** A baseline names a cause by this id, so it stays the same from run to run. */
const idOf = (group: Group): string => group.fingerprint?.id ?? nameOf(principal(traitsIn(group)));

/** Traits with the same name count as the same trait. */
const nameOf = ({ id }: Trait): string =>
  id
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, NAME_LENGTH);

const NAME_LENGTH = 80;

import { answered, type Evidence } from '../../evidence/evidence.js';
import { type Exchange, statusOf } from '../../evidence/exchange.js';
import { isInBody, type Place, partOf } from '../../evidence/place.js';
import { isReady, scenariosNamed } from '../../evidence/plan.js';
import { idText, sharedListing } from '../../evidence/request.js';
import { isOpen, isUnjudged, type Unjudged } from '../../evidence/unjudged.js';
import { type Broken, isBroken } from '../../suites/terms/rule.js';
import type { Cause, RequirementResult } from '../report/report.js';
import type { Judgement } from './judgement.js';

interface Deviant {
  readonly requirement: string;
  readonly cause: string;
  readonly exchange: Exchange;
  readonly at: Place;
  /** The status, or why there was no response. */
  readonly got: number | string;
}

interface Waits {
  /** The requirements that cannot be judged until a cause is repaired: their ids, by the id of the cause. */
  readonly blocks: ReadonlyMap<string, readonly string[]>;
  /** Why those are open that no response showed, by their ids. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Follows each open result to the deviations that it waits for. Of several causes, the first one is to be repaired first. */
export function waitsOf(
  causes: readonly Pick<Cause, 'id' | 'requirements'>[],
  judgements: readonly Judgement[],
  requirements: readonly RequirementResult[],
  causeOf: ReadonlyMap<Broken, string>,
  evidence: Evidence,
): Waits {
  const deviants = deviantsOf(judgements, causeOf);
  const unseen = unseenIn(judgements);
  const blocks = new Map<string, string[]>();
  for (const [index, judgement] of judgements.entries()) {
    if (!isLeftOpen(requirements[index])) continue;
    const inTheWay = deviantsInTheWay(deviants, judgement, evidence);
    const first = causes.find(({ id }) => inTheWay.some(({ cause }) => cause === id));
    if (first) blocks.set(first.id, [...(blocks.get(first.id) ?? []), judgement.requirement.id]);
  }
  const reasons = new Map<string, string>();
  for (const result of requirements.filter(({ id, verdict }) => verdict === 'inconclusive' && unseen.has(id))) {
    const beside = openBeside(result, requirements, unseen);
    const waiting = [...blocks.values()].find((ids) => beside !== undefined && ids.includes(beside.id));
    if (waiting && !waiting.includes(result.id)) waiting.push(result.id);
    const cause = causes.find(({ id }) => blocks.get(id)?.includes(result.id));
    if (cause) {
      reasons.set(result.id, `It can be judged once ${cause.requirements[0]} is repaired (cause ${cause.id}).`);
    } else if (beside) {
      reasons.set(result.id, `No response showed this: it waits for ${beside.id}, which is ${beside.verdict}.`);
    }
  }
  return { blocks, reasons };
}

const isLeftOpen = (result: RequirementResult | undefined): boolean =>
  result?.verdict === 'blocked' || result?.verdict === 'inconclusive';

/** Empty if a part of the requirement also waits for something else: a repair of the deviations would not help then. */
function deviantsInTheWay(all: readonly Deviant[], judgement: Judgement, evidence: Evidence): readonly Deviant[] {
  const blocking = openIn(judgement).map((unjudged) => all.filter(isInTheWay(unjudged, judgement, evidence)));
  return blocking.some(({ length }) => length === 0) ? [] : blocking.flat();
}

const openIn = ({ results }: Judgement): readonly Unjudged[] =>
  results.flatMap(({ result }) => (isUnjudged(result) && isOpen(result) ? [result] : []));

/** The requirements that no response showed. */
const unseenIn = (judgements: readonly Judgement[]): ReadonlySet<string> =>
  new Set(
    judgements
      .filter((judgement) => openIn(judgement).some(({ waitsFor }) => waitsFor?.for === 'any-answer'))
      .map(({ requirement }) => requirement.id),
  );

/** The requirement that is open for a reason of its own, and is judged from the same scenarios. */
const openBeside = (
  { scenarios }: RequirementResult,
  requirements: readonly RequirementResult[],
  unseen: ReadonlySet<string>,
): RequirementResult | undefined =>
  requirements.find(
    (other) => isLeftOpen(other) && !unseen.has(other.id) && other.scenarios.some((id) => scenarios.includes(id)),
  );

const deviantsOf = (judgements: readonly Judgement[], causeOf: ReadonlyMap<Broken, string>): Deviant[] =>
  judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }) => {
      const cause = isBroken(result) ? causeOf.get(result) : undefined;
      if (!isBroken(result) || !result.exchange || cause === undefined) return [];
      const { at, actual, exchange } = result;
      const got = statusOf(exchange) ?? actual;
      return [{ requirement: requirement.id, cause, exchange, at, got }];
    }),
  );

/** Recognises the deviations that this open result waits for. */
function isInTheWay(
  { scenario, waitsFor }: Unjudged,
  { requirement, rule }: Judgement,
  evidence: Evidence,
): (deviant: Deviant) => boolean {
  if (!waitsFor) return () => false;
  const sources = scenario === undefined ? rule.needs : [scenario];
  const isOwn = ({ exchange }: Deviant): boolean => sources.includes(exchange.request.id.scenario);
  const isAnswer = ({ exchange }: Deviant, id: string): boolean => idText(exchange.request.id) === id;
  switch (waitsFor.for) {
    case 'exchange':
      return (deviant) => isAnswer(deviant, waitsFor.id);
    case 'listing':
      return (deviant) => isAnswer(deviant, waitsFor.id) && (deviant.at === 'status' || isOfBytes(deviant.at));
    case 'ids-of-listing':
      return (deviant) => isAnswer(deviant, waitsFor.id) && (deviant.at === 'body' || ID_OF_ELEMENT.test(deviant.at));
    case 'same-refusal':
      return ({ at, got }) => (at === 'response' || at === 'status') && got === waitsFor.got;
    case 'response':
      return ({ at }) => at === 'response';
    case 'length':
      return ({ at }) => partOf(at) === 'byte';
    case 'status':
      // After an outage, nobody knows how the same requests would have been answered.
      if (evidence.outage) return () => false;
      return (deviant) => deviant.at === 'status' && isOwn(deviant);
    case 'any-answer': {
      const answers = answersFor(rule.needs, evidence);
      // A body that cannot be read hides only the other demands on such bodies.
      const isOfBody = ({ at, requirement: id }: Deviant): boolean =>
        (isInBody(at) || at === ENCODING) && familyOf(id) === familyOf(requirement.id);
      return (deviant) =>
        (isOwn(deviant) || answers.has(deviant.exchange)) && (deviant.at === 'status' || isOfBody(deviant));
    }
  }
}

const ENCODING: Place = 'header Content-Encoding';

/** True if a deviation at this place means that nothing of the body can be read. */
const isOfBytes = (at: Place): boolean => at === 'body' || partOf(at) === 'byte' || at === ENCODING;

const ID_OF_ELEMENT = /^body \/\d+(\/id)?$/;

/** `error.401` of `error.401.json`. */
const familyOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

/** The exchanges that a requirement is judged from. */
function answersFor(needs: readonly string[], evidence: Evidence): ReadonlySet<Exchange> {
  const ready = scenariosNamed(evidence.plan, needs).filter(isReady);
  const answers = ready.flatMap(({ id, listings }) => [
    ...listings.flatMap((read) => evidence.answer(sharedListing(read)) ?? []),
    ...evidence.answers((request) => request.id.scenario === id),
  ]);
  return new Set(answered(answers).map(({ exchange }) => exchange));
}

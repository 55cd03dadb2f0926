import { refusedForNow } from '../evidence/answer.js';
import { type Evidence, isSilence } from '../evidence/evidence.js';
import { MORE_BYTES, statusOf } from '../evidence/exchange.js';
import { isReady, type PlannedScenario, requestsOf, scenariosNamed } from '../evidence/plan.js';
import { idText, type SharedListing, sharedListing } from '../evidence/request.js';
import { isOpen, isUnjudged, type Unjudged } from '../evidence/unjudged.js';
import { type Judgement, UNSEEN } from './judgement.js';
import type { RequirementResult } from './report.js';
import { type Broken, isBroken } from './rule.js';

interface Deviant {
  readonly requirement: string;
  readonly cause: string;
  readonly exchange: string;
  readonly at: string;
  readonly actual: string;
  readonly status: number | undefined;
}

/**
 * The requirements that cannot be judged until a cause is repaired: their ids, by the id of the cause. If several
 * causes block one, it is listed under the first.
 */
export function blocksOf(
  causes: readonly { readonly id: string }[],
  judgements: readonly Judgement[],
  requirements: readonly RequirementResult[],
  causeOf: ReadonlyMap<Broken, string>,
  evidence: Evidence,
): ReadonlyMap<string, readonly string[]> {
  const deviants = deviantsOf(judgements, causeOf);
  const lacksIds = reasonsForIds(evidence);
  const blocks = new Map<string, string[]>();
  for (const [index, judgement] of judgements.entries()) {
    const { verdict } = requirements[index] ?? {};
    if (verdict !== 'blocked' && verdict !== 'inconclusive') continue;
    const open = judgement.results.flatMap(({ result }) => (isUnjudged(result) && isOpen(result) ? [result] : []));
    const found = open.map((unjudged) => deviants.filter(isInTheWay(unjudged, judgement, lacksIds, evidence)));
    // If something else blocks a part of the requirement, the repair would not be enough.
    if (found.some(({ length }) => length === 0)) continue;
    const inTheWay = found.flat();
    const first = causes.find(({ id }) => inTheWay.some(({ cause }) => cause === id));
    if (first) blocks.set(first.id, [...(blocks.get(first.id) ?? []), judgement.requirement.id]);
  }
  for (const result of requirements) {
    const beside = openBeside(result, requirements);
    const waiting = [...blocks.values()].find((ids) => beside !== undefined && ids.includes(beside.id));
    if (waiting && !waiting.includes(result.id)) waiting.push(result.id);
  }
  return blocks;
}

/**
 * Finds the open requirement that a requirement without any response (`UNSEEN`) waits for. Both are judged from the
 * same scenario.
 */
export const openBeside = (
  { reason, scenarios }: RequirementResult,
  requirements: readonly RequirementResult[],
): RequirementResult | undefined =>
  reason === UNSEEN
    ? requirements.find(
        (other) =>
          (other.verdict === 'blocked' || other.verdict === 'inconclusive') &&
          other.reason !== UNSEEN &&
          other.scenarios.some((id) => scenarios.includes(id)),
      )
    : undefined;

const deviantsOf = (judgements: readonly Judgement[], causeOf: ReadonlyMap<Broken, string>): Deviant[] =>
  judgements.flatMap(({ requirement, results }) =>
    results.flatMap(({ result }) => {
      const cause = isBroken(result) ? causeOf.get(result) : undefined;
      if (!isBroken(result) || !result.exchange || cause === undefined) return [];
      return [
        {
          requirement: requirement.id,
          cause,
          exchange: idText(result.exchange.request.id),
          at: result.at,
          actual: result.actual,
          status: statusOf(result.exchange),
        },
      ];
    }),
  );

/** Reasons why requests for an unknown id were not sent. */
const reasonsForIds = (evidence: Evidence): ReadonlySet<string> =>
  new Set(
    requestsOf(evidence.plan)
      .filter(({ aim }) => aim.kind === 'unknown')
      .flatMap(({ id }) => evidence.unsent.get(idText(id))?.reason ?? []),
  );

/**
 * Returns a filter for the deviations that block an unjudged result: they concern the answer that would have been
 * judged, and the part of it that matters.
 */
function isInTheWay(
  unjudged: Unjudged,
  judgement: Judgement,
  lacksIds: ReadonlySet<string>,
  evidence: Evidence,
): (deviant: Deviant) => boolean {
  const { requirement, rule } = judgement;
  const { reason, scenario, waitsFor } = unjudged;
  if (waitsFor !== undefined) return ({ exchange }) => exchange === waitsFor;
  if (isSilence(unjudged)) return ({ at }) => at === 'response';
  if (lacksIds.has(reason)) return (deviant) => isOfListing(deviant, 'before', evidence);
  const unread = LISTINGS.find((which) => {
    const listing = evidence.listing(which);
    return isUnjudged(listing) && listing.reason === reason;
  });
  if (unread) return (deviant) => isOfListing(deviant, unread, evidence);
  const sources = scenario === undefined ? rule.from : [scenario];
  const isOwn = ({ exchange }: Deviant): boolean => sources.some((id) => exchange.startsWith(`${id}/`));
  const answers = answersFor(judgement, evidence);
  if (reason === UNSEEN) {
    // A body that cannot be read hides the other demands on such bodies, and nothing else.
    const isOfBody = ({ at, requirement: id }: Deviant): boolean =>
      /^(body|header Content-Encoding)/.test(at) && familyOf(id) === familyOf(requirement.id);
    return (deviant) =>
      (isOwn(deviant) || (answers?.has(deviant.exchange) ?? false)) && (deviant.at === 'status' || isOfBody(deviant));
  }
  // The body before was longer than announced, so bytes are left over.
  if (reason.includes(MORE_BYTES)) return ({ at }) => at.startsWith('body byte');
  // Requests that are refused in the same way each time deviate; results with that reason wait for them.
  const isAlike = ({ at, actual, status = 0 }: Deviant): boolean =>
    at === 'response' ? actual === reason : at === 'status' && reason === refusedForNow(status);
  // If a request got no answer, the deviation does not explain it.
  return (deviant) => isAlike(deviant) || (answers !== undefined && deviant.at === 'status' && isOwn(deviant));
}

/** `error.401` for `error.401.json`. */
const familyOf = (id: string): string => id.slice(0, id.lastIndexOf('.'));

const LISTINGS: readonly SharedListing[] = ['before', 'after', 'last'];

/**
 * True if the deviation blocks readers of this listing. If the listing cannot be read, its status and bytes matter;
 * otherwise, its ids do.
 */
function isOfListing({ exchange, at }: Deviant, which: SharedListing, evidence: Evidence): boolean {
  if (exchange !== idText(sharedListing(which))) return false;
  const matters = isUnjudged(evidence.listing(which))
    ? /^(status|body( byte .*)?|header Content-Encoding)$/
    : /^body( \/\d+(\/id)?)?$/;
  return matters.test(at);
}

/** The exchanges that a requirement is judged from. Undefined if an answer is missing or a scenario was not sent. */
function answersFor({ rule }: Judgement, evidence: Evidence): ReadonlySet<string> | undefined {
  if (evidence.lockout) return undefined;
  const sources = scenariosNamed(evidence.plan, rule.from);
  const answers = sources.flatMap((source) => (isReady(source) ? answersOf(source, evidence) : [undefined]));
  return answers.includes(undefined) ? undefined : new Set(answers.flatMap((id) => id ?? []));
}

/** The ids of the exchanges that a scenario is judged from. Undefined for a missing answer. */
function answersOf({ id, reads }: Extract<PlannedScenario, { state: 'ready' }>, evidence: Evidence) {
  const listings = reads.flatMap((read) => evidence.answer(sharedListing(read)) ?? []);
  const own = evidence.answersOf(id);
  return [...listings, ...own].map((answer) => (isUnjudged(answer) ? undefined : idText(answer.exchange.request.id)));
}

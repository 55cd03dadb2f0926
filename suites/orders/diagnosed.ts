import type { Answer, Evidence } from '../../runner/evidence/evidence.js';
import { type Exchange, responseOf } from '../../runner/evidence/exchange.js';
import type { Order } from '../../runner/evidence/request.js';
import { blocked, inconclusive, isUnjudged, type Unjudged } from '../../runner/evidence/unjudged.js';
import type { Broken, Result } from '../../runner/judge/rule.js';
import { once } from '../../runner/once.js';
import { brokenStatus, isAuthorized, isPlainListing } from '../answers.js';
import type { RequirementId } from '../catalogue.generated.js';
import type { Conflict } from './conflicts.js';
import { diagnosis, type Explained } from './diagnosis.js';
import { MISTAKES, type Mistake } from './mistakes.js';
import { STATE_TEXT, whoseMistake } from './seed.js';
import { shownState } from './state.js';
import { type Timeline, timelines } from './timeline.js';
import { explanation, storyOf } from './words.js';

/** Its deviation never hides a `must`: where it may have been the cause, the `must` is unjudged. */
const isShould = (mistake: Mistake): boolean => mistake === 'text';

/**
 * What the diagnosis says of one requirement. Broken where each of the best explanations breaks a `must`: the likeliest is
 * told; the others are named, and unjudged. Unjudged where one of them breaks only a `should`, or nothing.
 */
export function diagnosed(evidence: Evidence, requirement: RequirementId): Result[] {
  const open: Result[] = [];
  const told = new Map<string, Explained>();
  for (const explained of diagnosis(evidence)) {
    const { conflict, mistakes } = explained;
    const [likeliest] = mistakes;
    const breaks = (mistake: Mistake) => requirementOf(conflict, mistake);
    const isSure = mistakes.length === 1 || mistakes.every((mistake) => breaks(mistake) && !isShould(mistake));
    const possible = isSure ? [...mistakes, ...alternatives(explained)] : mistakes;
    if (!likeliest || !possible.some((mistake) => breaks(mistake) === requirement)) continue;
    if (!isSure || breaks(likeliest) !== requirement) {
      open.push(undecided(evidence, explained));
      continue;
    }
    // What one mistake did to an order is told once.
    const key = `${likeliest} ${conflict.timeline.order.id} ${conflict.sighting.of}`;
    const known = told.get(key);
    if (!known || worthOf(explained, likeliest) > worthOf(known, likeliest)) told.set(key, explained);
  }
  // What was to be sent and is not there might have shown more: less evidence is never a better verdict.
  const missing = evidence.missing((request) => isAuthorized(request) || isPlainListing(request)).slice(0, 1);
  return [...open, ...[...told.values()].map((explained) => broken(evidence, explained)), ...missing];
}

/**
 * How well it shows the mistake itself: a wrong answer, and no other one that follows from it, or that its connection may have
 * muddled. Which listings come over kept connections just then is chance.
 */
function worthOf({ conflict: { sighting } }: Explained, mistake: Mistake): number {
  const { by, exchange } = sighting;
  if (mistake === 'status' && by === 'listing') return 0;
  return exchange.sent.kept ? Number(by === 'cancel') : 2;
}

const requirementOf = ({ timeline: { order }, sighting }: Conflict, mistake: Mistake): RequirementId | undefined =>
  MISTAKES[mistake].breaks(order, sighting);

/** What breaks another `must` than the likeliest mistake, and would explain it as well. */
const alternatives = ({ conflict, mistakes: [told = 'status'], named }: Explained): readonly Mistake[] =>
  named.filter((mistake) => {
    const breaks = requirementOf(conflict, mistake);
    return breaks && !isShould(mistake) && breaks !== requirementOf(conflict, told);
  });

function broken(evidence: Evidence, explained: Explained): Broken {
  const {
    conflict,
    mistakes: [told = 'status'],
  } = explained;
  const { sighting, timeline } = conflict;
  const { order } = timeline;
  const others = alternatives(explained);
  const requirements = [...new Set(others.flatMap((mistake) => requirementOf(conflict, mistake) ?? []))];
  const or = requirements.length > 0 ? { or: requirements } : {};
  // Nothing but the other orders speaks for the fixture.
  const doubted: readonly Mistake[] = !conflict.since && conflict.by.has('fixture') ? ['fixture'] : [];
  const possible = [told, ...others, ...doubted];
  const message = `${storyOf(evidence, conflict, possible)} ${explanation(possible)}`;
  const { exchange, was, value } = sighting;
  const response = responseOf(exchange);
  if (sighting.by === 'cancel' && response) {
    const answer: Answer = { exchange, request: exchange.request, response, status: response.status };
    return {
      ...brokenStatus(answer, message, order.state === 'pending' ? 'status 204' : 'status 409'),
      ...or,
    };
  }
  const asBefore = `order ${order.id}, ${order.state}, as before`;
  const actual = value ?? (sighting.shows === 'gone' ? 'no such element' : 'another state');
  return { message, expected: was ?? asBefore, actual, at: 'body', exchange, ...or };
}

function undecided(evidence: Evidence, explained: Explained): Unjudged {
  const { conflict } = explained;
  const mistakes = [...new Set([...explained.mistakes, ...alternatives(explained)])];
  const remedy = mistakes.includes('fixture') ? ` If it was used up: ${remedyFor(conflict.timeline.order)}` : '';
  return inconclusive(
    `${storyOf(evidence, conflict, mistakes)} ${explanation(mistakes)}${remedy}`,
    scenarioOf(conflict),
  );
}

/** A shared listing is nobody's. */
const scenarioOf = ({ sighting: { by, exchange } }: Conflict): string | undefined =>
  by === 'cancel' ? exchange.request.id.scenario : undefined;

const remedyFor = ({ state }: Order): string =>
  `declare another order that is ${STATE_TEXT[state]}, or let the fixtures provision one.`;

/** Why nothing follows from what an order shows: its fixture may be wrong. Undefined where it was as it is declared. */
export const whyNotAsDeclared = (evidence: Evidence, { id }: Order): Unjudged | undefined => doubts(evidence).get(id);

/** Whether a listing had shown before this that an order was not as declared any more: what its cancel gets follows from that. */
export const wasChangedBefore = (evidence: Evidence, { id }: Order, { begun }: Exchange): boolean =>
  diagnosis(evidence).some(
    ({ conflict: { timeline, sighting, again } }) =>
      timeline.order.id === id &&
      sighting.by === 'listing' &&
      sighting.of === 'state' &&
      sighting.exchange.ended < begun &&
      (!again || again.exchange.begun > begun),
  );

const doubts = once((evidence: Evidence): ReadonlyMap<bigint, Unjudged> => {
  const found = new Map<bigint, Unjudged>();
  for (const explained of diagnosis(evidence)) {
    const { conflict, mistakes } = explained;
    if (!mistakes.includes('fixture')) continue;
    const { id } = conflict.timeline.order;
    const known = found.get(id);
    if (!known || conflict.sighting.by === 'cancel') found.set(id, wrongFixture(evidence, explained));
  }
  return found;
});

function wrongFixture(evidence: Evidence, explained: Explained): Unjudged {
  const { conflict, mistakes } = explained;
  const { order } = conflict.timeline;
  const shown = shownState(evidence, order);
  if (mistakes.length > 1 || (order.state === 'pending' && shown && shown.means !== 'not-pending'))
    return undecided(evidence, explained);
  const { id, state } = order;
  const scenario = scenarioOf(conflict);
  const before = evidence.listing('before');
  // The commonest mistake of JavaScript: the listing holds the double that the id rounds to.
  const double = BigInt(Number(id));
  if (double !== id && !isUnjudged(before) && !before.reading.lists(id) && before.reading.lists(double)) {
    return inconclusive(
      `Order ${id}, declared ${state}, is not listed; but ${double} is listed, the double next to it: the target, or what stored its orders, keeps ids in doubles, which hold integers up to 2^53 only.`,
      scenario,
    );
  }
  const how = shown
    ? `but the listing shows it as ${shown.text}`
    : evidence.standing(order) === 'not-listed'
      ? 'but it is not listed'
      : 'and nothing showed it so';
  return blocked(`Order ${id} is declared ${state}, ${how}: ${whoseMistake(evidence, order)}`, scenario);
}

export const timelineOf = (evidence: Evidence, id: bigint | undefined): Timeline | undefined =>
  timelines(evidence).find(({ order }) => order.id === id);

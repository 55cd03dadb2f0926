import type { Answer, Evidence } from '../../evidence/evidence.js';
import { type Exchange, responseOf } from '../../evidence/exchange.js';
import { quote } from '../../evidence/quoted.js';
import type { Order } from '../../evidence/request.js';
import { blocked, inconclusive, type Unjudged } from '../../evidence/unjudged.js';
import { brokenStatus, isAuthorized, isPlainListing } from '../answers/answers.js';
import type { RequirementId } from '../terms/ids.js';
import { REPAIRS } from '../terms/repair.js';
import { type Broken, isBroken, type Result } from '../terms/rule.js';
import { blameFor, CONSERVED } from './blame.js';
import { contradictionOf, contradictionText, STATE_TEXT, whoseMistake } from './contradictions.js';
import { changesOrder } from './suspects.js';
import { effectIn, type Window, windows } from './windows.js';
import { explanation, storyOf } from './words.js';

/** The results of the windows for one requirement: one for each order, and one for each member that changed. */
export function diagnosed(evidence: Evidence, requirement: RequirementId): Result[] {
  const results = new Map<string, Result>();
  for (const window of windows(evidence)) {
    const { timeline, sighting } = window;
    const key = `${timeline.order.id} ${sighting.of}`;
    const previous = results.get(key);
    const result = resultOf(evidence, window, requirement);
    if (result && (previous === undefined || 'unjudged' in previous)) results.set(key, result);
  }
  // A planned request without an exchange might have shown more. Less evidence must never improve a verdict.
  const missing = evidence.missing((request) => isAuthorized(request) || isPlainListing(request)).slice(0, 1);
  return [...results.values(), ...missing];
}

function resultOf(evidence: Evidence, window: Window, requirement: RequirementId): Result | undefined {
  const { broken, conservation, open } = blameFor(window);
  if (requirement === CONSERVED) {
    if (conservation === 'untouched') return undefined;
    if (conservation === 'open') return undecided(evidence, window);
    return { ...brokenBy(evidence, window), ...(broken ? { beside: broken } : { or: open }) };
  }
  if (broken === requirement) return brokenBy(evidence, window);
  return open.includes(requirement) ? undecided(evidence, window) : undefined;
}

function brokenBy(evidence: Evidence, window: Window): Broken {
  const { sighting, timeline, since, kinds } = window;
  const isChange = kinds.some(changesOrder) && { isChange: true as const };
  const { order } = timeline;
  const message = `${storyOf(evidence, window)} ${explanation(evidence, window)}`;
  const { exchange, was, value } = sighting;
  const response = responseOf(exchange);
  if (sighting.by === 'cancel' && response) {
    const answer: Answer = { exchange, request: exchange.request, response, status: response.status };
    const expected = order.state === 'pending' ? 'status 204' : 'status 409';
    const fix = kinds.length === 1 && effectIn(window) && REPAIRS.sentAgain;
    return { ...brokenStatus(answer, message, expected), ...isChange, ...(fix && { fix }) };
  }
  const quoted = (text: string | undefined) => text && quote(exchange, text);
  const expected = quoted(was) ?? `order ${order.id}${since?.value ? `, ${quoted(since.value)}` : ''}, as before`;
  const actual = quoted(value) ?? (sighting.shows === 'gone' ? 'no such element' : 'another state');
  return { message, expected, actual, at: 'body', exchange, ...isChange };
}

function undecided(evidence: Evidence, window: Window): Unjudged {
  const why = window.kinds.includes('fixture') ? whyUnknown(window.timeline.order) : explanation(evidence, window);
  return inconclusive(`${storyOf(evidence, window)} ${why}`, scenarioOf(window), { for: 'status' });
}

/** Undefined for a shared listing, which belongs to no scenario. */
const scenarioOf = ({ sighting: { by, exchange } }: Window): string | undefined =>
  by === 'cancel' ? exchange.request.id.scenario : undefined;

/** Says what may be wrong if nothing showed an order as declared, and what to do. */
const whyUnknown = ({ state }: Order): string =>
  state === 'pending'
    ? 'Nothing showed that it was pending: it never was (the fixtures are wrong), an earlier run or somebody else used it up, or your service does not answer the cancel of a pending order with 204. Declare another one, or let `provision` make one; if each declared pending order is pending now, run with --fresh.'
    : `Nothing showed that it exists: its fixture is wrong. Declare another order that is ${STATE_TEXT[state]}, or let \`provision\` make one.`;

/** Says that the fixture of an order may be wrong, so that nothing follows from its answers. Undefined if not. */
export function whyNotAsDeclared(evidence: Evidence, order: Order): Unjudged | undefined {
  const window = windows(evidence).findLast(
    ({ timeline, kinds }) => timeline.order.id === order.id && kinds.includes('fixture'),
  );
  if (!window) return undefined;
  const contradiction = contradictionOf(evidence, order);
  if (!contradiction) return undecided(evidence, window);
  const text = contradictionText(contradiction);
  return contradiction.kind === 'image'
    ? inconclusive(`${text}: the target, or what stored its orders, does not keep ids whole.`, scenarioOf(window))
    : blocked(`${text}: ${whoseMistake(evidence, order)}`, scenarioOf(window));
}

/** True if an earlier listing showed that the order had changed. Its cancel may then be refused. */
export const wasChangedBefore = (evidence: Evidence, { id }: Order, { begun }: Exchange): boolean =>
  windows(evidence).some(
    ({ timeline, sighting, refutation }) =>
      timeline.order.id === id &&
      sighting.by === 'listing' &&
      sighting.of === 'state' &&
      sighting.exchange.ended < begun &&
      (!refutation || refutation.exchange.begun > begun),
  );

/** True if a listing is known to leave orders out. Then a missing id proves nothing. */
export const leavesOrdersOut = (evidence: Evidence): boolean => diagnosed(evidence, 'list.complete').some(isBroken);

import type { Answer, Evidence } from '../runner/evidence/evidence.js';
import type { Operation } from '../runner/evidence/exchange.js';
import type { PlannedRequest, UnknownKind } from '../runner/evidence/plan.js';
import { isUnjudged } from '../runner/evidence/unjudged.js';
import { faultyCredentials } from '../runner/secrets/credentials.js';
import { acceptsKey, answered, goesTo, isAuthorized } from './answers.js';

const faulty: ReadonlySet<string> = new Set(faultyCredentials);

/** A request without a valid key (§5.3). */
export const isUnauthenticated = ({ credential }: PlannedRequest): boolean => faulty.has(credential);

/**
 * The positive control: the valid key is accepted for the same operation. A 401 for a bad key proves nothing where the
 * good one is refused too.
 */
export function isKeyAccepted(evidence: Evidence, { request: { operation }, exchange }: Answer): boolean {
  if (exchange.begun >= evidence.keyLost) return false;
  const known = controls.get(evidence);
  if (known !== undefined) return known[operation];
  const shown = controlsOf(evidence);
  controls.set(evidence, shown);
  return shown[operation];
}

type Controls = Readonly<Record<Operation, boolean>>;

/** Each refusal asks for its control: worked out once for all of them. */
const controls = new WeakMap<Evidence, Controls>();

function controlsOf(evidence: Evidence): Controls {
  const listed = evidence.answer('listing/before');
  const listOrders = listed !== undefined && !isUnjudged(listed) && listed.status === 200;
  const cancels = answered(evidence.answers(isAuthorized));
  return { listOrders, cancelOrder: cancels.length > 0 ? cancels.some(acceptsKey) : listOrders };
}

/** Every 401 that the contract asks for. */
export const refusalsOfKey = (evidence: Evidence): Answer[] =>
  answered(evidence.answers(isUnauthenticated)).filter(
    (answer) => answer.status === 401 && isKeyAccepted(evidence, answer),
  );

/** Ids of which the contract says that they are not found (§4.2): a probe has the level of its situation. */
const STATED: readonly UnknownKind[] = [
  'plain',
  'above-2-31',
  'above-2-53',
  'max-int64',
  'shares-double',
  'shares-low-32-bits',
];

export const isStatedUnknown = ({ order }: PlannedRequest): boolean =>
  order?.kind === 'unknown' && STATED.includes(order.unknown);

/** Every 404 that the contract asks for. */
export const notFounds = (evidence: Evidence): Answer[] =>
  answered(evidence.answers((request) => isAuthorized(request) && isStatedUnknown(request))).filter(
    ({ status }) => status === 404,
  );

/** Cancels of pending orders with the valid key. */
export const isCancelOfPending = (request: PlannedRequest): boolean =>
  isAuthorized(request) && goesTo('pending')(request);

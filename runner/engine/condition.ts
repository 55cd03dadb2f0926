import { type Evidence, type EvidenceData, isSuccess } from '../../evidence/evidence.js';
import { isTemporaryRefusal, statusOf } from '../../evidence/exchange.js';
import { allRequestsOf, requestsOf } from '../../evidence/plan.js';
import { type Condition, idText, orderOf, type Request, repetitionsOf } from '../../evidence/request.js';
import { inconclusive, isOpen, isUnjudged, type Unjudged } from '../../evidence/unjudged.js';

export function isCalledFor(when: Condition, request: Request, evidence: Evidence): boolean {
  if (when === 'refused') return false; // it depends on no single answer: `OutageGuard` asks it
  if (when === 'challenged') return evidence.obstacle !== undefined;
  const order = orderOf(request);
  if (when === 'not-listed') return order !== undefined && isMissing(order.id, evidence);
  // Use the status only: later answers decide whether this one can be judged. A repetition follows the one with its own
  // number, if there is one: the first one may have no answer yet.
  const first = 'succeeded' in when ? when.succeeded : when.found;
  const exchange = evidence.exchange({ ...first, nth: request.id.nth }) ?? evidence.exchange(first);
  const status = exchange && statusOf(exchange);
  if (status === undefined || isTemporaryRefusal(status)) return false;
  if ('succeeded' in when) return isSuccess(status);
  return status !== 404 || (order !== undefined && evidence.standing(order) === 'listed');
}

/** True if the first listing does not show the order, or if the second one does not and both show all ids. */
function isMissing(id: bigint, evidence: Evidence): boolean {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return false;
  if (!before.reading.lists(id)) return true;
  const after = evidence.listing('after');
  return !isUnjudged(after) && before.reading.withoutId + after.reading.withoutId === 0 && !after.reading.lists(id);
}

/** The condition in words, for `--dry-run`. */
export function conditionText<Id>(when: Condition<Id>, text: (id: Id) => string): string {
  if (when === 'not-listed') return 'only if a listing lacks the order';
  if (when === 'challenged')
    return 'only if the 401 to the valid key asks for this scheme, or another one, in place of Bearer';
  if (when === 'refused') return 'only if the target begins to refuse requests';
  if ('succeeded' in when) return `only if ${text(when.succeeded)} succeeded`;
  return `only if ${text(when.found)} found its order`;
}

const NOT_IN_EVIDENCE = 'It is in the plan, but not in the evidence. Judge all of the evidence, or run again.';

/**
 * Says why planned requests have no exchange, from the evidence only: the plan does not send them, the target is down,
 * or the run was stopped. Other texts in a file cannot replace these reasons.
 */
export const unsentIn = (evidence: Evidence): ReadonlyMap<string, Unjudged> =>
  new Map(
    requestsOf(evidence.plan).flatMap((request) => {
      const open = repetitionsOf(request).filter(
        (each) => !evidence.exchange(each.id) && (!each.when || isCalledFor(each.when, each, evidence)),
      );
      if (open.length === 0) return [];
      const why = whyUnsent(request, evidence);
      return open.map(({ id }): [string, Unjudged] => [idText(id), why]);
    }),
  );

/** Requests of a whole run that were neither sent nor explained: each is a defect of the suite. */
export const lostIn = ({ plan, unsent, defects }: EvidenceData): EvidenceData['defects'] =>
  allRequestsOf(plan).flatMap(({ id }) => {
    const { scenario } = id;
    const isLost = unsent.get(idText(id))?.reason === NOT_IN_EVIDENCE;
    if (!isLost || defects.some((defect) => defect.scenario === scenario)) return [];
    return {
      scenario,
      reason: `It did not send ${idText(id)}, and does not know why. Report this, with the evidence.`,
    };
  });

function whyUnsent({ notSentBecause }: Request, { obstacle, outage, stopped }: Evidence): Unjudged {
  if (notSentBecause && !isOpen(notSentBecause)) return notSentBecause;
  const reason = obstacle ?? outage?.reason;
  if (reason !== undefined) return inconclusive(reason);
  return notSentBecause ?? inconclusive(stopped ?? NOT_IN_EVIDENCE);
}

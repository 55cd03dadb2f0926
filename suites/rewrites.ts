import { sourceIn } from '../runner/evidence/body.js';
import { type Evidence, isSuccess, type Listing } from '../runner/evidence/evidence.js';
import { precedes } from '../runner/evidence/exchange.js';
import { once } from '../runner/evidence/once.js';
import { declaredOrders } from '../runner/evidence/plan.js';
import { isCancel } from '../runner/evidence/request.js';
import { isUnjudged } from '../runner/evidence/unjudged.js';
import type { Broken } from '../runner/judge/rule.js';
import { isWithoutKey, orderIdOf, readListings } from './answers.js';

/** `shipDate` is an expectation, which may change by itself. */
const MEMBERS = ['petId', 'quantity', 'complete'] as const;

interface Rewrite {
  readonly id: bigint;
  readonly member: (typeof MEMBERS)[number];
  readonly was: string;
  readonly is: string;
  readonly listing: Listing;
  /** Cancels that succeeded by then; else those without a valid key, where no other had gone to that order. */
  readonly after: 'successes' | 'refusals' | 'neither';
}

/** Members that the first listing to differ shows with another value, of declared orders that were not cancelled by then. */
const rewrites = once((evidence: Evidence): readonly Rewrite[] => {
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [];
  // What a listing in no media type in particular shows may be another representation.
  const later = readListings(evidence).filter(
    ({ exchange }) => exchange.request.accept === undefined && precedes(before.exchange, exchange),
  );
  return later.map((listing) => rewrittenIn(evidence, before, listing)).find(({ length }) => length > 0) ?? [];
});

function rewrittenIn(evidence: Evidence, before: Listing, listing: Listing): Rewrite[] {
  const changed = declaredOrders(evidence.plan).flatMap(({ id }) => changesOf(id, before, listing));
  if (changed.length === 0) return [];
  const begun = evidence.answered(isCancel).filter(({ exchange }) => !precedes(listing.exchange, exchange));
  const successes = begun.filter(({ status }) => isSuccess(status));
  return changed
    .filter(({ id }) => !successes.some(({ request }) => orderIdOf(request) === id))
    .map((change): Rewrite => {
      const own = begun.filter(({ request }) => orderIdOf(request) === change.id || isWithoutKey(request));
      const isRefused = own.length > 0 && own.every(({ request }) => isWithoutKey(request));
      return { ...change, listing, after: successes.length > 0 ? 'successes' : isRefused ? 'refusals' : 'neither' };
    });
}

/** No member is required (§2): one that only one of the listings has did not change. */
function changesOf(id: bigint, before: Listing, listing: Listing): Omit<Rewrite, 'listing' | 'after'>[] {
  const [earlier, later] = [before.reading.elements.get(id), listing.reading.elements.get(id)];
  if (earlier === later) return []; // with --repeat, thousands of listings say the same
  return MEMBERS.flatMap((member) => {
    const [was, is] = [sourceIn(earlier, `/${member}`), sourceIn(later, `/${member}`)];
    return was === undefined || is === undefined || isSame(was, is) ? [] : [{ id, member, was, is }];
  });
}

/** `1.0` is the integer 1; integers are compared to the digit. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/[.eE]/.test(one + other) && Number(one) === Number(other));

/** A cancel changes no other order (§1), and one that is refused changes none at all (§5.3). */
export function rewrittenAfter(evidence: Evidence, what: 'others' | 'refusals'): Broken[] {
  const found = rewrites(evidence);
  // What explains one of them explains the others.
  if (found.some(({ after }) => after === 'refusals') !== (what === 'refusals')) return [];
  return found.map(({ id, member, was, is, listing: { exchange }, after }) => {
    const others = after === 'successes' ? ' after other orders were cancelled' : ', and no order had been cancelled';
    const how = what === 'others' ? others : ' after cancels without a valid key, before any other cancel succeeded';
    const message = `\`${member}\` of order ${id} changed${how}.`;
    return { message, expected: was, actual: is, at: 'body', exchange };
  });
}

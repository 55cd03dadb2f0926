import { type Answer, type Evidence, type Listing, whyNoIds } from '../evidence/evidence.js';
import { precedes } from '../evidence/exchange.js';
import { conversionsOf, listedImages } from '../evidence/mistakes.js';
import { declaredOrders, isFresh } from '../evidence/plan.js';
import { idText, type Order, orderOf, sharedListingOf } from '../evidence/request.js';
import { blocked, inconclusive, isUnjudged } from '../evidence/unjudged.js';
import { allOrders } from './4.1-listing.js';
import { isAuthorized, isRefusal, orderIdOf, readListings } from './answers/answers.js';
import { diagnosed } from './orders/diagnosed.js';
import { doCancelledStay } from './orders/listed.js';
import { secondSuccesses } from './orders/own-cancels.js';
import type { ClauseFile } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { cancelWithKey } from './terms/requests.js';
import { type Broken, held, type Result } from './terms/rule.js';
import { scenario } from './terms/scenario.js';

/** An order is known to exist if it was listed, or if its cancel got 204 or 409. */
export const completeness = scenario({
  id: 'listing-complete',
  title: 'The listing holds every order that is known to exist, before and after the cancels',
  listings: ['before', 'after'],
  requests: {
    spare: {
      ...cancelWithKey(
        'again',
        'spares',
        'its answer tells a wrong fixture (404) from a listing that left it out (204, 409)',
        'spare',
      ),
      when: 'not-listed',
    },
  },
});

const everyOrder = allOrders.must('list.complete', {
  text: 'The listing holds every order that is known to exist.',
  why: 'An order is known to exist if it was listed, or if cancelling it returned 204 or 409. Where elements carry no `id`, their number is judged instead.',
  fix: REPAIRS.allOrders,
  needs: [completeness],
  judgeRun: (evidence) => [...diagnosed(evidence, 'list.complete'), ...judgeBefore(evidence), ...tooFewLater(evidence)],
});

/** Cancels of declared orders with the valid key, by any scenario. */
const cancelsOfDeclared = (evidence: Evidence): Answer[] =>
  evidence.answered((request) => isAuthorized(request) && orderIdOf(request) !== undefined);

/** 204 shows that an order exists, and 409 that one does which is not pending: a pending one may be used up, and gone. */
const showsExistence = ({ status, request }: Answer): boolean =>
  status === 204 || (status === 409 && orderOf(request)?.state !== 'pending');

/** A message names only the first of a million orders. */
const MAX_NAMED = 100;

function idsOf(orders: readonly Order[]): string {
  const ids = orders.slice(0, MAX_NAMED).map(({ id }) => String(id));
  return [...ids, ...(orders.length > MAX_NAMED ? ['…'] : [])].join(', ');
}

const isOf =
  ({ id }: Order) =>
  ({ request }: Answer): boolean =>
    orderIdOf(request) === id;

function judgeBefore(evidence: Evidence): Result[] {
  const declared = declaredOrders(evidence.plan);
  const before = evidence.listing('before');
  if (isUnjudged(before)) return [before];
  if (declared.length === 0) {
    return [blocked('The fixtures declare no order that exists. Add pending and shipped orders.')];
  }
  return readListings(evidence)
    .filter(({ exchange }) => sharedListingOf(exchange.request) === 'before')
    .flatMap((listing) =>
      listing.reading.withoutId === 0
        ? judgeById(evidence, listing, declared)
        : judgeByNumber(evidence, listing, declared),
    );
}

function judgeById(evidence: Evidence, { reading, exchange }: Listing, declared: readonly Order[]): Result[] {
  const answers = cancelsOfDeclared(evidence);
  const unlisted = declared.filter(({ id }) => !reading.lists(id));
  const unanswered = unlisted.filter((order) => !answers.some(isOf(order)));
  const asImage = onlyAsImage({ reading, exchange }, declared);
  const missing = unanswered.flatMap(asImage);
  const unprobed = unanswered.filter((order) => asImage(order).length === 0);
  if (unprobed.length > 0) {
    const reason = `Declared orders that are not listed (${idsOf(unprobed)}) were not cancelled in this run, so nothing shows whether they exist.`;
    return [...missing, inconclusive(reason)];
  }
  if (missing.length > 0) return missing;
  if (unlisted.length === declared.length && !answers.some(showsExistence)) {
    return [blocked('None of the declared orders exists: the fixtures are wrong.')];
  }
  // A success that cancelled orders get as well does not show that an order exists, which an earlier run may have used.
  // Others of its state that are listed stand for it.
  const successes = secondSuccesses(evidence);
  const isShown = ({ state }: Order): boolean =>
    declared.some((order) => order.state === state && reading.lists(order.id));
  const doubtful = unlisted.filter(
    (order) =>
      (isFresh(evidence.plan, order) || !isShown(order)) &&
      answers.some((each) => isOf(order)(each) && successes.has(each.status)),
  );
  const incomparable = unlisted.filter(
    ({ id, state }) =>
      state === 'other' &&
      doCancelledStay(evidence) === undefined &&
      answers.some((each) => orderIdOf(each.request) === id && each.status === 409) &&
      readListings(evidence).every((listing) => !listing.reading.lists(id)),
  );
  if (incomparable.length > 0) {
    const reason = `Declared orders that are not listed (${idsOf(incomparable)}) get 409. They may be cancelled ones, and no order shows whether these stay in the listing. Declare orders that are pending now, or another one that is listed.`;
    return [inconclusive(reason)];
  }
  if (doubtful.length === 0) return [held(exchange)];
  return [
    inconclusive(
      `Declared orders that are not listed (${idsOf(doubtful)}) are cancelled with success, as cancelled orders are: either the listing leaves them out, or an earlier run had cancelled them.`,
    ),
  ];
}

/**
 * A deviation if an order is listed under another id only. If a declared order whose id would change in the same way is
 * listed nowhere, the listed ids may be those of other orders.
 */
function onlyAsImage({ reading, exchange }: Listing, declared: readonly Order[]): (order: Order) => readonly Broken[] {
  const ids = declared.map(({ id }) => id);
  const imagesIn = listedImages(ids, reading);
  const notShown = ids.flatMap((id) => {
    const listed = imagesIn(id).map(([how]) => how);
    return conversionsOf(id).flatMap(([how]) => (listed.includes(how) ? [] : how));
  });
  const doubtful = new Set(notShown);
  return ({ id }) => {
    const [how, image] = imagesIn(id).find(([how]) => !doubtful.has(how)) ?? [];
    const message = `Order ${id} is listed as ${image} only: its id is ${how}.`;
    const [expected, actual] = [`an element with id ${id}`, `an element with id ${image}`];
    return how === undefined ? [] : [{ message, expected, actual, at: 'body', exchange }];
  };
}

/** Elements without an `id` could be any order; there must be at least that many. */
function judgeByNumber(evidence: Evidence, { reading, exchange }: Listing, declared: readonly Order[]): Result[] {
  const existingIds = new Set(
    cancelsOfDeclared(evidence)
      .filter(showsExistence)
      .flatMap(({ request }) => orderIdOf(request) ?? []),
  );
  const unlisted = [...existingIds].filter((id) => !reading.lists(id));
  if (existingIds.size === 0 && !declared.some(({ id }) => reading.lists(id))) {
    const reason = `${whyNoIds(reading)}, and no cancel showed that a declared order exists.`;
    return [inconclusive(reason)];
  }
  if (reading.withoutId >= unlisted.length) return [held(exchange)];
  return [
    {
      message: `${unlisted.length} orders exist (${unlisted.join(', ')}: cancelling them returned 204 or 409), but no listed \`id\` matches them, and too few elements lack an \`id\` to account for them.`,
      expected: `at least ${unlisted.length} elements without an id`,
      actual: `${reading.withoutId}`,
      at: 'body',
      exchange,
    },
  ];
}

/** If the first listing shows no ids, a later one needs an element for each order that exists and was not cancelled. */
function tooFewLater(evidence: Evidence): Broken[] {
  const before = evidence.listing('before');
  if (isUnjudged(before) || before.reading.withoutId === 0) return [];
  const cancels = cancelsOfDeclared(evidence);
  const existing = declaredOrders(evidence.plan).filter((order) => cancels.filter(showsExistence).some(isOf(order)));
  if (before.reading.count < existing.length) return [];
  return readListings(evidence).flatMap(({ reading: { count }, exchange }) => {
    const mayBeGone = (order: Order): boolean =>
      cancels.filter(isOf(order)).some((cancel) => !precedes(exchange, cancel.exchange) && !isRefusal(cancel));
    const there = existing.filter((order) => !mayBeGone(order)).map(({ id }) => id);
    if (count >= there.length) return [];
    const message = `${there.length} orders exist (${there.join(', ')}: cancelling them returned 409, or 204 later), and this listing (${idText(exchange.request.id)}) has ${count} elements.`;
    const expected = `at least ${there.length} elements`;
    return [{ message, expected, actual: `${count}`, at: 'body', exchange }];
  });
}

export const complete: ClauseFile = { demands: [everyOrder] };

import type { OrderCounts } from '../interface/declared.js';
import { accept } from './0-bodies.js';
import { otherOrders, witness } from './1-other-orders.js';
import { orderFields, orders } from './2-orders.js';
import { onlyPending, otherState } from './3.1-only-pending.js';
import { cancelShipped, shipped } from './3.2-cancel-shipped.js';
import { complete, completeness } from './4.1-completeness.js';
import { listing, listingAfterCancels, listingAnswer } from './4.1-listing.js';
import { cancelPending, pendingLifecycle } from './4.2-cancel-pending.js';
import { cancelsOfTexts, cancelsOfUnknown, cancelsOfZeroAndNegative, cancelUnknown } from './4.2-cancel-unknown.js';
import { toldApart } from './4.2-told-apart.js';
import { statuses } from './4-statuses.js';
import { cancelKey, cancelsOfOthersWithoutKey, cancelsOfPendingWithoutKey } from './5-cancel-key.js';
import { keptConnections, sharedConnections } from './5-kept-connections.js';
import { letterCase, listingKey, listingsWithoutKey } from './5-listing-key.js';
import { errors } from './7-errors.js';
import { pagination, queries } from './8.1-pagination.js';
import { rateLimits } from './8.2-rate-limits.js';
import { address, baseAddress } from './9.1-base-address.js';
import { clauses } from './clauses.generated.js';
import edition2026 from './editions/2026.1.json' with { type: 'json' };
import { CONSERVED } from './orders/blame.js';
import type { ClauseFile, OpenQuestion } from './terms/clause.js';
import { AMBIGUITY_IDS, REQUIREMENT_IDS } from './terms/ids.js';
import { type Ambiguity, type Clause, type Edition, editionFrom, type Requirement } from './terms/requirement.js';
import type { Rule } from './terms/rule.js';
import { isShared, type Suite } from './terms/scenario.js';

/** A contract, as far as it is judged by. Tests have contracts of their own. */
export interface Contract {
  readonly name: string;
  readonly version: string;
  /** The headings of the contract, in its order. A requirement belongs to the closest one. */
  readonly clauses: readonly Clause[];
  readonly requirements: readonly Requirement[];
  readonly rules: readonly Rule[];
  readonly ambiguities: readonly Ambiguity[];
  readonly questions: readonly Omit<OpenQuestion, 'quotes'>[];
  /** The oldest first. */
  readonly editions: readonly Edition[];
  readonly suites: readonly Suite[];
}

/** `list --json` names the requirements of a scenario in this order. */
const clauseFiles: readonly ClauseFile[] = [
  baseAddress,
  listing,
  complete,
  pagination,
  rateLimits,
  orderFields,
  cancelPending,
  toldApart,
  otherOrders,
  onlyPending,
  cancelShipped,
  cancelUnknown,
  statuses,
  listingKey,
  cancelKey,
  keptConnections,
  errors,
];

const inOrder = <Entry extends { readonly id: string }>(ids: readonly string[], entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));

/** @testonly their quotes are compared with the contract */
export const demands = clauseFiles.flatMap((file) => file.demands);
/** @testonly */
export const questions = clauseFiles.flatMap((file) => file.questions ?? []);

const requirements = demands.map(({ requirement }) => requirement);

/** The requirements that say what to repair come before `orders.conserved`. */
const ORDER_OF_REPORTS = [...REQUIREMENT_IDS.filter((id) => id !== CONSERVED), CONSERVED];

export const storeOrdersInterface: Contract = {
  name: 'Store Orders Interface',
  version: '1.0.0',
  clauses,
  requirements: inOrder(ORDER_OF_REPORTS, requirements),
  rules: demands.map(({ rule }) => rule),
  ambiguities: inOrder(
    AMBIGUITY_IDS,
    questions.map(({ ambiguity }) => ambiguity),
  ),
  questions,
  editions: [edition2026].map((file) => editionFrom(file, requirements)),
  suites: [
    { id: 'base', title: 'Base address (§9.1)', scenarios: [address] },
    {
      id: 'auth-list',
      title: 'Authentication of listOrders (§5)',
      scenarios: [...Object.values(listingsWithoutKey), letterCase],
    },
    {
      id: 'auth-cancel',
      title: 'Authentication of cancelOrder (§5)',
      scenarios: [cancelsOfPendingWithoutKey, ...cancelsOfOthersWithoutKey, sharedConnections],
    },
    {
      id: 'listing',
      title: 'The listing (§2, §4.1, §8)',
      scenarios: [listingAnswer, accept, orders, listingAfterCancels, completeness, queries],
    },
    {
      id: 'cancel-pending',
      title: 'Cancelling a pending order (§1, §3, §4.2)',
      scenarios: [pendingLifecycle, witness],
    },
    {
      id: 'cancel-unknown',
      title: 'Cancelling what does not exist (§4.2, §7)',
      scenarios: [...Object.values(cancelsOfUnknown), cancelsOfZeroAndNegative, cancelsOfTexts],
    },
    { id: 'cancel-shipped', title: 'Cancelling a shipped order (§3.2, §7)', scenarios: [shipped] },
    { id: 'cancel-other', title: 'Cancelling an order in another state (§3.1)', scenarios: [otherState] },
  ],
};

/** How many orders of each kind a run needs to judge everything. */
export const coverage: OrderCounts = coverageOf(storeOrdersInterface.suites);

function coverageOf(suites: readonly Suite[]): OrderCounts {
  const counts = { pending: 0, shipped: 0, other: 0, unknown: 0 };
  for (const { order } of suites.flatMap(({ scenarios }) => scenarios)) {
    if (order && !isShared(order)) counts[order.state] += 1;
  }
  return counts;
}

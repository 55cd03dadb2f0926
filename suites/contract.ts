import type { Contract } from '../runner/run.js';
import { accept } from './0-bodies/scenarios.js';
import { otherOrdersRules } from './1-other-orders/rules.js';
import { witness } from './1-other-orders/scenarios.js';
import { orderObservers, orderRules } from './2-orders/rules.js';
import { orders } from './2-orders/scenarios.js';
import { otherStateObserver, otherStateRules } from './3.1-other-states/rules.js';
import { otherState } from './3.1-other-states/scenarios.js';
import { cancelShippedRules, conflictBodyObserver } from './3.2-cancel-shipped/rules.js';
import { shipped } from './3.2-cancel-shipped/scenarios.js';
import { complete } from './4.1-listing/completeness.js';
import { listingRules, rateLimitObserver } from './4.1-listing/rules.js';
import { afterCancels, answer, completeness } from './4.1-listing/scenarios.js';
import { cancelPendingObservers, cancelPendingRules } from './4.2-cancel-pending/rules.js';
import { pendingLifecycle } from './4.2-cancel-pending/scenarios.js';
import { cancelUnknownRules, notInt64Observer } from './4.2-cancel-unknown/rules.js';
import { cancelsOfUnknown } from './4.2-cancel-unknown/scenarios.js';
import { statusRules } from './4-statuses/rules.js';
import { authenticationRules, schemeLetterCaseObserver } from './5-authentication/rules.js';
import { cancelsWithoutKey, listingsWithoutKey } from './5-authentication/scenarios.js';
import { errorCodesObserver, errorRules } from './7-errors/rules.js';
import { paginationRules, queryStatusObserver } from './8.1-pagination/rules.js';
import { queries } from './8.1-pagination/scenarios.js';
import { baseAddressRules } from './9.1-base-address/rules.js';
import { baseAddress } from './9.1-base-address/scenarios.js';
import { ambiguities, requirements as catalogue } from './catalogue.generated.js';
import { causesWith } from './causes/causes.js';
import { explainedCauses, explanationOf } from './causes/kinds.js';
import { fingerprints } from './frameworks.generated.js';
import { AMBIGUITY_IDS, EDITIONS, REQUIREMENT_IDS, type RequirementId } from './ids.js';
import { fixtureWarnings, wronglyMade } from './orders/contradictions.js';
import { ordersIn } from './orders/report.js';
import { CONSERVED } from './orders/windows.js';
import { quoteOf } from './quotes.js';
import { ORDER_MEMBERS } from './schema.js';

function inOrder<Entry extends { readonly id: string }>(ids: readonly string[], entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** The requirements that say what to repair come before `orders.conserved`. */
const requirements = inOrder(
  [...REQUIREMENT_IDS.filter((id) => id !== CONSERVED), CONSERVED],
  catalogue.map((requirement) => ({ ...requirement, quote: quoteOf(requirement) })),
);

const editions: Contract['editions'] = EDITIONS.map((edition) => ({
  ...edition,
  requirements: Object.fromEntries(inOrder(REQUIREMENT_IDS, requirements).map(({ id, level }) => [id, level])),
}));

const explain = (id: string): string | undefined =>
  explanationOf(id, (requirement: RequirementId) => requirements.find((each) => each.id === requirement)?.fix ?? '');

const causes: Contract['causes'] = {
  // Of two with the same name, reports number the second. The last part is lost where an id cannot spell it.
  explain: (id) => explain(id) ?? explain(id.replace(/-\d+$/, '')) ?? explain(`${id}-…`),
  like: (id) => explainedCauses(/\d{3}/.exec(id)?.[0] ?? '404'),
};

export const storeOrdersInterface: Contract = {
  name: 'Store Orders Interface',
  version: '1.0.0',
  clauses: [
    { clause: '0', title: 'Preamble' },
    { clause: '1', title: 'What the service does' },
    { clause: '2', title: 'Resources and their fields' },
    { clause: '3', title: 'States and transitions' },
    { clause: '4.1', title: 'listOrders' },
    { clause: '4.2', title: 'cancelOrder' },
    { clause: '5', title: 'Authentication' },
    { clause: '6', title: 'Events' },
    { clause: '7', title: 'Errors' },
    { clause: '8', title: 'Limits' },
    { clause: '9', title: 'Versioning' },
  ],
  requirements,
  ambiguities: inOrder(AMBIGUITY_IDS, ambiguities),
  orderMembers: ORDER_MEMBERS,
  fixtureWarnings,
  causesOf: causesWith(fingerprints),
  wronglyMade,
  fingerprints,
  causes,
  editions,
  ordersIn,
  rules: [
    ...baseAddressRules,
    ...listingRules,
    complete,
    ...paginationRules,
    ...orderRules,
    ...cancelPendingRules,
    ...otherOrdersRules,
    ...otherStateRules,
    ...cancelShippedRules,
    ...cancelUnknownRules,
    ...statusRules,
    ...authenticationRules,
    ...errorRules,
  ],
  observers: [
    conflictBodyObserver,
    ...cancelPendingObservers,
    otherStateObserver,
    schemeLetterCaseObserver,
    notInt64Observer,
    errorCodesObserver,
    queryStatusObserver,
    rateLimitObserver,
    ...orderObservers,
  ],
  suites: [
    { id: 'base', title: 'Base address (§9.1)', scenarios: [baseAddress] },
    { id: 'auth-list', title: 'Authentication of listOrders (§5)', scenarios: listingsWithoutKey },
    { id: 'auth-cancel', title: 'Authentication of cancelOrder (§5)', scenarios: cancelsWithoutKey },
    {
      id: 'listing',
      title: 'The listing (§2, §4.1, §8)',
      scenarios: [answer, accept, orders, afterCancels, completeness, queries],
    },
    {
      id: 'cancel-pending',
      title: 'Cancelling a pending order (§1, §3, §4.2)',
      scenarios: [pendingLifecycle, witness],
    },
    { id: 'cancel-unknown', title: 'Cancelling what does not exist (§4.2, §7)', scenarios: cancelsOfUnknown },
    { id: 'cancel-shipped', title: 'Cancelling a shipped order (§3.2, §7)', scenarios: [shipped] },
    { id: 'cancel-other', title: 'Cancelling an order in another state (§3.1)', scenarios: [otherState] },
  ],
};

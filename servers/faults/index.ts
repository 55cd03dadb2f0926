import type { Fault } from '../fault.js';
import { negotiationFaults } from './0-bodies.js';
import { lossFaults, rewritingFaults } from './1-other-orders.js';
import { alongFaults } from './1-other-orders-along.js';
import { assignedOrderFaults } from './1-other-orders-assigned.js';
import { loserFaults, raceFaults } from './1-other-orders-races.js';
import { listingMemberFaults } from './2-orders.js';
import { repeatedMemberFaults } from './2-orders-repeated-members.js';
import { shipDateFaults } from './2-orders-ship-dates.js';
import { onlyPendingFaults } from './3.1-only-pending.js';
import { shippedOrderFaults } from './3.2-cancel-shipped.js';
import { furtherOrderFaults } from './3.2-cancel-shipped-further.js';
import { completenessFaults } from './4.1-completeness.js';
import { listingAnswerFaults } from './4.1-listing.js';
import { afterCancelFaults } from './4.1-listing-after-cancels.js';
import { listingJsonFaults } from './4.1-listing-json.js';
import { cancelPendingFaults } from './4.2-cancel-pending.js';
import { keptNoContentFaults } from './4.2-cancel-pending-kept.js';
import { noContentFaults } from './4.2-cancel-pending-no-body.js';
import { someNoContentFaults } from './4.2-cancel-pending-some-bodies.js';
import { unknownOrderFaults } from './4.2-cancel-unknown.js';
import { carelessParserFaults, digitsOnlyFaults } from './4.2-cancel-unknown-texts.js';
import { denseIdFaults, keptIdFaults, neighbourFaults, toldApartFaults } from './4.2-told-apart.js';
import { authenticationFaults } from './5-authentication.js';
import { inFrontFaults } from './5-authentication-in-front.js';
import { partOfKeyFaults } from './5-authentication-parts-of-key.js';
import { refusalFaults } from './5-authentication-refusals.js';
import { authenticationOrderFaults, effectOfRefusalFaults } from './5-cancel-key.js';
import { rememberedFaults } from './5-cancel-key-remembered.js';
import { keptConnectionFaults, keptListingFaults } from './5-kept-connections.js';
import { usedConnectionFaults } from './5-kept-connections-used.js';
import { errorBodyFaults } from './7-errors-bodies.js';
import { errorDefaults, valueDefaults } from './7-errors-frameworks.js';
import { errorMemberFaults } from './7-errors-members.js';
import { frameworkQueryFaults, paginationFaults, queryFaults, queryKeyFaults } from './8.1-pagination.js';
import { baseAddressFaults } from './9.1-base-address.js';

export type { Fault } from '../fault.js';

/** Every requirement is broken by at least one of these servers. */
export const faults: readonly Fault[] = [
  ...baseAddressFaults,
  ...listingAnswerFaults,
  ...completenessFaults,
  ...paginationFaults,
  ...frameworkQueryFaults,
  ...listingJsonFaults,
  ...listingMemberFaults,
  ...shipDateFaults,
  ...authenticationFaults,
  ...refusalFaults,
  ...errorBodyFaults,
  ...errorMemberFaults,
  ...errorDefaults,
  ...valueDefaults,
  ...unknownOrderFaults,
  ...toldApartFaults,
  ...cancelPendingFaults,
  ...onlyPendingFaults,
  ...shippedOrderFaults,
  ...noContentFaults,
  ...afterCancelFaults,
  ...carelessParserFaults,
  ...denseIdFaults,
  ...digitsOnlyFaults,
  ...authenticationOrderFaults,
  ...rewritingFaults,
  ...effectOfRefusalFaults,
  ...neighbourFaults,
  ...lossFaults,
  ...alongFaults,
  ...furtherOrderFaults,
  ...keptConnectionFaults,
  ...keptIdFaults,
  ...keptListingFaults,
  ...keptNoContentFaults,
  ...usedConnectionFaults,
  ...negotiationFaults,
  ...partOfKeyFaults,
  ...assignedOrderFaults,
  ...rememberedFaults,
  ...queryFaults,
  ...queryKeyFaults,
  ...raceFaults,
  ...loserFaults,
  ...repeatedMemberFaults,
  ...someNoContentFaults,
  ...inFrontFaults,
];

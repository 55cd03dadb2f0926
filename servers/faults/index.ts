import type { Fault } from '../fault.js';
import { afterCancelFaults } from './after-cancel.js';
import { alongFaults } from './along.js';
import { assignedOrderFaults } from './assigned-orders.js';
import { authenticationFaults } from './authentication.js';
import { baseAddressFaults } from './base-address.js';
import { cancelStateFaults } from './cancel-states.js';
import { carelessParserFaults, denseIdFaults, digitsOnlyFaults } from './careless-ids.js';
import { effectFaults } from './effects.js';
import { errorBodyFaults } from './error-bodies.js';
import { errorMemberFaults } from './error-members.js';
import { errorDefaults, valueDefaults } from './frameworks.js';
import { authenticationOrderFaults, furtherOrderFaults } from './further-orders.js';
import { inFrontFaults } from './in-front.js';
import { keptConnectionFaults, keptIdFaults, keptListingFaults } from './kept-connections.js';
import { keptNoContentFaults } from './kept-no-content.js';
import { listingAnswerFaults } from './listing-answer.js';
import { listingExtentFaults } from './listing-extent.js';
import { listingJsonFaults } from './listing-json.js';
import { listingMemberFaults } from './listing-members.js';
import { negotiationFaults } from './negotiation.js';
import { noContentFaults } from './no-content.js';
import { partOfKeyFaults } from './parts-of-key.js';
import { queryFaults, queryKeyFaults } from './queries.js';
import { raceFaults } from './races.js';
import { refusalFaults } from './refusals.js';
import { rememberedFaults } from './remembered.js';
import { repeatedMemberFaults } from './repeated-members.js';
import { shipDateFaults } from './ship-dates.js';
import { shippedOrderFaults } from './shipped-orders.js';
import { someNoContentFaults } from './some-no-content.js';
import { unknownOrderFaults } from './unknown-orders.js';
import { usedConnectionFaults } from './used-connections.js';

export type { Fault } from '../fault.js';

/** Every requirement is broken by at least one of these servers. */
export const faults: readonly Fault[] = [
  ...baseAddressFaults,
  ...listingAnswerFaults,
  ...listingExtentFaults,
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
  ...cancelStateFaults,
  ...shippedOrderFaults,
  ...noContentFaults,
  ...afterCancelFaults,
  ...carelessParserFaults,
  ...denseIdFaults,
  ...digitsOnlyFaults,
  ...authenticationOrderFaults,
  ...effectFaults,
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
  ...repeatedMemberFaults,
  ...someNoContentFaults,
  ...inFrontFaults,
];

import type { Contract } from '../runner/engine/contract.js';
import { authenticationOfCancel } from './authentication-of-cancel.js';
import { authenticationOfListing } from './authentication-of-listing.js';
import { baseAddress } from './base-address.js';
import { cancelOther } from './cancel-other.js';
import { cancelPending } from './cancel-pending.js';
import { cancelShipped } from './cancel-shipped.js';
import { cancelUnknown } from './cancel-unknown.js';
import { ambiguities, requirements } from './catalogue.generated.js';
import { listing } from './listing.js';

/** The Store Orders Interface, as this suite judges it. Cancels of pending orders take effect in this order. */
export const storeOrdersInterface: Contract = {
  name: 'Store Orders Interface',
  version: '1.0.0',
  requirements,
  ambiguities,
  suites: [
    baseAddress,
    authenticationOfListing,
    authenticationOfCancel,
    listing,
    cancelPending,
    cancelUnknown,
    cancelShipped,
    cancelOther,
  ],
};

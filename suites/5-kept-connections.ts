import { badKey } from './5-authentication.js';
import { judgeReusedConnections } from './answers/reused.js';
import type { ClauseFile } from './terms/clause.js';
import { REPAIRS } from './terms/repair.js';
import { cancelOn, listingOn, refusalOn, UNLIKE_KEY } from './terms/requests.js';
import { scenario } from './terms/scenario.js';

/** If a server finds no valid key in one of these, it may use the key that it remembers for the connection. */
const AFTER_VALID = ['wrong', 'missing', 'empty', 'basic'] as const;

/** Each bad key follows the valid key on a connection of its own. */
const badAfterValid = Object.fromEntries(
  AFTER_VALID.flatMap((bad) => [
    // One goes out beside the first listing, before any cancel: a difference between the two has no cause in this run.
    [`list-valid-${bad}`, listingOn(bad === 'missing' ? 'look' : 'beside', `list-${bad}`, 'valid', 'opener')],
    [`list-${bad}-after-valid`, listingOn('beside', `list-${bad}`, bad, 'reused')],
    [`cancel-valid-${bad}`, cancelOn('kept', `cancel-${bad}`, 'opener')],
    [`cancel-${bad}-after-valid`, refusalOn('kept', `cancel-${bad}`, bad, 'reused')],
  ]),
);

/** On two of these connections, the valid key follows: a server may remember a refusal, too. */
const validAfterBad = Object.fromEntries(
  UNLIKE_KEY.flatMap((bad) => [
    [`list-valid-after-${bad}`, listingOn('beside', `list-${bad}`, 'valid', 'reused')],
    [`cancel-valid-after-${bad}`, cancelOn('kept', `cancel-${bad}`, 'reused')],
  ]),
);

export const sharedConnections = scenario({
  id: 'kept-connections',
  title: 'On a kept connection, each request is answered by its own key',
  requests: {
    ...badAfterValid,
    ...validAfterBad,
    // The valid key on one operation must not open the other.
    'listing-first': listingOn('kept', 'list-cancel', 'valid', 'opener'),
    'cancel-missing-after-listing': refusalOn('kept', 'list-cancel', 'missing', 'reused'),
    'cancel-wrong-after-listing': refusalOn('kept', 'list-cancel', 'wrong', 'reused'),
    'cancel-first': cancelOn('kept', 'cancel-list', 'opener'),
    'list-missing-after-cancel': listingOn('kept', 'cancel-list', 'missing', 'reused'),
    'list-wrong-after-cancel': listingOn('kept', 'cancel-list', 'wrong', 'reused'),
    'list-wrong-first': listingOn('kept', 'wrong-first', 'wrong', 'opener'),
    'cancel-valid-after-listing': cancelOn('kept', 'wrong-first', 'reused'),
    // Before the first cancel that succeeds: a listing that comes beside one may show it, or not.
    'cancel-wrong-first': refusalOn('left-alone', 'wrong-cancel-first', 'wrong', 'opener'),
    'list-valid-after-cancel': listingOn('left-alone', 'wrong-cancel-first', 'valid', 'reused'),
  },
});

const ownKey = badKey.must('auth.kept-connection', {
  text: 'On a kept connection, each request is answered by its own key, whichever key was sent before it.',
  why: 'A gateway that checks the key once for each connection lets the next request in as somebody else.',
  fix: REPAIRS.ownRequest,
  needs: [sharedConnections],
  judgeRun: judgeReusedConnections,
});

export const keptConnections: ClauseFile = { demands: [ownKey] };

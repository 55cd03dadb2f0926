import { OPERATIONS } from '../../interface/interface.js';
import type { SilenceReason } from '../../suites/answers/answers.js';
import type { RequirementId } from '../../suites/terms/ids.js';

/** The situations of requests with the valid key, each with the status that the contract has for it, if any. */
export const SITUATIONS = {
  listing: { what: 'A listing with the valid key', status: 200, requirement: 'list.status' },
  pending: { what: 'A cancel of a pending order', status: 204, requirement: 'cancel.pending.status' },
  raced: {
    what: 'More than one of several cancels that are sent at the same instant',
    status: undefined,
    requirement: 'cancel.race',
  },
  shipped: { what: 'A cancel of a shipped order', status: 409, requirement: 'cancel.shipped.status' },
  unknown: { what: 'A cancel of an unknown order', status: 404, requirement: 'cancel.unknown.status' },
  cancelled: { what: 'A second cancel', status: undefined, requirement: 'cancel.again' },
  other: {
    what: 'A cancel of an order that is neither pending nor shipped',
    status: undefined,
    requirement: 'cancel.other-state',
  },
  'not-int64': {
    what: 'A cancel of what is not an int64, such as `abc` or 2^63,',
    status: undefined,
    requirement: 'cancel.not-int64',
  },
} as const satisfies Record<string, { what: string; status: number | undefined; requirement: RequirementId }>;

export type Situation = keyof typeof SITUATIONS;

const SERVE = `Serve ${OPERATIONS.cancelOrder.request} below the base address, at exactly that path.`;

export const NO_SLASH = `Serve ${OPERATIONS.listOrders.request} and ${OPERATIONS.cancelOrder.request} at exactly these paths, without a slash at their end: in the router of the service, or in the gateway in front of it (in nginx, \`location /v1/store/orders\`; in Rails, no \`trailing_slash: true\`; in Spring, no UrlHandlerFilter that redirects).`;

const NOTHING_ELSE =
  'The contract has no body, no query and no header but `Authorization` for this request: do not demand anything else. The body of the answer may say what is missing.';

/** Statuses that demand something of a request, whatever order it is for. */
const DEMANDS: ReadonlySet<number> = new Set([405, 406, 411, 412, 415, 417, 428]);

const NO_CONDITION =
  'Cancel every order whose status is `pending`: the contract has no other condition. The body of the answer may say what holds this one back.';

const FIND =
  'Find every order that the listing shows, by its whole 64-bit id. If it is gone afterwards, let nothing in front of the service send a DELETE again.';

const CANCEL = 'Answer 204, without a body, once the order is cancelled.';

const NO_GATE =
  'Let the valid key do this: the contract knows neither roles nor CSRF tokens. The body of the answer may say what refuses it: the service, a firewall, or a gateway that has no such route.';

/** Says how to answer a request with the valid key that got this status. */
export function repairOf(situation: Situation, got: number, fix: string): string {
  if (got >= 500) return `${situation === 'pending' ? CANCEL : fix} The log of the service says what went wrong.`;
  if (got >= 300 && got < 400) return `Answer at this very path, without a redirect. ${fix}`;
  if (got === 401) return 'Accept the valid key here, too: other requests with it are accepted.';
  // Every other situation calls for a refusal: this is the wrong one, or none.
  if (situation !== 'listing' && situation !== 'pending' && !DEMANDS.has(got)) return fix;
  if (got === 403) return NO_GATE;
  if (got >= 400 && got !== 404 && got !== 409) return NOTHING_ELSE;
  if (situation !== 'pending' || got === 204) return fix;
  if (got === 409) return NO_CONDITION;
  return got === 404 ? `${FIND} ${CANCEL}` : CANCEL;
}

/** Frameworks answer with these if they have no route for a path or its method. */
export const isUnserved = (status: number): boolean => status === 404 || status === 405 || status === 501;

/** The repair if every cancel gets this status. */
export function repairOfEvery(got: number, fix: string): string {
  if (isUnserved(got)) return SERVE;
  if (got < 500) return repairOf('pending', got, fix);
  return 'Look for these cancels in the log of the service, and of a gateway in front of it: none of them is answered as the contract says.';
}

export const ERRORS =
  'Write every Error of a 401 and of a 404 as `{"code": "…", "message": "…", "status": 404}`: `code` and `message` are strings, and `status` is the status of that response, as a number.';

/** The repair if bad keys are accepted in some places, or at some times. */
export const ACCEPTED_THERE =
  'Find out who answers where these credentials are accepted: a route, a rule or a cache of its own, or a replica of another version. They must get 401 there as elsewhere, each time.';

export const CUT =
  'Let `Content-Length` count the bytes of the whole body, not its characters: in UTF-8, a letter such as `ü` has two bytes. Best, let the HTTP library set it.';

export const SILENCE_REPAIRS: Readonly<Record<SilenceReason, string>> = {
  'no-answer':
    'Answer them with 401 and an Error body. If a gateway or a firewall in front of the service drops them, let it pass them on, or answer so itself.',
  unreadable:
    'Answer them with 401 and an Error body, as RFC 9112 has it. The example says where the response breaks it: in the service, or in a gateway in front of it.',
  unfinished:
    'End the response: send `Content-Length` (in bytes), or chunks with the last one of length 0, or close the connection.',
};

/** The repair of a service that answers the same requests correctly at other times. */
export const UNSTEADY =
  'Requests like these get the right answer at other times, so the service is unsteady: look for what differs between them (a replica of another version, or one that lags; a cache, a limit, an error in its log at that time).';

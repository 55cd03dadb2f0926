// The ids that users gate on: of requirements, of open questions. They are API.
import edition2026 from '../editions/2026.1.json' with { type: 'json' };

/** The parts of an Error that have a requirement each: `error.401.code`. */
export const ERROR_PARTS = ['content-type', 'json', 'object', 'code', 'message', 'status', 'status-equals'] as const;

export type ErrorPart = (typeof ERROR_PARTS)[number];

/** The statuses whose Error is judged. */
export const ERROR_STATUSES = [401, 404] as const;

export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** The requirements of all editions, in the order of reports. */
const EDITIONS = { ...edition2026.requirements };

/** Requirements that no edition has: the suite judges them, and no score counts them. */
const EXPERIMENTAL = [] as const;

export type RequirementId = keyof typeof EDITIONS | (typeof EXPERIMENTAL)[number];

export const REQUIREMENT_IDS = [...Object.keys(EDITIONS), ...EXPERIMENTAL] as readonly RequirementId[];

/** The questions that the contract leaves open, in the order of reports. */
export const AMBIGUITY_IDS = [
  '409-body',
  'cancelled-order-listed',
  'second-cancel',
  'other-state-cancel',
  'scheme-letter-case',
  'not-int64-id',
  'status-member',
  'error-codes',
  'query-parameter-status',
  'rate-limit-headers',
  'quantity-not-positive',
] as const;

export type AmbiguityId = (typeof AMBIGUITY_IDS)[number];

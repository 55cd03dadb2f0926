// The ids that users gate on: of requirements, of open questions, of editions. They are API.
import { type FaultyCredential, faultyCredentials } from '../../interface/interface.js';

/** The parts of an Error that have a requirement each: `error.401.code`. */
export const ERROR_PARTS = ['content-type', 'json', 'object', 'code', 'message', 'status', 'status-equals'] as const;

export type ErrorPart = (typeof ERROR_PARTS)[number];

/** The statuses whose Error is judged. */
export const ERROR_STATUSES = [401, 404] as const;

export type ErrorStatus = (typeof ERROR_STATUSES)[number];

/** All requirements, in the order of editions. */
export const REQUIREMENT_IDS = [
  'base.version-prefix',
  'list.status',
  'list.status-table',
  'list.content-type',
  'list.json',
  'list.array',
  'list.complete',
  'list.no-pagination',
  'list.query-ignored',
  'order.object',
  'order.id',
  'order.pet-id',
  'order.quantity',
  'order.ship-date',
  'order.ship-date-rfc3339',
  'order.complete',
  'order.id-unique',
  'order.members-unique',
  'cancel.pending.status',
  'cancel.pending.no-body',
  'orders.conserved',
  'cancel.others-untouched',
  'cancel.again',
  'cancel.race',
  'cancel.other-state',
  'cancel.shipped.status',
  'cancel.shipped.body-json',
  'cancel.shipped.unchanged',
  'cancel.unknown.status',
  'cancel.unknown.above-2-31',
  'cancel.unknown.above-2-53',
  'cancel.unknown.max-int64',
  'cancel.told-apart',
  'cancel.told-apart.above-2-53',
  'cancel.unknown.zero-negative',
  'cancel.not-int64',
  'cancel.status-table',
  ...faultyCredentials.map((credential): `auth.list.${FaultyCredential}` => `auth.list.${credential}`),
  ...faultyCredentials.map((credential): `auth.cancel.${FaultyCredential}` => `auth.cancel.${credential}`),
  'auth.first',
  'auth.kept-connection',
  'auth.no-effect',
  'auth.www-authenticate',
  ...ERROR_STATUSES.flatMap((status) =>
    ERROR_PARTS.map((part): `error.${ErrorStatus}.${ErrorPart}` => `error.${status}.${part}`),
  ),
] as const;

export type RequirementId = (typeof REQUIREMENT_IDS)[number];

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

/**
 * The editions that runs are scored by, the oldest first; docs/editions.md has the policy. `digest` is the SHA-256 of one line
 * `ID LEVEL` for each requirement of the edition, in the order above.
 */
export const EDITIONS = [
  { id: '2026.1', digest: 'sha256:90bdcb9d29b91456f7c9d5a93f27c69f84822ce39e927c8b785cabe881d13231' },
] as const;

import type { Role, Stage, UnknownKind } from '../../evidence/request.js';
import { CREDENTIALS, type Credential, type FaultyCredential } from '../../interface/interface.js';
import type { CancelSpec, OrderTarget } from './scenario.js';

export const cancelWithKey = <const Order extends OrderTarget, const In extends Stage>(
  stage: In,
  order: Order,
  purpose: string,
  role: Role = 'cancel',
) => ({ stage, role, credential: 'valid', order, purpose }) as const satisfies CancelSpec<never>;

/** A cancel of an id that no order has. */
export const cancelOf = (stage: Stage, unknown: UnknownKind, purpose: string, role: Role = 'unknown') =>
  cancelWithKey(stage, { unknown }, purpose, role);

/** A cancel without a valid key. */
export const refusal = (stage: Stage, credential: FaultyCredential, role: Role = 'refused') =>
  ({ stage, role, credential, purpose: `must be refused: ${CREDENTIALS[credential].words}` }) as const;

/** A listing on a connection that other requests use too. */
export const listingOn = (stage: Stage, connection: string, credential: 'valid' | FaultyCredential, role: Role) =>
  ({ stage, role, credential, connection, reads: credential === 'valid' ? 'page' : undefined }) as const;

/** A cancel of an unknown id, with the valid key, on a connection that other requests use too. */
export const cancelOn = (stage: Stage, connection: string, role: Role) =>
  ({ ...cancelOf(stage, 'plain', 'must not be found', role), connection }) as const;

/** A cancel of an unknown id, without a valid key, on a connection that other requests use too. */
export const refusalOn = (stage: Stage, connection: string, credential: FaultyCredential, role: Role) =>
  ({ ...refusal(stage, credential, role), order: { unknown: 'plain' }, connection }) as const;

/** No key, and a wrong one: a server that looks at the key at all refuses both. */
export const UNLIKE_KEY = ['missing', 'wrong'] as const;

export const isUnlikeKey = (credential: Credential): boolean => UNLIKE_KEY.some((unlike) => unlike === credential);

/**
 * Cancels that must be refused for their key, one for each of these; a server could look the order up first. After the
 * order's own cancel, a gateway or a handler may remember that it let that in, or its answer.
 */
export const refusals = <Prefix extends string, const Bad extends FaultyCredential, const Name extends string = never>(
  prefix: Prefix,
  credentials: readonly Bad[],
  spec: Pick<CancelSpec<Name>, 'stage' | 'order' | 'when'>,
) =>
  Object.fromEntries(
    credentials.map((bad) => [`${prefix}${bad}`, { ...refusal(spec.stage, bad, 'refused-first'), ...spec }]),
  ) as Readonly<Record<`${Prefix}${Bad}`, CancelSpec<Name>>>;

/** The kinds of ids for which the table states 404, in words. */
export const STATED_UNKNOWNS = {
  plain: 'an id',
  'above-2-31': 'an id above 2^31',
  'above-2-53': 'an id above 2^53',
  'max-int64': 'the largest int64',
} as const satisfies Partial<Record<UnknownKind, string>>;

export type StatedUnknown = keyof typeof STATED_UNKNOWNS;

/** Ids that only an exact comparison tells from an order's; the words go on with the id of the order. */
export const NEIGHBOURS = {
  'shares-double': 'is the same double as',
  'shares-low-32-bits': 'has the same low 32 bits as',
} as const satisfies Partial<Record<UnknownKind, string>>;

export type Words = Partial<Readonly<Record<UnknownKind, string>>>;

/** Kinds of int64 that the contract does not mention; `own-…` are made from a pending order, which they must leave alone. */
export const UNUSUAL: Words = {
  zero: 'id 0, which no order has,',
  negative: 'a negative id that no order has',
  'own-negated': "the negative of a pending order's id, which no order has,",
};

export const NOT_INT64: Words = {
  word: 'abc',
  'above-int64': '2^63',
  'own-fraction': "a pending order's id with a fraction",
  'own-fraction-below': "a fraction just below a pending order's id",
  'own-suffix': "a pending order's id with letters after it",
  'own-wrapped': "a pending order's id plus 2^64",
};

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

import type { Credential, Exchange } from '../runner/evidence/exchange.js';
import { statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import { errorRequirements, judgeChallenge, judgeErrorBody } from './error-body.js';
import type { Context } from './scenario.js';
import { judgeStatus } from './status.js';

/** What is wrong with the credential of each probe, one fault each (§5). */
export const FAULTY_CREDENTIALS = {
  missing: 'no Authorization header',
  empty: 'an empty Authorization header',
  'no-key': '`Bearer` without a key',
  wrong: 'an invalid key',
  longer: 'the valid key with one character more',
  shorter: 'the valid key with one character less',
  case: 'the valid key with its letter case flipped',
  'no-scheme': 'the valid key without a scheme',
  basic: 'the valid key under the scheme Basic',
  'other-scheme': 'the valid key under another scheme',
} as const satisfies Partial<Record<Credential, string>>;

export type FaultyCredential = keyof typeof FAULTY_CREDENTIALS;

export const faultyCredentials = Object.keys(FAULTY_CREDENTIALS) as readonly FaultyCredential[];

/** What every 401 shows, whichever probe it answers. */
export const refusalRequirements: readonly RequirementId[] = ['auth.www-authenticate', ...errorRequirements(401)];

export interface Refusal {
  readonly requirement: RequirementId;
  readonly situation: string;
  /** The positive control: the valid key is accepted for the same operation. */
  readonly keyAccepted: boolean;
}

/** Judges that a probe is refused with 401 and an Error. A 401 proves nothing where the valid key is refused too. */
export function judgeRefusal(
  context: Context,
  exchange: Exchange,
  { requirement, situation, keyAccepted }: Refusal,
): void {
  if (statusOf(exchange) === 401 && !keyAccepted) {
    context.cannotJudge(
      requirement,
      'inconclusive',
      `${situation} is refused, but so is the valid key, or it was not shown to be accepted. Check the key, and the findings of the other scenarios.`,
    );
    return;
  }
  if (!judgeStatus(context, exchange, { requirement, status: 401, situation })) return;
  judgeChallenge(context, exchange);
  judgeErrorBody(context, exchange, 401);
}

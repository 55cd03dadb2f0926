import type { OrderTarget, OwnedOrder, RequestSpec, ScenarioContext, Suite } from '../runner/engine/scenario.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import { judgeCancelOfPending } from './pending-order.js';
import { type Probe, sendProbes } from './probe.js';
import { type Context, scenario } from './scenario.js';
import { isSuccess } from './status.js';
import {
  FAULTY_CREDENTIALS,
  type FaultyCredential,
  faultyCredentials,
  judgeRefusal,
  type Refusal,
  refusalRequirements,
} from './unauthenticated.js';

const probe = (credential: FaultyCredential, order: OrderTarget): RequestSpec => ({
  operation: 'cancelOrder',
  credential,
  order,
  purpose: `must be refused: ${FAULTY_CREDENTIALS[credential]}`,
});

const refusalsOfPending = Object.fromEntries(
  faultyCredentials.map((credential) => [credential, probe(credential, { state: 'pending' })]),
) as Record<FaultyCredential, RequestSpec>;

type PendingContext = ScenarioContext<FaultyCredential | 'cancel', RequirementId>;

/** Only a pending order isolates the fault of the key: the same cancel with the valid key is answered with 204. */
const refusedOnPending = scenario({
  id: 'auth-cancel-pending',
  title: 'Cancels of a pending order without a valid key are refused, and change nothing',
  requirements: [...faultyCredentials.map((credential) => `auth.cancel.${credential}` as const), 'auth.no-effect'],
  alsoJudges: ['cancel.pending.status', 'cancel.status-table', ...refusalRequirements],
  needs: { orders: ['pending'], priority: 2 },
  requests: {
    ...refusalsOfPending,
    cancel: {
      operation: 'cancelOrder',
      credential: 'valid',
      order: { state: 'pending' },
      purpose: 'must succeed: the refused cancels had no effect',
    },
  },
  async run(context) {
    const probes = await sendProbes(context, faultyCredentials);
    const control = await context.attempt('cancel');
    const status = statusOf(control);
    const keyAccepted = isSuccess(control) || status === 404 || status === 409;
    for (const { name, probe } of probes) {
      judgeProbe(context, probe, {
        requirement: `auth.cancel.${name}`,
        situation: `A cancel with ${FAULTY_CREDENTIALS[name]}`,
        keyAccepted,
      });
    }
    const accepted = probes.some(({ probe }) => probe.kind === 'answered' && isSuccess(probe.exchange));
    await judgeEffect(context, control, accepted);
  },
});

function judgeProbe(context: Context, probe: Probe, refusal: Refusal): void {
  if (probe.kind === 'answered') judgeRefusal(context, probe.exchange, refusal);
  else context.cannotJudge(refusal.requirement, probe.kind, probe.reason);
}

/** §5.3: after the refusals, the order can still be cancelled. */
async function judgeEffect(context: PendingContext, control: Exchange, accepted: boolean): Promise<void> {
  const order = context.order('pending');
  const unjudgeable = context.unjudgeable(control);
  if (unjudgeable !== undefined) return context.cannotJudge('auth.no-effect', 'inconclusive', unjudgeable);
  if (accepted) {
    const reason = 'A cancel without a valid key was accepted, so the order was no longer pending.';
    return context.cannotJudge('auth.no-effect', 'inconclusive', reason);
  }
  const status = statusOf(control);
  if (status !== 404 && status !== 409) {
    await judgeCancelOfPending(context, control, order);
    if (isSuccess(control)) context.held('auth.no-effect');
    else context.cannotJudge('auth.no-effect', 'inconclusive', 'The cancel with the valid key failed in another way.');
    return;
  }
  await judgeRefusedControl(context, control, order);
}

/** The cancel with the valid key came too late, or the order was never there to be cancelled. */
async function judgeRefusedControl(context: PendingContext, control: Exchange, order: OwnedOrder): Promise<void> {
  const others = await context.pendingCancels('others');
  const standing = await context.standing(order);
  const wrongFixture = `Order ${order.id}, declared pending, could not be cancelled with the valid key (status ${statusOf(control)}), and it is not in the listing: the fixture may be wrong. Declare an order that is pending.`;
  if (standing === 'not-listed') return context.cannotJudge('auth.no-effect', 'blocked', wrongFixture);
  if (!others.some(({ exchange }) => isSuccess(exchange))) {
    const reason = 'No pending order could be cancelled with the valid key at all, so this one shows nothing.';
    return context.cannotJudge('auth.no-effect', 'inconclusive', reason);
  }
  context.check('auth.no-effect', false, () => ({
    message: `Order ${order.id} could not be cancelled after cancels that were refused. Other pending orders could, so a refused cancel had an effect, or the fixture is wrong and the order was not pending.`,
    expected: 'status 204',
    actual: `status ${statusOf(control)}`,
    at: 'status',
    exchange: control,
  }));
}

const refusedFirst = (state: 'unknown' | 'shipped', order: OrderTarget) =>
  scenario({
    id: `auth-cancel-${state}`,
    title: `A cancel of ${state === 'unknown' ? 'an unknown' : 'a shipped'} order without a valid key is refused before the order is looked at`,
    requirements: ['auth.first'],
    alsoJudges: ['cancel.status-table', ...refusalRequirements],
    needs: state === 'shipped' ? { orders: ['shipped'], sharesOrders: true, priority: 20 } : {},
    requests: { missing: probe('missing', order), wrong: probe('wrong', order) },
    async run(context) {
      const [control, probes] = await Promise.all([context.before(), sendProbes(context, ['missing', 'wrong'])]);
      const keyAccepted = statusOf(control.exchange) === 200;
      for (const { name, probe } of probes) {
        judgeProbe(context, probe, {
          requirement: 'auth.first',
          situation: `A cancel of ${state === 'unknown' ? 'an unknown' : 'a shipped'} order with ${FAULTY_CREDENTIALS[name]}`,
          keyAccepted,
        });
      }
    },
  });

export const authenticationOfCancel: Suite = {
  id: 'auth-cancel',
  title: 'Authentication of cancelOrder (§5)',
  scenarios: [
    refusedOnPending,
    refusedFirst('unknown', { unknown: 'plain' }),
    refusedFirst('shipped', { state: 'shipped' }),
  ],
};

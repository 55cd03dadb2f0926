import type { RequestSpec, Suite, UnknownKind } from '../runner/engine/scenario.js';
import { type Exchange, statusOf } from '../runner/evidence/exchange.js';
import type { RequirementId } from './catalogue.generated.js';
import { errorRequirements, judgeErrorBody } from './error-body.js';
import { commonObstacle, type NamedProbe, sendProbes } from './probe.js';
import { type Context, scenario } from './scenario.js';
import { describeAnswer, isServerError, judgeServerError, judgeStatus } from './status.js';

const cancelOf = (unknown: UnknownKind, purpose: string): RequestSpec => ({
  operation: 'cancelOrder',
  credential: 'valid',
  order: { unknown },
  purpose,
});

const notFound = (unknown: UnknownKind, requirement: RequirementId, what: string) =>
  scenario({
    id: `cancel-unknown-${unknown}`,
    title: `A cancel of ${what} that no order has is answered with 404`,
    requirements: [requirement, 'cancel.status-table', ...(unknown === 'plain' ? errorRequirements(404) : [])],
    alsoJudges: unknown === 'plain' ? [] : errorRequirements(404),
    needs: {},
    requests: { cancel: cancelOf(unknown, 'must not be found') },
    async run(context) {
      const exchange = await context.send('cancel');
      const situation = `A cancel of ${what} that no order has`;
      if (judgeStatus(context, exchange, { requirement, status: 404, situation }))
        judgeErrorBody(context, exchange, 404);
    },
  });

const UNUSUAL = { zero: 'id 0', negative: 'a negative id' } as const;

const zeroAndNegative = scenario({
  id: 'cancel-unknown-zero-negative',
  title: 'A cancel of 0 or of a negative id that no order has is answered with 404',
  requirements: ['cancel.unknown.zero-negative'],
  alsoJudges: ['cancel.status-table', ...errorRequirements(404)],
  needs: {},
  requests: { zero: cancelOf('zero', 'must not be found'), negative: cancelOf('negative', 'must not be found') },
  async run(context) {
    const probes = await sendProbes(context, ['zero', 'negative']);
    judgeProbes(context, 'cancel.unknown.zero-negative', probes, UNUSUAL, judgeUnusual);
  },
});

function judgeUnusual(context: Context, exchange: Exchange, what: string): void {
  judgeServerError(context, exchange);
  const held = context.check('cancel.unknown.zero-negative', statusOf(exchange) === 404, () => ({
    message: `A cancel of ${what} that no order has is not answered with 404.`,
    expected: 'status 404',
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
  if (held) judgeErrorBody(context, exchange, 404);
}

const NOT_INT64 = { word: 'abc', fraction: 'a decimal fraction', 'above-int64': '2^63' } as const;

const notInt64 = scenario({
  id: 'cancel-not-int64',
  title: 'A cancel of what is no int64 is neither a success nor a failure of the server',
  requirements: ['cancel.not-int64'],
  needs: {},
  requests: {
    word: cancelOf('word', 'must not succeed'),
    fraction: cancelOf('fraction', 'must not succeed'),
    'above-int64': cancelOf('above-int64', 'must not succeed'),
  },
  async run(context) {
    const probes = await sendProbes(context, ['word', 'fraction', 'above-int64']);
    judgeProbes(context, 'cancel.not-int64', probes, NOT_INT64, judgeNotInt64);
  },
});

function judgeNotInt64(context: Context, exchange: Exchange, what: string): void {
  const status = statusOf(exchange);
  context.observe('not-int64-id', `${what}: ${status}`);
  context.check('cancel.not-int64', status !== 204 && !isServerError(exchange), () => ({
    message: `A cancel of ${what}, which is no int64, is answered ${status === 204 ? 'as if an order had been cancelled' : 'with a failure of the server'}.`,
    expected: 'a 4xx status, such as 400 or 404',
    actual: describeAnswer(context, exchange),
    at: 'status',
    exchange,
  }));
}

/** Judges those that were answered. One that could not be sent leaves it to the others. */
function judgeProbes<Name extends string>(
  context: Context,
  requirement: RequirementId,
  probes: readonly NamedProbe<Name>[],
  subjects: Readonly<Record<Name, string>>,
  judge: (context: Context, exchange: Exchange, subject: string) => void,
): void {
  for (const { name, probe } of probes) {
    const subject = subjects[name];
    if (probe.kind === 'answered') judge(context, probe.exchange, subject);
    else if (probe.kind === 'blocked') context.note(`${subject}: ${probe.reason}`);
    else context.cannotJudge(requirement, 'inconclusive', probe.reason);
  }
  const obstacle = commonObstacle(probes);
  if (obstacle !== undefined) context.cannotJudge(requirement, 'blocked', obstacle);
}

export const cancelUnknown: Suite = {
  id: 'cancel-unknown',
  title: 'Cancelling what does not exist (§4.2, §7)',
  scenarios: [
    notFound('plain', 'cancel.unknown.status', 'an id'),
    notFound('above-2-31', 'cancel.unknown.above-2-31', 'an id above 2^31'),
    notFound('above-2-53', 'cancel.unknown.above-2-53', 'an id above 2^53'),
    notFound('max-int64', 'cancel.unknown.max-int64', 'the id 2^63−1'),
    zeroAndNegative,
    notInt64,
  ],
};

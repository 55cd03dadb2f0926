import type { ScenarioContext } from '../runner/engine/scenario.js';
import type { Exchange } from '../runner/evidence/exchange.js';

/** What came of one of several requests that a scenario sends at the same time. */
export type Probe =
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  /** It could not be sent. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** What came of it judges nothing. */
  | { readonly kind: 'inconclusive'; readonly reason: string };

export interface NamedProbe<Name extends string> {
  readonly name: Name;
  readonly probe: Probe;
}

/** Sends these requests at the same time, each whatever becomes of the others. Returns them in their order. */
export const sendProbes = <Name extends string>(
  context: Sender<NoInfer<Name>>,
  names: readonly Name[],
): Promise<NamedProbe<Name>[]> =>
  Promise.all(names.map(async (name) => ({ name, probe: await sendProbe(context, name) })));

type Sender<Name extends string> = Pick<ScenarioContext<Name>, 'obstacle' | 'attempt' | 'unjudgeable'>;

async function sendProbe<Name extends string>(context: Sender<Name>, name: Name): Promise<Probe> {
  const obstacle = await context.obstacle(name);
  if (obstacle !== undefined) return { kind: 'blocked', reason: obstacle };
  const exchange = await context.attempt(name);
  const reason = context.unjudgeable(exchange);
  return reason === undefined ? { kind: 'answered', exchange } : { kind: 'inconclusive', reason };
}

/** Why none of these probes could be sent; undefined where one could. */
export function commonObstacle(probes: readonly NamedProbe<string>[]): string | undefined {
  const reasons = probes.flatMap(({ probe }) => (probe.kind === 'blocked' ? [probe.reason] : []));
  return reasons.length === probes.length ? [...new Set(reasons)].join(' ') : undefined;
}

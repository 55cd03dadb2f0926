import type { HeaderLine } from '../../runner/evidence/file/lines.js';
import { requestsOf } from '../../runner/evidence/plan.js';

/** How the run was made: what matters to who repeats it, and nothing secret. */
export interface Configuration {
  readonly format: 'store-orders-conformance/configuration/1';
  readonly tool: HeaderLine['tool'];
  readonly runtime: { readonly node: string; readonly platform: string };
  readonly strict: boolean;
  readonly concurrency: number;
  readonly rate?: number;
  readonly repeat: number;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** Whether requests went through a proxy, and what TLS was told. */
  readonly connection: {
    readonly proxy: boolean;
    readonly ownAuthorities: boolean;
    readonly clientCertificate: boolean;
  };
  /** How many orders were declared. */
  readonly orders: Readonly<Record<'pending' | 'shipped' | 'other' | 'unknown', number>>;
  readonly declared: readonly string[];
}

/** What the evidence does not hold. */
export type Surroundings = Pick<Configuration, 'runtime' | 'timeoutMs' | 'deadlineMs' | 'connection'>;

/** What of it follows from the header of the evidence. */
export function configurationOf({ tool, strict, plan }: HeaderLine, surroundings: Surroundings): Configuration {
  const { pending, shipped, other, unknown } = plan.orders;
  const { runtime, timeoutMs, deadlineMs, connection } = surroundings;
  return {
    format: 'store-orders-conformance/configuration/1',
    tool,
    runtime: { node: runtime.node, platform: runtime.platform },
    strict,
    concurrency: plan.concurrency,
    ...(plan.rate !== undefined && { rate: plan.rate }),
    repeat: repeatOf(plan),
    timeoutMs,
    deadlineMs,
    connection: {
      proxy: connection.proxy,
      ownAuthorities: connection.ownAuthorities,
      clientCertificate: connection.clientCertificate,
    },
    orders: { pending: pending.length, shipped: shipped.length, other: other.length, unknown: unknown.length },
    declared: declaredIn(plan),
  };
}

/** How often requests are sent that use up no order. */
export const repeatOf = (plan: HeaderLine['plan']): number =>
  Math.max(1, ...requestsOf(plan).map(({ times = 1 }) => times));

/** The one thing that can be declared away. */
export const declaredIn = ({ orders }: HeaderLine['plan']): readonly string[] =>
  orders.otherIsNone ? ['other: none'] : [];

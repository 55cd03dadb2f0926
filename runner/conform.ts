import type { Contract } from './engine/contract.js';
import { coverage } from './engine/coverage.js';
import type { RunOutcome, ScenarioOutcome } from './engine/outcome.js';
import { type Plan, plan } from './engine/plan.js';
import { run } from './engine/run.js';
import type { Transport } from './evidence/exchange.js';
import { UsageError } from './input/usage-error.js';
import { judge } from './judge/judge.js';
import type { Report } from './judge/report.js';
import { provision } from './orders/provision.js';
import { applies } from './secrets/credential.js';
import type { DeclaredOrders, Settings } from './settings/settings.js';

export interface ConformOptions {
  readonly tool: Report['tool'];
  readonly signal?: AbortSignal;
  /** In place of the live one: recorded exchanges, or one that records. */
  readonly transport?: Transport;
  readonly onPlan?: (plan: Plan) => void;
  readonly onEnd?: (outcome: ScenarioOutcome) => void;
}

/**
 * Plans, runs and judges. What the target does ends up in the report.
 * @throws UsageError before anything was sent, where the settings select nothing or provisioning fails.
 */
export async function conform(settings: Settings, contract: Contract, options: ConformOptions): Promise<Report> {
  const deadline = AbortSignal.timeout(settings.deadlineMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  planOf(settings, contract); // a selection that matches nothing is found before anything is provisioned
  const supplied = await supply(settings, contract, signal);
  const planned = planOf({ ...settings, orders: supplied.orders }, contract);
  options.onPlan?.(planned);
  let outcome: RunOutcome;
  try {
    outcome = await execute(settings, planned, signal, options);
  } finally {
    const warning = await supplied.teardown();
    if (warning !== undefined) supplied.warnings.push(warning);
  }
  return judge(
    planned,
    { ...outcome, suspicions: [...outcome.suspicions, ...supplied.warnings] },
    {
      tool: options.tool,
      target: { baseUrl: settings.baseUrl, ...(settings.targetName !== undefined && { name: settings.targetName }) },
      strict: settings.strict,
      redact: redactor(settings),
    },
  );
}

/** What `settings` would do; with provisioning, without the orders that it would bring. */
export const planOf = (settings: Settings, contract: Contract): Plan =>
  plan(contract, {
    orders: settings.orders,
    select: settings.select,
    readOnly: settings.readOnly,
    hasKey: settings.apiKey !== undefined,
  });

const redactor =
  ({ apiKey }: Settings) =>
  (text: string): string =>
    apiKey ? apiKey.redact(text) : text;

interface Supply {
  readonly orders: DeclaredOrders;
  readonly warnings: string[];
  teardown(): Promise<string | undefined>;
}

async function supply(settings: Settings, contract: Contract, signal: AbortSignal): Promise<Supply> {
  const warnings: string[] = [];
  if (!settings.provision || settings.readOnly) {
    return { orders: settings.orders, warnings, teardown: () => Promise.resolve(undefined) };
  }
  const provisioned = await provision(settings.provision, coverage(contract), {
    fixed: settings.orders,
    signal,
    timeoutMs: PROVISION_TIMEOUT_MS,
    redact: redactor(settings),
  });
  return { orders: provisioned.orders, warnings, teardown: () => provisioned.teardown() };
}

/** Seeding a store may start containers. */
const PROVISION_TIMEOUT_MS = 120_000;

async function execute(
  settings: Settings,
  planned: Plan,
  signal: AbortSignal,
  options: ConformOptions,
): Promise<RunOutcome> {
  const { apiKey } = settings;
  const transport = options.transport ?? (await live(settings, options.tool.version));
  try {
    return await run(planned, {
      baseUrl: settings.baseUrl,
      transport,
      concurrency: settings.concurrency,
      signal,
      redact: redactor(settings),
      credentialObstacle: ({ credential }) => {
        const applicability = apiKey ? applies(credential, apiKey) : undefined;
        return applicability?.applies === false ? applicability.reason : undefined;
      },
      ...(options.onEnd && { onEnd: options.onEnd }),
    });
  } finally {
    await transport.close();
  }
}

/**
 * Loaded when it is needed: replays and plans need no HTTP client.
 * @throws UsageError for a proxy address that cannot be used
 */
async function live(settings: Settings, version: string): Promise<Transport> {
  const { LiveTransport } = await import('./http/live.js');
  const { http, https, no } = settings.proxy;
  try {
    return new LiveTransport({
      baseUrl: settings.baseUrl,
      ...(settings.apiKey && { apiKey: settings.apiKey }),
      timeoutMs: settings.timeoutMs,
      tls: settings.tls,
      proxyEnvironment: { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: no },
      version,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

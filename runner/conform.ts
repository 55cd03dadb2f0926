import { gather } from './engine/gather.js';
import { plan } from './engine/plan.js';
import { coverage, type Suite } from './engine/scenario.js';
import type { OnDelete } from './engine/traffic.js';
import { Evidence, type EvidenceData, type EvidenceRecorder } from './evidence/evidence.js';
import type { Plan } from './evidence/plan.js';
import type { Transport } from './http/transport.js';
import { suggest } from './input/suggestion.js';
import { UsageError } from './input/usage-error.js';
import type { Edition } from './judge/edition.js';
import { countBroken, type JudgedContract, judge, newestEdition } from './judge/judge.js';
import type { BaselineEntry, Report } from './judge/report.js';
import { type Provisioned, type ProvisionOptions, provision } from './orders/provision.js';
import { obstacleTo } from './secrets/credentials.js';
import { Secrets } from './secrets/secrets.js';
import { knownEntries } from './settings/baseline.js';
import type { Settings } from './settings/settings.js';

export interface Contract extends JudgedContract {
  readonly suites: readonly Suite[];
}

export interface ConformOptions {
  readonly tool: Report['tool'];
  readonly signal?: AbortSignal;
  /** Ends what the teardown has started: the process is about to end. */
  readonly killed?: AbortSignal;
  /** Told before anything is sent; returns what keeps the evidence, if anything does. */
  readonly onPlan?: (plan: Plan, target: EvidenceData['target']) => EvidenceRecorder | undefined;
  /** What the listings are asked for beside what the plan needs. */
  readonly alsoLookUp?: readonly bigint[];
  /** A scenario has sent all that it will. */
  readonly onEnd?: (scenario: string) => void;
  readonly onDelete?: OnDelete;
  /** Where the run is interrupted, its report comes before the teardown: whoever gives this calls that then. */
  readonly onTeardownLeft?: (teardown: Teardown) => void;
}

/** Resolves to a warning where it failed; never rejects. */
export type Teardown = () => Promise<string | undefined>;

/**
 * Plans, gathers and judges. What the target does ends up in the report.
 * @throws UsageError before anything was sent, where the settings select nothing or provisioning fails.
 */
export async function conform(settings: Settings, contract: Contract, options: ConformOptions): Promise<Report> {
  const baseline = baselineOf(settings, contract);
  const evidence = await gatherEvidence(settings, contract, options);
  const { tool } = options;
  const edition = editionOf(contract, settings.edition);
  const redact = redactor(settings);
  return judge(contract, evidence, { tool, strict: settings.strict, redact, edition, ...(baseline && { baseline }) });
}

/**
 * The edition to score by; the newest, where none is given.
 * @throws UsageError for one that this version does not have
 */
export function editionOf(contract: JudgedContract, given: Settings['edition']): Edition {
  const { editions } = contract;
  if (!given) return newestEdition(contract);
  const found = editions.find(({ id }) => id === given.value);
  if (found) return found;
  const ids = editions.map(({ id }) => id);
  throw new UsageError(
    `${given.origin}: This version has no edition "${given.value}"; ${suggest(given.value, ids)} Nothing was sent.`,
  );
}

async function gatherEvidence(settings: Settings, contract: Contract, options: ConformOptions): Promise<Evidence> {
  // A selection that matches nothing, or a proxy that cannot be used, is found before anything is provisioned.
  const unprovisioned = planOf(settings, contract);
  const transport = await live(settings, options.tool.version);
  const whyNothing = await waitFor(transport, settings, options.signal);
  // Not AbortSignal.timeout: Node 20 may collect one that only AbortSignal.any refers to, and it never comes.
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), settings.deadlineMs).unref();
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  const ends = performance.now() + settings.deadlineMs;
  const isNeeded = whyNothing === undefined && !signal.aborted && !settings.readOnly;
  const supplied = await supply(settings, isNeeded, contract, { signal, killed: options.killed });
  const { orders, teardown } = supplied;
  const tearDown = () => teardown(Math.max(ends - performance.now(), MIN_TEARDOWN_MS));
  const { provision: _, ...provisioned } = { ...settings, orders };
  const planned = orders === settings.orders ? unprovisioned : planOf(provisioned, contract);
  const { baseUrl, targetName, apiKey } = settings;
  const target = {
    baseUrl,
    ...(targetName !== undefined && { name: targetName }),
    ...(apiKey?.origin !== undefined && { keyFrom: apiKey.origin }),
  };
  const recorder = options.onPlan?.(planned, target);
  let gathered: EvidenceData;
  let warning: string | undefined;
  try {
    gathered = await gather(planned, {
      target,
      transport,
      signal,
      whyNothing,
      redact: redactor(settings),
      ...(recorder && { recorder }),
      ...(options.alsoLookUp && { alsoLookUp: options.alsoLookUp }),
      ...(options.onEnd && { onEnd: options.onEnd }),
      ...(options.onDelete && { onDelete: options.onDelete }),
      ...(settings.maxFailures !== undefined && { whyEnough: enoughFor(settings, settings.maxFailures, contract) }),
    });
  } finally {
    clearTimeout(timer);
    await transport.close();
    if (options.signal?.aborted && options.onTeardownLeft) options.onTeardownLeft(tearDown);
    else warning = await tearDown();
  }
  const warnings = [...secretWarnings(settings), ...[supplied.warning, warning].filter((text) => text !== undefined)];
  const evidence = new Evidence({ ...gathered, warnings });
  recorder?.end(evidence);
  return evidence;
}

/** @throws UsageError for an entry that is about no requirement of the contract */
export const baselineOf = (
  { baseline }: Pick<Settings, 'baseline'>,
  { requirements }: Contract,
): readonly BaselineEntry[] | undefined =>
  baseline &&
  knownEntries(
    baseline,
    requirements.map(({ id }) => id),
  );

/** What `settings` would do; with provisioning, without the orders that it would bring. */
export function planOf(settings: Settings, contract: Contract): Plan {
  baselineOf(settings, contract);
  const { apiKey, dryRun } = settings;
  const edition = editionOf(contract, settings.edition);
  const planned = plan(contract, {
    ...settings,
    // What would be sent can be printed without a key.
    ...((apiKey || dryRun) && { obstacle: (credential) => apiKey && obstacleTo(credential, apiKey) }),
  });
  if (planned.selected.some((id) => id in edition.requirements)) return planned;
  throw new UsageError(
    `The options select only requirements that came after edition ${edition.id}, so nothing would count. Choose a later --edition, or select more. Nothing was sent.`,
  );
}

/** Why the target cannot be judged: it did not answer in the time that it was given to start. */
async function waitFor(
  transport: Transport,
  { waitMs }: Settings,
  signal = new AbortController().signal,
): Promise<string | undefined> {
  if (waitMs === undefined) return undefined;
  const { waitForTarget } = await import('./http/wait.js');
  return waitForTarget(transport, waitMs, signal);
}

/** Why nothing more has to be sent: as many requirements are broken as the run is to find. */
function enoughFor(settings: Settings, most: number, contract: Contract): (soFar: Evidence) => string | undefined {
  const edition = editionOf(contract, settings.edition);
  const baseline = baselineOf(settings, contract);
  const { strict } = settings;
  return (soFar) => {
    const broken = countBroken(contract, soFar, { edition, strict, ...(baseline && { baseline }) });
    if (broken < most) return undefined;
    const found = broken === 1 ? '1 broken requirement was' : `${broken} broken requirements were`;
    return `It was not sent: ${found} found by then, and --max-failures is ${most}. Repair that, or run again without the option.`;
  };
}

/** What nothing that is printed or written may hold. */
export const secretsOf = ({ apiKey, headers }: Pick<Settings, 'apiKey' | 'headers'>): Secrets =>
  new Secrets([...(apiKey ? [apiKey] : []), ...headers]);

export const redactor = (settings: Settings): ((text: string) => string) => {
  const secrets = secretsOf(settings);
  return (text) => secrets.redact(text);
};

/** Of secrets that are too short to be redacted safely, a sentence each. */
export const secretWarnings = ({ apiKey, headers }: Settings): string[] =>
  [apiKey, ...headers].flatMap((secret) => secret?.warning ?? []);

async function supply(
  settings: Settings,
  isNeeded: boolean,
  contract: Contract,
  signals: Pick<ProvisionOptions, 'signal' | 'killed'>,
): Promise<Provisioned> {
  if (!settings.provision || !isNeeded) {
    return { orders: settings.orders, teardown: () => Promise.resolve(undefined) };
  }
  return provision(settings.provision, coverage(contract.suites), {
    fixed: settings.orders,
    ...signals,
    timeoutMs: PROVISION_TIMEOUT_MS,
    redact: redactor(settings),
    apiKey: settings.apiKey?.reveal(),
  });
}

/** Seeding a store may start containers. */
const PROVISION_TIMEOUT_MS = 120_000;

/** The teardown has until the deadline; after a deadline that ended the run, it has this. */
const MIN_TEARDOWN_MS = 10_000;

/**
 * Loaded when it is needed: plans and saved evidence need no HTTP client.
 * @throws UsageError for a proxy address that cannot be used
 */
async function live(settings: Settings, version: string): Promise<Transport> {
  const { LiveTransport } = await import('./http/live.js');
  try {
    return new LiveTransport({
      baseUrl: settings.baseUrl,
      ...(settings.apiKey && { apiKey: settings.apiKey }),
      headers: settings.headers,
      timeoutMs: settings.timeoutMs,
      concurrency: settings.concurrency,
      nonce: settings.nonce,
      tls: settings.tls,
      proxies: settings.proxy,
      version,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

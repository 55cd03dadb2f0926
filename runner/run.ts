import { Evidence, type EvidenceData } from '../evidence/evidence.js';
import type { Look, Plan } from '../evidence/plan.js';
import { tool } from '../interface/helpers/helpers.js';
import { UsageError } from '../interface/helpers/usage-error.js';
import { judgeEvidence } from '../judge/judge.js';
import type { Report } from '../judge/report/report.js';
import { coverage } from '../suites/contract.js';
import { type GatheringOptions, gatherAll } from './engine/gather.js';
import { planOf } from './engine/plan-of-settings.js';
import { Stop } from './engine/stop.js';
import { waitForTarget } from './engine/wait.js';
import { provision, seedProblem } from './fixtures/provision.js';
import { withSecrets } from './http/redacted.js';
import type { Transport } from './http/transport.js';
import { redactor, secretsOf } from './settings/secrets.js';
import type { Settings } from './settings/settings.js';

/** The host's side of a run. */
export interface RunOptions {
  readonly interrupted?: AbortSignal | undefined;
  /** Stops the teardown: the process is about to end. */
  readonly killed?: AbortSignal;
  /** Called every few seconds while the run waits for the target. */
  readonly waiting?: (sentence: string) => void;
  /** Absent: requests go out over HTTP. */
  readonly transport?: Transport;
}

export interface GatherOptions extends Partial<Pick<GatheringOptions, 'recorder' | 'looksOnly' | 'pause'>> {
  /** No DELETE goes out where the listing contradicts what the seed returned. */
  readonly demandsSeed?: boolean;
}

/** Seeding a store may start containers. */
const PROVISION_TIMEOUT_MS = 120_000;

/** The teardown may take until the deadline, but at least this long. */
const MIN_TEARDOWN_MS = 10_000;

/** A run against one target. After `planRun`, its steps are `gather` and `judge`. Then its orders are removed: `tearDown`. */
export type Run = Awaited<ReturnType<typeof planRun>>;

/**
 * Waits for the target, provisions orders, and decides what will be sent.
 * @throws UsageError before anything was sent, if the settings select nothing or provisioning fails
 */
export async function planRun(settings: Settings, options: RunOptions = {}) {
  if (!('WebAssembly' in globalThis)) {
    throw new UsageError(
      'Node runs without WebAssembly, which HTTP is read with: remove --jitless, also from NODE_OPTIONS.',
    );
  }
  // A selection that matches nothing, or a proxy that cannot be used, is found before anything is provisioned.
  const unprovisioned = planOf(settings);
  const { interrupted, killed, waiting } = options;
  const { apiKey, waitMs, deadlineMs, orders, readOnly } = settings;
  const { transport: plain, proxy } = options.transport ? { transport: options.transport } : await connect(settings);
  const transport = withSecrets(plain, secretsOf(settings));
  const whyNoAnswer = await waitForTarget(transport, waitMs, interrupted, waiting);
  const stop = new Stop(deadlineMs, interrupted);
  if (whyNoAnswer !== undefined) stop.now(whyNoAnswer);
  const seeded = await provision(stop.reason === undefined && !readOnly ? settings.provision : undefined, coverage, {
    fixed: orders,
    signal: stop.signal,
    killed,
    timeoutMs: PROVISION_TIMEOUT_MS,
    redact: redactor(settings),
    apiKey: apiKey?.reveal(),
  });
  const { provision: _, ...provisioned } = { ...settings, orders: seeded.orders };
  const plan = seeded.orders === orders ? unprovisioned : planOf(provisioned);
  return { settings: provisioned, plan, target: targetOf(settings, proxy), transport, stop, seeded, interrupted };
}

function targetOf(settings: Settings, proxy?: string): EvidenceData['target'] {
  const { baseUrl, targetName: name, apiKey, implementation, timeoutMs, deadlineMs, waitMs, headers } = settings;
  const tls = (['ca', 'cert', 'insecure'] as const).filter((option) => settings.tls[option]);
  const runSettings = { timeoutMs, deadlineMs, waitMs, headers: headers.map((header) => header.name), tls };
  return { baseUrl, name, keyFrom: apiKey?.origin, proxy, implementation, settings: runSettings };
}

/** Sends the requests of the plan. */
export async function gather(
  run: Run,
  { recorder = {}, looksOnly, pause, demandsSeed }: GatherOptions = {},
): Promise<Evidence> {
  const { settings, target, transport, stop, seeded } = run;
  const planFor = (look?: Look): Plan => (look ? planOf(settings, look) : run.plan);
  const whyNot = demandsSeed ? (evidence: Evidence) => seedProblem(seeded, evidence) : undefined;
  let gathered: EvidenceData;
  let teardown: string | undefined;
  try {
    const { schemas, settleMs } = settings;
    const options = { target, schemas, settleMs, transport, stop, recorder, looksOnly, pause, whyNot };
    gathered = await gatherAll(planFor, options);
  } finally {
    stop.over();
    await transport.close();
    // An interrupted run writes its report before the teardown.
    if (!run.interrupted?.aborted) teardown = await tearDown(run);
  }
  const secrets = secretsOf(settings).secrets.map(({ warning }) => warning);
  const warnings = [...secrets, ...seeded.warnings, seedProblem(seeded, new Evidence(gathered)), teardown];
  const evidence = new Evidence({ ...gathered, warnings: warnings.filter((text) => text !== undefined) });
  recorder.end?.(evidence);
  return evidence;
}

/** Judges what was received. */
export function judge({ settings }: Pick<Run, 'settings'>, evidence: Evidence): Report {
  const { strict, edition } = settings;
  const redact = redactor(settings);
  // Somebody may paste a secret into a reason.
  const baseline = settings.baseline?.map((entry) => ({
    ...entry,
    reason: redact(entry.reason),
    ...(entry.issue !== undefined && { issue: redact(entry.issue) }),
  }));
  return judgeEvidence(evidence, { tool, strict, edition, baseline });
}

/** Runs once, however often it is called. Resolves to a warning if it failed; never rejects. */
export const tearDown = ({ seeded, stop }: Pick<Run, 'seeded' | 'stop'>): Promise<string | undefined> =>
  seeded.tearDown(Math.max(stop.leftMs, MIN_TEARDOWN_MS));

/**
 * Loaded on demand: plans and saved evidence need no HTTP client.
 * @throws UsageError if the address of the proxy cannot be used
 */
async function connect(settings: Settings) {
  const { LiveTransport } = await import('./http/live.js');
  const transport = new LiveTransport({ ...settings, proxies: settings.proxy, version: tool.version });
  return { transport, proxy: transport.proxy };
}

import { Evidence, type EvidenceData, type RunSettings } from '../evidence/evidence.js';
import type { Look, Plan } from '../evidence/plan.js';
import { tool } from '../interface/helpers/helpers.js';
import { reasonOf, UsageError } from '../interface/helpers/usage-error.js';
import { judgeEvidence } from '../judge/judge.js';
import { redactedReport } from '../judge/report/redacted-report.js';
import type { Report } from '../judge/report/report.js';
import { coverage } from '../suites/contract.js';
import { type GatheringOptions, gatherAll } from './engine/gather.js';
import { planOf } from './engine/plan-of-settings.js';
import { Stop } from './engine/stop.js';
import { provision, type Seeded, seedProblem } from './fixtures/provision.js';
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

export interface GatherOptions extends Partial<Pick<GatheringOptions, 'recorder' | 'looksOnly'>> {
  /** No DELETE goes out where the listing contradicts what the seed returned. */
  readonly demandsSeed?: boolean;
}

/** Seeding a store may start containers. */
const PROVISION_TIMEOUT_MS = 120_000;

/** The teardown may take until the deadline, but at least this long. */
const MIN_TEARDOWN_MS = 10_000;

/** A run against one target, in three steps: `Run.plan`, `gather`, `judge`. Then its orders are removed: `tearDown`. */
export class Run {
  private constructor(
    readonly settings: Settings,
    readonly plan: Plan,
    readonly target: EvidenceData['target'],
    readonly options: RunOptions,
    readonly transport: Transport,
    readonly stop: Stop,
    readonly seeded: Seeded,
  ) {}

  /**
   * Waits for the target, provisions orders, and decides what will be sent.
   * @throws UsageError before anything was sent, if the settings select nothing or provisioning fails
   */
  static async plan(settings: Settings, options: RunOptions = {}): Promise<Run> {
    // A selection that matches nothing, or a proxy that cannot be used, is found before anything is provisioned.
    const unprovisioned = planOf(settings);
    const { interrupted, killed, waiting } = options;
    const { baseUrl, targetName: name, apiKey, implementation, waitMs, deadlineMs, orders, readOnly } = settings;
    const { transport, proxy } = options.transport ? { transport: options.transport } : await connect(settings);
    const whyNothing = await answered(transport, waitMs, interrupted, waiting);
    const stop = new Stop(deadlineMs, interrupted);
    if (whyNothing !== undefined) stop.now(whyNothing);
    const seeded = await provision(stop.reason === undefined && !readOnly ? settings.provision : undefined, coverage, {
      fixed: orders,
      signal: stop.signal,
      killed,
      timeoutMs: PROVISION_TIMEOUT_MS,
      redact: redactor(settings),
      apiKey: apiKey?.reveal(),
    });
    const { provision: _, ...provisioned } = { ...settings, orders: seeded.orders };
    const target = { baseUrl, name, keyFrom: apiKey?.origin, proxy, implementation, settings: shownIn(settings) };
    const planned = seeded.orders === orders ? unprovisioned : planOf(provisioned);
    return new Run(provisioned, planned, target, options, transport, stop, seeded);
  }

  /** Sends the requests of the plan. */
  async gather({ recorder = {}, looksOnly, demandsSeed }: GatherOptions = {}): Promise<Evidence> {
    const { target, transport, stop, seeded } = this;
    const { apiKey, headers, schemas } = this.settings;
    const planFor = (look?: Look): Plan => (look ? planOf(this.settings, look) : this.plan);
    const whyNot = demandsSeed ? (seen: Evidence) => seedProblem(seeded, seen) : undefined;
    let gathered: EvidenceData;
    let teardown: string | undefined;
    try {
      gathered = await gatherAll(planFor, { target, schemas, transport, stop, recorder, looksOnly, whyNot });
    } finally {
      stop.over();
      await transport.close();
      // An interrupted run writes its report before the teardown.
      if (!this.options.interrupted?.aborted) teardown = await this.tearDown();
    }
    const secrets = [...(apiKey ? [apiKey] : []), ...headers].map(({ warning }) => warning);
    const warnings = [...secrets, ...seeded.warnings, seedProblem(seeded, new Evidence(gathered)), teardown];
    const evidence = new Evidence({ ...gathered, warnings: warnings.filter((text) => text !== undefined) });
    recorder.end?.(evidence);
    return evidence;
  }

  /** Judges what was received, and redacts the report. */
  judge(evidence: Evidence): Report {
    const { strict, edition, baseline } = this.settings;
    const secrets = secretsOf(this.settings);
    const report = judgeEvidence(evidence, { tool, strict, edition, baseline });
    return redactedReport(report, (quote) => secrets.redactQuote(quote));
  }

  /** Runs once, however often it is called. Resolves to a warning if it failed; never rejects. */
  tearDown(): Promise<string | undefined> {
    return this.seeded.tearDown(Math.max(this.stop.leftMs, MIN_TEARDOWN_MS));
  }
}

function shownIn({ timeoutMs, deadlineMs, waitMs, headers, tls }: Settings): RunSettings {
  const given = (['ca', 'cert', 'insecure'] as const).filter((name) => tls[name]);
  return { timeoutMs, deadlineMs, waitMs, headers: headers.map(({ name }) => name), tls: given };
}

/** Says that the target did not answer in time. */
async function answered(transport: Transport, ms?: number, signal?: AbortSignal, tell?: RunOptions['waiting']) {
  if (ms === undefined) return undefined;
  const { waitForTarget } = await import('./engine/wait.js');
  return waitForTarget(transport, ms, signal ?? new AbortController().signal, tell);
}

/**
 * Loaded on demand: plans and saved evidence need no HTTP client.
 * @throws UsageError if the address of the proxy cannot be used
 */
async function connect(settings: Settings) {
  const [{ LiveTransport }, { redacted }] = await Promise.all([import('./http/live.js'), import('./http/redacted.js')]);
  try {
    const transport = new LiveTransport({ ...settings, proxies: settings.proxy, version: tool.version });
    return { transport: redacted(transport, secretsOf(settings)), proxy: transport.proxy };
  } catch (error) {
    throw new UsageError(reasonOf(error), { cause: error });
  }
}

import { unescape as decoded } from 'node:querystring';
import { type GatherOptions as EngineOptions, gather as gatherBy } from './engine/gather.js';
import { plan as planBy } from './engine/plan.js';
import { coverage, type Suite } from './engine/scenario.js';
import { Stop } from './engine/stop.js';
import { Evidence, type EvidenceData } from './evidence/evidence.js';
import { redactedExchange } from './evidence/file/redacted.js';
import type { Look, Plan } from './evidence/plan.js';
import type { Transport } from './http/transport.js';
import { didYouMean, suggest } from './input/suggestion.js';
import { reasonOf, UsageError } from './input/usage-error.js';
import { type JudgedContract, type JudgeOptions, judge as judgeBy, newestEdition } from './judge/judge.js';
import { redactedReport } from './judge/redacted-report.js';
import type { BaselineEntry, Report } from './judge/report.js';
import type { Edition } from './judge/requirement.js';
import { sparing } from './orders/left-over.js';
import { type ProvisionOptions, provision } from './orders/provision.js';
import { Secrets } from './secrets/redaction.js';
import { Secret } from './secrets/secret.js';
import type { Settings } from './settings/settings.js';
import { tool } from './settings/tool.js';

export interface Contract extends JudgedContract {
  readonly suites: readonly Suite[];
  /** The causes that have no requirement or fingerprint as their id. Absent: a baseline may name any cause. */
  readonly causes?: {
    /** Explains such a cause. Undefined if no report can have it. */
    explain(id: string): string | undefined;
    /** Ids to suggest for a misspelt one. */
    like(id: string): readonly string[];
  };
}

/** A planned run: its orders exist, and no request was sent that counts. */
export type Run = Awaited<ReturnType<typeof plan>>;

interface PlanOptions {
  readonly interrupted?: AbortSignal;
  /** Stops the teardown: the process is about to end. */
  readonly killed?: AbortSignal;
  /** Called every few seconds while the run waits for the target. */
  readonly waiting?: (sentence: string) => void;
  /** Declared orders that an earlier run may have cancelled. */
  readonly left?: readonly string[] | undefined;
}

/**
 * First step: waits for the target, provisions orders, and decides what will be sent.
 * @throws UsageError before anything was sent, if the settings select nothing or provisioning fails
 */
export async function plan(
  settings: Settings,
  contract: Contract,
  { interrupted, killed, waiting, left }: PlanOptions = {},
) {
  // Find a selection that matches nothing, or an unusable proxy, before anything is provisioned.
  const unprovisioned = planOf(settings, contract);
  const { transport, proxy } = await live(settings);
  const whyNothing = await waitFor(transport, settings.waitMs, interrupted, waiting);
  const stop = new Stop(settings.deadlineMs, interrupted);
  if (whyNothing !== undefined) stop.now(whyNothing);
  const { orders: declared, warnings, teardown, said } = await supply(settings, contract, stop, killed);
  const orders = left?.length ? sparing(declared, new Set(left)) : declared;
  const { provision: _, ...provisioned } = { ...settings, orders };
  const planned = orders === settings.orders ? unprovisioned : planOf(provisioned, contract);
  let tornDown: Promise<string | undefined> | undefined;
  return {
    plan: planned,
    planFor: (look?: Look): Plan => (look ? planOf(provisioned, contract, look) : planned),
    target: { baseUrl: settings.baseUrl, name: settings.targetName, keyFrom: settings.apiKey?.origin, proxy },
    settings,
    contract,
    transport,
    stop,
    /** The error output of the seed. */
    seedSaid: said,
    warnings: [...[settings.apiKey, ...settings.headers].flatMap((secret) => secret?.warning ?? []), ...warnings],
    /** Aborted if the run is interrupted: then the report is written before the teardown. */
    interrupted,
    /** Runs once, however often it is called. Resolves to a warning if it failed; never rejects. */
    tearDown: () => {
      tornDown ??= teardown(Math.max(stop.leftMs, MIN_TEARDOWN_MS));
      return tornDown;
    },
  };
}

export interface GatherOptions extends Partial<Pick<EngineOptions, 'recorder' | 'looksOnly'>> {
  /** Send no DELETE if the listing contradicts the output of the seed. */
  readonly demandsSeed?: boolean;
}

/** Second step: sends the requests of the plan, and returns the evidence. */
export async function gather(
  run: Run,
  { recorder = {}, looksOnly, demandsSeed }: GatherOptions = {},
): Promise<Evidence> {
  const { planFor, target, transport, stop } = run;
  const whyNot = demandsSeed ? (seen: Evidence) => seedProblem(run, seen) : undefined;
  let gathered: EvidenceData;
  let warning: string | undefined;
  try {
    gathered = await gatherBy(planFor, { target, transport, stop, recorder, looksOnly, whyNot });
  } finally {
    stop.over();
    await transport.close();
    if (!run.interrupted?.aborted) warning = await run.tearDown();
  }
  const warnings = [...run.warnings, seedProblem(run, new Evidence(gathered)), warning].filter(
    (text) => text !== undefined,
  );
  const evidence = new Evidence({ ...gathered, warnings });
  recorder.end?.(evidence);
  return evidence;
}

/** Quotes the error output of a seed that failed, but ended with 0: its own words help most. */
function seedProblem({ contract, seedSaid }: Run, seen: Evidence): string | undefined {
  const wrong = contract.wronglyMade?.(seen);
  const said = seedSaid === '' ? 'it wrote nothing to its error output.' : `its error output was: ${seedSaid}`;
  return wrong && `Your seed returned ${wrong}; ${said}`;
}

/** Third step: judges the evidence as it was received, and redacts the report. */
export function judge(evidence: Evidence, settings: Settings, contract: Contract): Report {
  const secrets = secretsOf(settings);
  const report = judgeBy(contract, evidence, scoring(settings, contract));
  return redactedReport(report, (quote) => secrets.redactQuote(quote));
}

/** The names of the secrets that the target repeated. */
export const secretsIn = ({ exchanges }: Evidence, settings: Settings): readonly string[] =>
  secretsOf(settings)
    .secrets.filter((secret) => {
      const alone = new Secrets([secret]);
      return exchanges.some((exchange) => redactedExchange(exchange, alone) !== exchange);
    })
    .map(({ subject }) => subject);

function scoring(settings: Settings, contract: Contract): JudgeOptions {
  const edition = editionOf(contract, settings.edition);
  return { tool, strict: settings.strict, edition, baseline: baselineOf(settings, contract) };
}

/**
 * The edition to score by. Default: the newest.
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

/**
 * The entries of the baseline, checked. A secret that somebody pasted into one is redacted.
 * @throws UsageError for an entry with a requirement that the contract does not have, or a cause that no report can
 * have
 */
export function baselineOf(
  { baseline, apiKey, headers = [], proxy = {} }: Partial<Settings>,
  { requirements, fingerprints, causes }: Contract,
): readonly BaselineEntry[] | undefined {
  if (!baseline) return undefined;
  const secrets = secretsOf({ apiKey, headers, proxy });
  const ids = requirements.map(({ id }) => id);
  const named = [...fingerprints.map(({ id }) => id), ...ids];
  const isCause = (id: string): boolean =>
    // Reports number the second of two causes with the same name.
    !causes || causes.explain(id) !== undefined || [id, id.replace(/-\d+$/, '')].some((name) => named.includes(name));
  const problems = baseline.flatMap(({ entry: { requirement, cause }, origin, causeOrigin }) => {
    const found: string[] = [];
    if (requirement !== undefined && !ids.includes(requirement)) {
      const remedy = `${didYouMean(requirement, ids)} \`store-orders-conformance list\` shows all ids.`;
      found.push(`${origin}: There is no requirement of that name. ${remedy}`);
    }
    if (cause !== undefined && !isCause(cause)) {
      const remedy = `${didYouMean(cause, [...named, ...(causes?.like(cause) ?? [])])} A report names its causes.`;
      found.push(`${causeOrigin}: There is no cause of that name. ${remedy}`);
    }
    return found;
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return baseline.map(({ entry }) => ({
    ...entry,
    reason: secrets.redact(entry.reason),
    issue: entry.issue && secrets.redact(entry.issue),
  }));
}

/** The traits of most keys. */
const ANY_KEY = { hasLetters: true, isOneCharacter: false };

/**
 * The plan for these settings. It does not have orders that provisioning would add.
 * @param look the first listing; absent before it is sent
 */
export function planOf(settings: Settings, contract: Contract, look?: Look): Plan {
  baselineOf(settings, contract);
  const { apiKey, dryRun } = settings;
  const edition = editionOf(contract, settings.edition);
  // A dry run works without a key.
  const key = apiKey?.traits ?? (dryRun ? ANY_KEY : undefined);
  const planned = planBy(contract, { ...settings, key }, look);
  if (planned.selected.some((id) => id in edition.requirements)) return planned;
  throw new UsageError(
    `The options select only requirements that came after edition ${edition.id}, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.`,
  );
}

/** Says that the target did not answer in time. */
async function waitFor(transport: Transport, ms?: number, signal?: AbortSignal, tell?: PlanOptions['waiting']) {
  if (ms === undefined) return undefined;
  const { waitForTarget } = await import('./http/wait.js');
  return waitForTarget(transport, ms, signal ?? new AbortController().signal, tell);
}

/** Secrets that no output may hold. */
export const secretsOf = ({ apiKey, headers, proxy }: Pick<Settings, 'apiKey' | 'headers' | 'proxy'>): Secrets =>
  new Secrets([...(apiKey ? [apiKey] : []), ...headers, ...proxySecrets(proxy)]);

/** A proxy may repeat its password, as a target may repeat the key. */
const proxySecrets = ({ http = '', https = '' }: Settings['proxy']): Secret[] =>
  [http, https].flatMap((address) => {
    const { password = '' } = URL.canParse(address) ? new URL(address) : {};
    return password === '' ? [] : [new Secret(decoded(password), 'The password of the proxy')];
  });

export const redactor = (settings: Settings): ((text: string) => string) => {
  const secrets = secretsOf(settings);
  return (text) => secrets.redact(text);
};

async function supply(settings: Settings, contract: Contract, stop: Stop, killed: ProvisionOptions['killed']) {
  if (!settings.provision || stop.reason !== undefined || settings.readOnly) {
    return { orders: settings.orders, warnings: [], teardown: async () => undefined, said: '' };
  }
  return provision(settings.provision, coverage(contract.suites), {
    fixed: settings.orders,
    signal: stop.signal,
    killed,
    timeoutMs: PROVISION_TIMEOUT_MS,
    redact: redactor(settings),
    apiKey: settings.apiKey?.reveal(),
  });
}

/** Seeding a store may start containers. */
const PROVISION_TIMEOUT_MS = 120_000;

/** The teardown may take until the deadline, but at least this long. */
const MIN_TEARDOWN_MS = 10_000;

/**
 * Loaded on demand: plans and saved evidence need no HTTP client.
 * @throws UsageError if the address of the proxy cannot be used
 */
async function live(settings: Settings) {
  const [{ LiveTransport }, { redacted }] = await Promise.all([import('./http/live.js'), import('./http/redacted.js')]);
  try {
    const transport = new LiveTransport({ ...settings, proxies: settings.proxy, version: tool.version });
    return { transport: redacted(transport, secretsOf(settings)), proxy: transport.proxy };
  } catch (error) {
    throw new UsageError(reasonOf(error), { cause: error });
  }
}

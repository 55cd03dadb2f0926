import { unescape as decoded } from 'node:querystring';
import { Evidence, type EvidenceData, type RunSettings } from '../evidence/evidence.js';
import { redactedExchange } from '../evidence/file/redacted.js';
import type { Look, Plan } from '../evidence/plan.js';
import { Secrets } from '../evidence/secrets/redaction.js';
import { Secret } from '../evidence/secrets/secret.js';
import { tool } from '../interface/helpers/helpers.js';
import { didYouMean, reasonOf, suggest, UsageError } from '../interface/helpers/usage-error.js';
import { causesLike, explainCause } from '../judge/causes/explanation.js';
import { fingerprints } from '../judge/causes/frameworks.generated.js';
import { judgeEvidence, newestEdition } from '../judge/judge.js';
import { redactedReport } from '../judge/report/redacted-report.js';
import type { BaselineEntry, Report } from '../judge/report/report.js';
import { coverage, storeOrdersInterface } from '../suites/contract.js';
import { wronglyMade } from '../suites/orders/contradictions.js';
import type { Edition } from '../suites/terms/requirement.js';
import { type GatheringOptions, gatherAll } from './engine/gather.js';
import { planRequests } from './engine/plan.js';
import { Stop } from './engine/stop.js';
import { type ProvisionOptions, provision } from './fixtures/provision.js';
import type { Transport } from './http/transport.js';
import type { Settings } from './settings/settings.js';

/** A run that is decided: its orders are there, and nothing was sent that counts. */
export type Run = Awaited<ReturnType<typeof plan>>;

interface PlanOptions {
  readonly interrupted?: AbortSignal;
  /** Stops the teardown: the process is about to end. */
  readonly killed?: AbortSignal;
  /** Called every few seconds while the run waits for the target. */
  readonly waiting?: (sentence: string) => void;
}

/**
 * First step: waits for the target, provisions orders, and decides what will be sent.
 * @throws UsageError before anything was sent, if the settings select nothing or provisioning fails
 */
export async function plan(settings: Settings, { interrupted, killed, waiting }: PlanOptions = {}) {
  // A selection that matches nothing, or a proxy that cannot be used, is found before anything is provisioned.
  const unprovisioned = planOf(settings);
  const { transport, proxy } = await live(settings);
  const whyNothing = await waitFor(transport, settings.waitMs, interrupted, waiting);
  const stop = new Stop(settings.deadlineMs, interrupted);
  if (whyNothing !== undefined) stop.now(whyNothing);
  const { orders, warnings, teardown, said } = await supply(settings, stop, killed);
  const { provision: _, ...provisioned } = { ...settings, orders };
  const planned = orders === settings.orders ? unprovisioned : planOf(provisioned);
  let tornDown: Promise<string | undefined> | undefined;
  return {
    plan: planned,
    planFor: (look?: Look): Plan => (look ? planOf(provisioned, look) : planned),
    target: {
      ...{ baseUrl: settings.baseUrl, name: settings.targetName, keyFrom: settings.apiKey?.origin, proxy },
      implementation: settings.implementation,
      settings: shownSettings(settings),
    },
    settings,
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

export interface GatherOptions extends Partial<Pick<GatheringOptions, 'recorder' | 'looksOnly'>> {
  /** No DELETE goes out where the listing contradicts what the seed returned. */
  readonly demandsSeed?: boolean;
}

/** Second step: sends the requests of the plan, and returns the evidence. */
export async function gather(
  run: Run,
  { recorder = {}, looksOnly, demandsSeed }: GatherOptions = {},
): Promise<Evidence> {
  const { planFor, target, transport, stop, settings } = run;
  const { schemas } = settings;
  const whyNot = demandsSeed ? (seen: Evidence) => seedProblem(run, seen) : undefined;
  let gathered: EvidenceData;
  let warning: string | undefined;
  try {
    gathered = await gatherAll(planFor, { target, schemas, transport, stop, recorder, looksOnly, whyNot });
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

/** A seed that fails, and ends with 0 all the same: its own words tell most. */
function seedProblem({ seedSaid }: Run, seen: Evidence): string | undefined {
  const wrong = wronglyMade(seen);
  const said = seedSaid === '' ? 'it wrote nothing to its error output.' : `its error output was: ${seedSaid}`;
  return wrong && `Your seed returned ${wrong}; ${said}`;
}

/** Third step: judges what was received, and redacts the report. */
export function judge(evidence: Evidence, settings: Settings): Report {
  const secrets = secretsOf(settings);
  const scoring = { edition: editionOf(settings.edition), baseline: baselineOf(settings) };
  const report = judgeEvidence(evidence, { tool, strict: settings.strict, ...scoring });
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

/** The edition to score by, the newest where none is given. Throws `UsageError` for one that this version does not have. */
export function editionOf(given: Settings['edition']): Edition {
  const { editions } = storeOrdersInterface;
  if (!given) return newestEdition(storeOrdersInterface);
  const found = editions.find(({ id }) => id === given.value);
  if (found) return found;
  const ids = editions.map(({ id }) => id);
  throw new UsageError(
    `${given.origin}: This version has no edition "${given.value}"; ${suggest(given.value, ids)} Nothing was sent.`,
  );
}

/**
 * The entries of the baseline, checked.
 * @throws UsageError for an entry with a requirement that the contract does not have, or a cause that no report can
 * have
 */
export function baselineOf({ baseline }: Pick<Settings, 'baseline'>): readonly BaselineEntry[] | undefined {
  const { requirements } = storeOrdersInterface;
  const ids = requirements.map(({ id }) => id);
  const named = [...fingerprints.map(({ id }) => id), ...ids];
  const isCause = (id: string): boolean =>
    // Reports number the second of two causes with the same name.
    explainCause(id) !== undefined || [id, id.replace(/-\d+$/, '')].some((name) => named.includes(name));
  const problems = baseline?.flatMap(
    ({ entry: { requirement, cause, requirements: of = [] }, origin, causeOrigin }) => [
      ...[requirement ?? [], of]
        .flat()
        .filter((id) => !ids.includes(id))
        .map(
          (id) =>
            `${origin}: There is no requirement of that name. ${didYouMean(id, ids)} \`store-orders-conformance list\` shows all ids.`,
        ),
      ...(cause === undefined || isCause(cause)
        ? []
        : [
            `${causeOrigin}: There is no cause of that name. ${didYouMean(cause, [...named, ...causesLike(cause)])} A report names its causes.`,
          ]),
    ],
  );
  if (problems?.length) throw new UsageError(problems.join('\n'));
  return baseline?.map(({ entry }) => entry);
}

function shownSettings({ timeoutMs, deadlineMs, waitMs, headers, tls }: Settings): RunSettings {
  const given = (['ca', 'cert', 'insecure'] as const).filter((name) => tls[name]);
  return { timeoutMs, deadlineMs, waitMs, headers: headers.map(({ name }) => name), tls: given };
}

/** The traits of most keys. */
const ANY_KEY = { hasLetters: true, isOneCharacter: false };

/**
 * The plan for these settings. It does not have orders that provisioning would add.
 * @param look the first listing; absent before it is sent
 */
export function planOf(settings: Settings, look?: Look): Plan {
  baselineOf(settings);
  const { apiKey, dryRun } = settings;
  const edition = editionOf(settings.edition);
  // A dry run needs no key.
  const key = apiKey?.traits ?? (dryRun ? ANY_KEY : undefined);
  const planned = planRequests({ ...settings, key }, look);
  if (planned.selected.some((id) => id in edition.requirements)) return planned;
  throw new UsageError(
    `The options select only requirements that came after edition ${edition.id}, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.`,
  );
}

/** Says that the target did not answer in time. */
async function waitFor(transport: Transport, ms?: number, signal?: AbortSignal, tell?: PlanOptions['waiting']) {
  if (ms === undefined) return undefined;
  const { waitForTarget } = await import('./engine/wait.js');
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

async function supply(settings: Settings, stop: Stop, killed: ProvisionOptions['killed']) {
  if (!settings.provision || stop.reason !== undefined || settings.readOnly) {
    return { orders: settings.orders, warnings: [], teardown: async () => undefined, said: '' };
  }
  return provision(settings.provision, coverage, {
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

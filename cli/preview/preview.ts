import { Evidence } from '../../evidence/evidence.js';
import { allRequestsOf, isReady } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import { ApiKey } from '../../evidence/secrets/api-key.js';
import { notApplicable } from '../../evidence/unjudged.js';
import type { RequirementResult } from '../../judge/report/report.js';
import { gather, judge, planRun, type Run } from '../../runner/run.js';
import type { Settings } from '../../runner/settings/settings.js';
import { generateApiKey } from '../../servers/reference.js';
import { type Io, prose } from '../shell/io.js';

/** Everything that a target shows without a DELETE: its listing, and its answers without a valid key. */
export type Preview = Awaited<ReturnType<typeof previewOf>>;

/** Selects all scenarios. */
export const EVERYTHING = { suites: [], scenarios: [], requirements: [], clauses: [] };

/** More than a person reads. */
const MAX_LISTING_BYTES = 1024 * 1024;

/** Sends the first stage of a run. If there is no key, a random one shows at least how the target refuses. */
export async function previewOf({ baseline: _, provision, ...settings }: Settings, io: Io) {
  const apiKey = settings.apiKey ?? new ApiKey(generateApiKey());
  const whole = { ...settings, apiKey, select: EVERYTHING, repeat: 1 };
  const waiting = (sentence: string) => io.err(prose(`${sentence}\n`, io));
  const run = await planRun(whole, { interrupted: io.interrupted, waiting });
  let listing = Buffer.alloc(0);
  const recorder = {
    body: () => {
      listing = Buffer.alloc(0); // the last attempt counts
      return {
        write: (chunk: Uint8Array) => {
          if (listing.length < MAX_LISTING_BYTES) listing = Buffer.concat([listing, chunk]);
        },
      };
    },
  };
  const evidence = await gather(run, { recorder, looksOnly: true });
  return {
    report: judge(run, evidence),
    evidence,
    /**
     * Requirements that the listing would leave blocked in a complete run. Empty with provisioning, which may change
     * that.
     */
    blocked: provision ? [] : blockedBy(evidence, run),
    /** The body of the listing. If it is long, its beginning. */
    listing,
  };
}

/**
 * Requirements that a run would leave blocked after this preview, except for those that only need more declared orders.
 */
function blockedBy(gathered: Evidence, run: Run): readonly RequirementResult[] {
  // Requests that no run can send, including those with a condition.
  const lacks = allRequestsOf(gathered.plan).flatMap(({ id, notSentBecause }) =>
    notSentBecause ? [[idText(id), notSentBecause] as const] : [],
  );
  const unsent = new Map(
    [...gathered.unsent, ...lacks].map(([id, why]) => [
      id,
      why.unjudged === 'inconclusive' ? notApplicable('A run would send it.', why.scenario) : why,
    ]),
  );
  const isSent = ({ id }: Request): number => Number(unsent.get(idText(id))?.unjudged !== 'blocked');
  // Move blocked requests first: they decide.
  const scenarios = gathered.plan.scenarios.map((scenario) =>
    isReady(scenario)
      ? { ...scenario, requests: scenario.requests.toSorted((a, b) => isSent(b) - isSent(a)) }
      : scenario,
  );
  const evidence = new Evidence({
    ...gathered,
    stopped: undefined,
    defects: [],
    warnings: [],
    plan: { ...gathered.plan, scenarios },
    unsent,
  });
  const { requirements } = judge(run, evidence);
  const missing = new Set(gathered.plan.scenarios.flatMap((scenario) => (isReady(scenario) ? [] : scenario.reason)));
  return requirements.filter(({ verdict, reason = '' }) => verdict === 'blocked' && !missing.has(reason));
}

import { DeletionLedger } from '../../runner/engine/ledger.js';
import { Evidence } from '../../runner/evidence/evidence.js';
import { withSubstitutes } from '../../runner/evidence/held-back.js';
import { idsToLookUp, isReady, type Plan, type PlannedScenario, requestsOf } from '../../runner/evidence/plan.js';
import { idText, type Request } from '../../runner/evidence/request.js';
import { notApplicable, type Unjudged } from '../../runner/evidence/unjudged.js';
import { judge } from '../../runner/judge/judge.js';
import type { RequirementResult } from '../../runner/judge/report.js';
import type { ListingReading } from '../../runner/listing/index.js';
import { editionOf, planOf } from '../../runner/run.js';
import type { Settings } from '../../runner/settings/settings.js';
import { tool } from '../../runner/settings/tool.js';
import { storeOrdersInterface } from '../../suites/contract.js';

/** The plan of a complete run. What provisioning makes is not known before: then nothing is foreseen. */
export class CompletePlan {
  readonly plan: Plan;
  readonly #settings: Settings;

  constructor({ baseline: _, ...rest }: Settings) {
    this.#settings = { ...rest, select: EVERYTHING, repeat: 1, maxFailures: undefined };
    this.plan = planOf(this.#settings, storeOrdersInterface);
  }

  /** What the listing has to be asked for. */
  get ids(): readonly bigint[] {
    return idsToLookUp(this.plan);
  }

  /**
   * The requirements that a run would leave blocked, as its ledger and its rules decide with this listing; without those
   * for which too few orders are declared.
   */
  blockedBy(listing: ListingReading): readonly RequirementResult[] {
    if (this.#settings.provision) return [];
    const plan = withSubstitutes(this.plan, listing);
    const ledger = new DeletionLedger(plan);
    ledger.known.admit(listing);
    const unsent = new Map(requestsOf(plan).map((request) => [idText(request.id), whyUnsent(request, ledger)]));
    const evidence = new Evidence({
      target: { baseUrl: this.#settings.baseUrl },
      startedAt: new Date(0).toISOString(),
      durationMs: 0,
      plan: { ...plan, scenarios: plan.scenarios.map((scenario) => sentFirst(scenario, unsent)) },
      exchanges: [],
      readings: new Map(),
      unsent,
      defects: [],
      warnings: [],
    });
    const edition = editionOf(storeOrdersInterface, this.#settings.edition);
    const options = { tool, strict: false, edition };
    const { requirements } = judge(storeOrdersInterface, evidence, options);
    const lacks = new Set(this.plan.scenarios.flatMap((scenario) => (isReady(scenario) ? [] : scenario.reason)));
    return requirements.filter(({ verdict, reason = '' }) => verdict === 'blocked' && !lacks.has(reason));
  }
}

/** What would be sent leaves nothing open here: its answer is for a run to see. */
function whyUnsent({ aim, ...request }: Request, ledger: DeletionLedger): Unjudged {
  const sent = notApplicable('A run would send it.', request.id.scenario);
  if (request.lack || aim.kind === 'listing') return request.lack ?? sent;
  const orderId = ledger.orderIdFor({ ...request, aim });
  return typeof orderId === 'object' ? orderId : sent;
}

/** A scenario that sends anything is not blocked as a whole: what is told of it is told of its first request. */
function sentFirst(scenario: PlannedScenario, unsent: ReadonlyMap<string, Unjudged>): PlannedScenario {
  if (!isReady(scenario)) return scenario;
  const isSent = ({ id }: Request) => unsent.get(idText(id))?.unjudged === 'not-applicable';
  return { ...scenario, requests: scenario.requests.toSorted((a, b) => Number(isSent(b)) - Number(isSent(a))) };
}

const EVERYTHING = { suites: [], scenarios: [], requirements: [], clauses: [] };

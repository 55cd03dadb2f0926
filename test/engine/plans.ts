import type { EvidenceData } from '../../evidence/evidence.js';
import type { Look, Plan, PlanInputs } from '../../evidence/plan.js';
import { NO_ORDERS } from '../../interface/declared.js';
import { gatherAll } from '../../runner/engine/gather.js';
import { planRequests } from '../../runner/engine/plan.js';
import { planOf } from '../../runner/engine/plan-of-settings.js';
import { Stop } from '../../runner/engine/stop.js';
import type { Transport } from '../../runner/http/transport.js';
import { type ConformanceOptions, settingsFromOptions } from '../../runner/settings/options.js';
import type { Contract } from '../../suites/contract.js';

/** The plan of the suite with these options. */
export const planFor = (options: Partial<ConformanceOptions> = {}, look?: Look): Plan =>
  planOf(settingsFromOptions({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'Sample-Key-0001', ...options }), look);

/** The plan of a whole contract by default. */
export const planOfContract = (
  contract: Contract,
  { select = {}, ...differs }: Partial<Omit<PlanInputs, 'select'>> & { select?: Partial<PlanInputs['select']> } = {},
  look?: Look,
): Plan =>
  planRequests(
    {
      orders: NO_ORDERS,
      select: { suites: [], scenarios: [], requirements: [], clauses: [], ...select },
      readOnly: false,
      concurrency: 8,
      key: { hasLetters: true, isOneCharacter: false },
      ...differs,
    },
    look,
    contract,
  );

/** The evidence of a run with this plan over this transport. */
export const gatherOver = (
  planFor: (look?: Look) => Plan,
  transport: Transport,
  differs: Partial<Parameters<typeof gatherAll>[1]> = {},
): Promise<EvidenceData> =>
  gatherAll(planFor, {
    target: { baseUrl: 'http://127.0.0.1/v1' },
    transport,
    stop: new Stop(60_000),
    recorder: {},
    ...differs,
  });

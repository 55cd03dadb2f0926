import { exitCodeOf } from '../../cli/shell/reports.js';
import { type ConformanceOptions, type Report, runConformance, type Verdict } from '../../index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { type Store, type StoreOptions, startStore } from './store.js';

export const judgeStore = (store: Store, options: Partial<ConformanceOptions> = {}): Promise<Report> =>
  runConformance({ baseUrl: store.baseUrl, apiKey: store.apiKey, orders: store.orders, fresh: true, ...options });

/** Over HTTP only where that shows in what is sent, or in how it is answered. */
export const judgeReference = async (
  options: Partial<ConformanceOptions> = {},
  store: Omit<StoreOptions, 'latencyMs'> = {},
): Promise<Report> =>
  onlyReplies(store) ? judgeInMemory(store, options) : judgeStore(await startStore(store), options);

export const summary = (report: Report) => ({
  verdict: report.verdict,
  complete: report.complete,
  exitCode: exitCodeOf(report),
});

export const scenarioOf = (report: Report, id: string) => {
  const result = report.scenarios.find((scenario) => scenario.id === id);
  if (!result) throw new Error(`The report lacks scenario ${id}.`);
  return result;
};

export const requirementOf = (report: Report, id: string) => {
  const result = report.requirements.find((requirement) => requirement.id === id);
  if (!result) throw new Error(`The report lacks requirement ${id}.`);
  return result;
};

export const requirementsWith = (report: Report, verdict: Verdict): string[] =>
  report.requirements.filter((requirement) => requirement.verdict === verdict).map(({ id }) => id);

/** No requirement at all. */
export const none = {
  pass: 0,
  fail: 0,
  warn: 0,
  blocked: 0,
  inconclusive: 0,
  skipped: 0,
  'not-applicable': 0,
  error: 0,
};

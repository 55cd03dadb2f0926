import { type ConformanceOptions, type Report, runConformance } from '../../index.js';
import type { Store } from './store.js';

export const judgeStore = (store: Store, options: Partial<ConformanceOptions> = {}): Promise<Report> =>
  runConformance({
    baseUrl: store.baseUrl,
    apiKey: store.apiKey,
    orders: store.orders,
    disposable: true,
    fresh: true,
    ...options,
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

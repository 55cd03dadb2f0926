import { beforeAll, describe, type RunnerTestSuite, type TestContext, test } from 'vitest';
import { findingWriter } from '../reporters/finding-text.js';
import { gate, runTest } from '../reporters/gate.js';
import type { ConformanceOptions } from '../runner/config/options.js';
import { conform } from '../runner/conform.js';
import type { Report, ScenarioResult } from '../runner/report.js';
import type { Scenario } from '../runner/scenario.js';
import { tool } from '../runner/tool.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { openTarget } from './target.js';

export type { ConformanceOptions } from '../runner/config/options.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The report of the run that the file's tests show; the reporter writes it. */
    storeOrdersConformance?: Report;
  }
}

/** Beyond its deadline, a run only winds up. */
const WIND_UP_MS = 30_000;

/**
 * Declares one test a scenario, with the verdicts of the command line. Without options, the target is what the
 * environment names (`STORE_ORDERS_BASE_URL` and its companions), else the embedded reference.
 */
export function conformance(options?: ConformanceOptions): void {
  describe(storeOrdersInterface.name, () => {
    let report: Report;
    const ids = new Map<string, string>();
    beforeAll(
      async (_context, suite) => {
        report = await judgeOnce(options, selectedIn(suite, ids));
        suite.file.meta.storeOrdersConformance = report;
      },
      (options?.deadlineMs ?? DEADLINE_MS) + WIND_UP_MS,
    );
    for (const { title, scenarios } of storeOrdersInterface.suites) {
      describe(title, () => {
        for (const scenario of scenarios) declare(scenario, ids, () => report);
      });
    }
    test('The run is conformant', () => {
      const judge = gate(report);
      const failure = runTest(report, report.scenarios.map(judge));
      if (failure) throw new Error(failure.message);
    });
  });
}

const DEADLINE_MS = 300_000;

function declare(scenario: Scenario, ids: Map<string, string>, reportOf: () => Report): void {
  const name = `${scenario.title} [${scenario.id}]`;
  ids.set(name, scenario.id);
  test(name, async (context) => {
    const report = reportOf();
    const result = report.scenarios.find(({ id }) => id === scenario.id);
    if (!result) throw new Error(`The report lacks scenario ${scenario.id}: a defect of the suite.`);
    await show(context, report, result);
  });
}

async function show(context: TestContext, report: Report, result: ScenarioResult): Promise<void> {
  const text = [...(result.reason === undefined ? [] : [result.reason]), findingWriter(report)(result.findings)].join(
    '\n',
  );
  switch (gate(report)(result)) {
    case 'passed':
      if (result.verdict === 'warn') await context.annotate(text, 'warning');
      return;
    case 'skipped':
      return context.skip(text);
    case 'failure':
    case 'error':
      throw new Error(`${result.verdict}: ${text}`);
  }
}

/** The scenarios that `-t`, `.only` and the like have left to run: a test that is filtered out cancels nothing. */
function selectedIn(suite: Readonly<RunnerTestSuite>, ids: ReadonlyMap<string, string>): string[] {
  return suite.tasks.flatMap((task): string[] => {
    if (task.mode === 'skip' || task.mode === 'todo') return [];
    if (task.type === 'suite') return selectedIn(task, ids);
    const id = ids.get(task.name);
    return id === undefined ? [] : [id];
  });
}

async function judgeOnce(options: ConformanceOptions | undefined, selected: readonly string[]): Promise<Report> {
  const target = await openTarget(options);
  try {
    const { select } = target.settings;
    const all = storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios).length;
    const scenarios = selected.length < all ? selected : select.scenarios;
    return await conform({ ...target.settings, select: { ...select, scenarios } }, storeOrdersInterface, {
      tool,
      ...(options?.signal && { signal: options.signal }),
    });
  } finally {
    await target.close();
  }
}

import { describe, type RunnerTask, type TestContext, test } from 'vitest';
import { findingWriter } from '../reporters/finding-text.js';
import { gate, runTest } from '../reporters/gate.js';
import { conform } from '../runner/conform.js';
import type { Report, ScenarioResult } from '../runner/judge/report.js';
import type { ConformanceOptions } from '../runner/settings/options.js';
import { tool } from '../runner/settings/tool.js';
import { storeOrdersInterface } from '../suites/contract.js';
import { openTarget } from './target.js';

export type { ConformanceOptions } from '../runner/settings/options.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The report of the run that the file's tests show; the reporter writes it. */
    storeOrdersConformance?: Report;
  }
}

/** As long as a run may take without options, and what it needs to wind up. */
const DEADLINE_MS = 300_000;
const WIND_UP_MS = 30_000;

const scenarios = storeOrdersInterface.suites.flatMap((suite) => suite.scenarios);
const nameOf = ({ id, title }: { id: string; title: string }): string => `${title} [${id}]`;

/**
 * Declares one test a scenario, with the verdicts of the command line. Without options, the target is what the
 * environment names (`STORE_ORDERS_BASE_URL` and its companions), else the embedded reference.
 */
export function conformance(options?: ConformanceOptions): void {
  const timeout = (options?.deadlineMs ?? DEADLINE_MS) + WIND_UP_MS;
  let judging: Promise<Report> | undefined;
  /** The first test that runs starts the one run that all of them show. */
  const reportFor = async ({ task }: TestContext): Promise<Report> => {
    judging ??= judge(options, selectedIn(task.file.tasks));
    const report = await judging;
    task.file.meta.storeOrdersConformance = report;
    return report;
  };

  describe(storeOrdersInterface.name, () => {
    for (const suite of storeOrdersInterface.suites) {
      describe(suite.title, () => {
        for (const { id, title } of suite.scenarios) {
          test(nameOf({ id, title }), { timeout }, async (context) => {
            const report = await reportFor(context);
            const result = report.scenarios.find((scenario) => scenario.id === id);
            if (!result) throw new Error(`The report lacks scenario ${id}: a defect of the suite.`);
            await show(context, report, result);
          });
        }
      });
    }
    test('The run is conformant', { timeout }, async (context) => {
      const report = await reportFor(context);
      const failure = runTest(report, report.scenarios.map(gate(report)));
      if (failure) throw new Error(failure.message);
    });
  });
}

async function show(context: TestContext, report: Report, result: ScenarioResult): Promise<void> {
  const reasons = result.reason === undefined ? [] : [result.reason];
  const text = [...reasons, findingWriter(report)(result.findings)].join('\n');
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
function selectedIn(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task): string[] => {
    if (task.mode === 'skip' || task.mode === 'todo') return [];
    if (task.type === 'suite') return selectedIn(task.tasks);
    return scenarios.filter((scenario) => nameOf(scenario) === task.name).map(({ id }) => id);
  });
}

async function judge(options: ConformanceOptions | undefined, selected: readonly string[]): Promise<Report> {
  const { settings, close } = await openTarget(options);
  try {
    const isFiltered = selected.length < scenarios.length;
    const select = isFiltered ? { ...settings.select, scenarios: selected } : settings.select;
    return await conform({ ...settings, select }, storeOrdersInterface, {
      tool,
      ...(options?.signal && { signal: options.signal }),
    });
  } finally {
    await close();
  }
}

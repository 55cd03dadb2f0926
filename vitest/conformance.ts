import { existsSync } from 'node:fs';
import { describe, type RunnerTask, type TestContext, test } from 'vitest';
import { groupBy, installedCommand } from '../interface/helpers/helpers.js';
import { UsageError } from '../interface/helpers/usage-error.js';
import type { Report } from '../judge/report/report.js';
import { safeLines } from '../reporters/printable.js';
import { testCases } from '../reporters/test-cases.js';
import { isGreen, requirementName, runSentence } from '../reporters/wording.js';
import { select } from '../runner/engine/selection.js';
import { gather, judge, planRun, tearDown } from '../runner/run.js';
import { inLibraryWords } from '../runner/settings/library-words.js';
import { loadSettings } from '../runner/settings/load.js';
import { OPTIONS } from '../runner/settings/option-table.js';
import { type ConformanceOptions, loadOptions } from '../runner/settings/options.js';
import type { Settings } from '../runner/settings/settings.js';
import { storeOrdersInterface } from '../suites/contract.js';

export type { ConformanceOptions } from '../runner/settings/options.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The report that the tests of this file show. The reporter writes it. */
    storeOrdersConformance?: Report;
  }
}

const command = installedCommand(process.env, process.versions.pnp);

const { requirements, rules, suites } = storeOrdersInterface;

/** The title of the suite with the first scenario of the requirement. */
function suiteOf(id: string): string {
  const scenario = rules.find(({ requirement }) => requirement === id)?.needs[0];
  return suites.find(({ scenarios }) => scenarios.some((entry) => entry.id === scenario))?.title ?? 'The run';
}

/**
 * Declares one test for each requirement, with the verdicts of the command line, and one for the run. Without options,
 * the environment (`STORE_ORDERS_BASE_URL` and its companions) or the configuration file names the target.
 * @throws UsageError if none of them does
 */
export function conformance(options?: ConformanceOptions): void {
  if (!options) demandTarget(process.env);
  // A run may end after its deadline.
  const timeout = (options?.deadlineMs ?? OPTIONS.deadline.default) + 30_000;
  let judging: Promise<Report> | undefined;
  /** The first test starts the run; all tests share it. */
  const reportFor = async ({ task }: TestContext): Promise<Report> => {
    judging ??= judgeTarget(options, selectedIn(task.file.tasks));
    const report = await judging;
    task.file.meta.storeOrdersConformance = report;
    return report;
  };

  describe(storeOrdersInterface.name, () => {
    // First, so that readers see the causes before the broken requirements.
    test('The run is conformant', { timeout }, async (context) => {
      const report = await reportFor(context);
      if (!isGreen(report)) throw new TestFailure(causesText(report));
      // Vitest would hide warnings of a test that passes.
      if (report.causes.length > 0) console.warn(safeLines(causesText(report)));
    });
    for (const [title, group] of groupBy(requirements, ({ id }) => suiteOf(id))) {
      describe(title, () => {
        for (const requirement of group) {
          test(requirementName(requirement), { timeout }, async (context) => {
            await show(context, requirement.id, await reportFor(context));
          });
        }
      });
    }
  });
}

/** The verdict, and a line or two for each cause. The tests of broken requirements have the details. */
function causesText(report: Report): string {
  const causes = report.causes.map(({ headline, id }, index) => `${index + 1}. ${headline} (${command} explain ${id})`);
  return [runSentence(report), ...causes].join('\n');
}

/**
 * A failure of the target, so it shows no line of this code. Vitest merges failures with the same stack, and prints all
 * test names with the first message. So the message is the cause's, and the test names are the requirements.
 */
class TestFailure extends Error {
  override readonly name = 'Failure';

  constructor(message: string) {
    super(safeLines(message));
    this.stack = this.message;
  }
}

async function show(context: TestContext, id: string, report: Report): Promise<void> {
  const testCase = testCases(report, { command }).find((each) => each.id === id);
  if (!testCase) throw new Error(`The report lacks requirement ${id}: a defect of the suite.`);
  const { outcome, verdict, message, details } = testCase;
  if (outcome === 'skipped' || outcome === 'known') context.skip(safeLines(message));
  if (outcome !== 'passed') {
    const cause = report.causes.find(({ requirements: broken }) => broken.includes(id));
    throw new TestFailure(cause ? `${cause.headline} (${command} explain ${cause.id})` : `${verdict}: ${message}`);
  }
  if (verdict === 'warn') await context.annotate?.(safeLines(details), 'warning'); // since Vitest 3.2
}

/** The requirements that `-t`, `.only` and similar filters leave to run: a filtered test must not cancel anything. */
function selectedIn(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task): string[] => {
    if (task.mode === 'skip' || task.mode === 'todo') return [];
    if (task.type === 'suite') return selectedIn(task.tasks);
    return requirements.filter((requirement) => requirementName(requirement) === task.name).map(({ id }) => id);
  });
}

/** An unset variable, or a test file without a target, must not turn a gate green. */
function demandTarget({ STORE_ORDERS_BASE_URL, STORE_ORDERS_CONFIG, STORE_ORDERS_TARGET }: NodeJS.ProcessEnv): void {
  if (STORE_ORDERS_BASE_URL || STORE_ORDERS_CONFIG || STORE_ORDERS_TARGET) return;
  if (existsSync(OPTIONS.config.default)) return;
  throw new UsageError(
    'conformance() was given no target, so there is nothing to judge. Write conformance({ baseUrl, apiKey, orders }), or set STORE_ORDERS_BASE_URL, STORE_ORDERS_API_KEY and STORE_ORDERS_FIXTURES.',
  );
}

/** Judges the target of the options, or else of the environment or the configuration file. */
async function judgeTarget(options: ConformanceOptions | undefined, selected: readonly string[]): Promise<Report> {
  const settings = options
    ? await loadOptions(options)
    : await loadSettings({ flags: {}, env: process.env, cwd: process.cwd() });
  const run = await planRun(narrowed(settings, selected), { interrupted: options?.signal });
  const report = judge(run, await gather(run));
  await tearDown(run);
  return options ? inLibraryWords(report) : report;
}

/**
 * The requirements that both settings and filter select. With only the test of the run, everything in the settings is
 * judged.
 */
function narrowed(settings: Settings, filtered: readonly string[]): Settings {
  if (filtered.length === 0 || filtered.length === requirements.length) return settings;
  const selected = new Set(select(settings.select).requirements);
  const both = filtered.filter((id) => selected.has(id));
  if (both.length === 0) throw new UsageError('The options leave out all that the filter selects; nothing was sent.');
  return { ...settings, select: { ...settings.select, requirements: both } };
}

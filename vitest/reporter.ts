import { writeFile } from 'node:fs/promises';
import type { TaskMeta } from 'vitest';
import type { TestModule } from 'vitest/node';
import type { Reporter } from 'vitest/reporters';
import { renderReport } from '../reporters/index.js';
import type {} from './conformance.js';

export interface ConformanceReporterOptions {
  /**
   * The path of the JSON report, relative to the working directory. Default: `store-orders-conformance-report.json`. If
   * several test files judge, the second report and further ones get a number: `report-2.json`.
   */
  readonly outputFile?: string;
}

/** `meta()` came with Vitest 3.1. */
const metaOf = (module: TestModule): TaskMeta =>
  module.meta?.() ?? (module as unknown as { task: { meta: TaskMeta } }).task.meta;

/** Writes the conformance report of a Vitest run: `reporters: ['default', new ConformanceReporter()]`. */
export class ConformanceReporter implements Reporter {
  constructor(readonly options: ConformanceReporterOptions = {}) {}

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const { outputFile = 'store-orders-conformance-report.json' } = this.options;
    const reports = modules.flatMap((module) => metaOf(module).storeOrdersConformance ?? []);
    for (const [index, report] of reports.entries()) {
      const file = index === 0 ? outputFile : outputFile.replace(/(\.[^./\\]*)?$/, `-${index + 1}$1`);
      await writeFile(file, renderReport(report, 'json'));
      console.log(`Conformance report: ${file}`);
    }
  }
}

// Vitest loads a reporter that is named by its module through the default export.
export default ConformanceReporter;

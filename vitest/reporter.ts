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

const DEFAULT_FILE = 'store-orders-conformance-report.json';

/** Writes the conformance report of a Vitest run: `reporters: ['default', new ConformanceReporter()]`. */
export class ConformanceReporter implements Reporter {
  readonly #file: string;

  constructor({ outputFile = DEFAULT_FILE }: ConformanceReporterOptions = {}) {
    this.#file = outputFile;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const reports = modules.flatMap((module) => metaOf(module).storeOrdersConformance ?? []);
    const writings = reports.map((report, index) => {
      const file = index === 0 ? this.#file : this.#file.replace(/(\.[^./\\]*)?$/, `-${index + 1}$1`);
      return writeFile(file, renderReport(report, 'json')).then(() => file);
    });
    for (const file of await Promise.all(writings)) console.log(`Conformance report: ${file}`);
  }
}

// Vitest loads a reporter that is named by its module through the default export.
export default ConformanceReporter;

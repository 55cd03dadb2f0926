import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';

const vendor = inject('vendor');
const dist = join(vendor, 'node_modules/store-orders-conformance/dist');
const compiler = (path: string): string => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const declarations = (entry: string): string => readFileSync(join(dist, `${entry}.d.ts`), 'utf8');

const library = `
  import { type BaselineEntry, compareReports, type Comparison, type ConformanceOptions, type OrderId, type Report, runConformance, UsageError } from 'store-orders-conformance';
  const pending: readonly OrderId[] = [10, 9007199254740993n, '11'];
  const options: ConformanceOptions = { baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'k', orders: { pending } };
  // @ts-expect-error Every run has a target.
  const without: ConformanceOptions = { apiKey: 'k' };
  const baseline: readonly BaselineEntry[] = [{ requirement: 'list.array', reason: 'Known.', expires: '2027-01-31' }];
  const report: Report = await runConformance({ ...options, baseline });
  const { worse }: Comparison = compareReports(report, report);
  export const isWorse: boolean = worse;
  const verdict: 'conformant' | 'nonconformant' | 'inconclusive' | 'error' = report.verdict;
  // @ts-expect-error A report is made once.
  report.verdict = verdict;
  // @ts-expect-error It has no such member.
  report.nothing;
  export const caught = (error: unknown): string => (error instanceof UsageError ? error.message : String(without));`;

const host = `
  import type { Report } from 'store-orders-conformance';
  import { conformance } from 'store-orders-conformance/vitest';
  import DefaultReporter, { ConformanceReporter } from 'store-orders-conformance/vitest/reporter';
  import type { TestModule } from 'vitest/node';
  conformance({ baseUrl: 'http://127.0.0.1:8080/v1' });
  // @ts-expect-error A base URL is text.
  conformance({ baseUrl: 1 });
  export const reporters = [new DefaultReporter(), new ConformanceReporter({ outputFile: 'report.json' })];
  export const reportOf = (module: TestModule): Report | undefined => module.meta().storeOrdersConformance;`;

test.each([
  [7, '@typescript/native/bin/tsc'],
  [6, 'typescript/bin/tsc6'],
])(
  'TypeScript %i compiles a strict project with the library, the Vitest host and the declarations',
  {
    timeout: 120_000,
  },
  (version, path) => {
    const project = join(vendor, `typescript-${version}`);
    mkdirSync(project);
    const compilerOptions = {
      ...{ target: 'ES2022', lib: ['ES2023'], module: 'NodeNext', types: ['node'], noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    };
    const files = { 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify({ compilerOptions }) };
    for (const [name, text] of Object.entries({ ...files, 'library.ts': library, 'host.ts': host }))
      writeFileSync(join(project, name), text);
    const { stdout, stderr } = spawnSync(process.execPath, [compiler(path), '-p', project], {
      cwd: project,
      encoding: 'utf8',
    });
    // Vitest's declarations import happy-dom's, which `environments.test.ts` needs here, and which do not fit Node 20's.
    const errors = stdout.split('\n').filter((line) => !/^\S*\/node_modules\/happy-dom\//.test(line));
    expect([errors.join('\n'), stderr]).toEqual(['', '']);
  },
);

test('each entry has one file of declarations, which needs no package but Vitest', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
  const entries = ['index', 'vitest', 'vitest-reporter'];
  expect(files.sort()).toEqual(entries.map((entry) => `${entry}.d.ts`).sort());
  const imported = entries.map((entry) =>
    [...declarations(entry).matchAll(/^(?:import|export) (?:.* from )?'(.*)';$/gm)].map((found) => found[1]),
  );
  expect(imported).toEqual([[], ['vitest'], ['vitest/node', 'vitest/reporters']]);
});

test('doc comments reach the vendor', () => {
  expect(declarations('index')).toMatch(/\* Judges a deployment .*\n(?: \*.*\n)+declare function runConformance/);
  expect(declarations('vitest')).toMatch(/\/\*\* .*report.*\*\/\n\s+storeOrdersConformance\?: Report;/);
});

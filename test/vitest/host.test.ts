import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fault } from '../engine/servers.js';
import { asChanged, deletesOf, openStore, type Store, type StoreOptions } from '../engine/store.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const scenarios = storeOrdersInterface.suites.flatMap((suite) => suite.scenarios);

/** A vendor's repository: a configuration, and test files that import the package. */
const files = {
  'vitest.config.mjs': `export default {
    resolve: { alias: { 'store-orders-conformance/vitest': ${JSON.stringify(join(root, 'vitest/conformance.ts'))} } },
    test: {
      include: ['*.spec.ts'],
      reporters: ['json', [${JSON.stringify(join(root, 'vitest/reporter.ts'))}, { outputFile: process.env.REPORT }]],
      outputFile: process.env.RESULTS,
    },
  };`,
  'target.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    const ids = (name) => (process.env[name] ?? '').split(',').filter((id) => id !== '');
    const orders = { pending: ids('PENDING'), shipped: ids('SHIPPED'), other: ids('OTHER') };
    conformance({ baseUrl: process.env.TARGET_URL, apiKey: process.env.TARGET_KEY, orders });`,
  'reference.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance();`,
};

interface TestResult {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  readonly failureMessages: readonly string[];
}

interface HostedRun {
  readonly store: Store;
  readonly code: number;
  readonly tests: readonly TestResult[];
  readonly report: unknown;
}

const directory = await mkdtemp(join(root, 'test/vitest/project-'));
const stores: Awaited<ReturnType<typeof openStore>>[] = [];

afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await rm(directory, { recursive: true, force: true });
});

const ownNames = ({ baseUrl, apiKey, orders }: Store): Record<string, string> => ({
  TARGET_URL: baseUrl,
  TARGET_KEY: apiKey,
  PENDING: orders.pending.join(','),
  SHIPPED: orders.shipped.join(','),
  OTHER: orders.other.join(','),
});

interface HostedRunOptions {
  readonly name: string;
  readonly argv: readonly string[];
  readonly store?: StoreOptions;
  readonly env?: (store: Store) => Record<string, string>;
}

/** Runs Vitest in the vendor's repository, in a process of its own, beside a store of its own. */
async function runVitest({ name, argv, store: options = {}, env = ownNames }: HostedRunOptions): Promise<HostedRun> {
  const store = await openStore(options);
  stores.push(store);
  const [results, report] = [join(directory, `${name}-results.json`), join(directory, `${name}-report.json`)];
  const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', directory, ...argv];
  const surroundings = { PATH: process.env.PATH, HOME: directory, RESULTS: results, REPORT: report, ...env(store) };
  const code = await new Promise<number>((resolve) => {
    const child = execFile(process.execPath, words, { cwd: directory, env: surroundings }, () =>
      resolve(child.exitCode ?? -1),
    );
  });
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
    testResults: { assertionResults: TestResult[] }[];
  };
  const written = await readFile(report, 'utf8').catch(() => undefined);
  return {
    store,
    code,
    tests: testResults.flatMap(({ assertionResults }) => assertionResults),
    report: written === undefined ? undefined : JSON.parse(written),
  };
}

const scenarioIdOf = ({ title }: TestResult): string | undefined => /\[([^\]]+)\]$/.exec(title)?.[1];

describe('conformance() in a test file', () => {
  let runs: Record<'faulty' | 'selected' | 'unselected' | 'reference' | 'environment', HostedRun>;

  // At the same time: each takes a second, most of it the start of Vitest.
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
    const [faulty, selected, unselected, reference, environment] = await Promise.all([
      runVitest({ name: 'faulty', argv: ['target.spec.ts'], store: asChanged(fault('cancels-delivered')) }),
      runVitest({ name: 'selected', argv: ['target.spec.ts', '-t', '\\[cancel-other\\]'] }),
      runVitest({ name: 'unselected', argv: ['target.spec.ts', '-t', 'no such test'] }),
      runVitest({ name: 'reference', argv: ['reference.spec.ts'], env: () => ({}) }),
      runVitest({
        name: 'environment',
        argv: ['reference.spec.ts'],
        env: ({ baseUrl, apiKey }) => ({ STORE_ORDERS_BASE_URL: baseUrl, STORE_ORDERS_API_KEY: apiKey }),
      }),
    ]);
    runs = { faulty, selected, unselected, reference, environment };
  }, 30_000);

  test('is one test a scenario; those that fail are the scenarios that fail', () => {
    const { code, tests } = runs.faulty;
    expect(code).toBe(1);
    expect(tests.flatMap((result) => scenarioIdOf(result) ?? [])).toEqual(scenarios.map(({ id }) => id));
    const failed = tests.filter(({ status }) => status === 'failed');
    expect(failed.map(scenarioIdOf)).toEqual(['cancel-other']);
    expect(tests.filter(({ status }) => status === 'passed')).toHaveLength(tests.length - 1);
    const [message = ''] = failed[0]?.failureMessages ?? [];
    expect(message).toContain('cancel.other-state');
    expect(message).toContain('Order 301');
    expect(message).toMatch(/curl -sS -i -X DELETE/);
  });

  test('leaves the report of the run to the reporter, which writes it', () => {
    const { report, store } = runs.faulty;
    expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'nonconformant',
      complete: true,
      target: { baseUrl: store.baseUrl },
      counts: { fail: 1, pass: scenarios.length - 1 },
    });
  });

  test('under -t cancels only what the selected test needs', () => {
    const { code, tests, report, store } = runs.selected;
    expect(code).toBe(0);
    expect(tests.filter(({ status }) => status === 'passed').map(scenarioIdOf)).toEqual(['cancel-other']);
    expect(deletesOf(store).map(({ url }) => url)).toEqual(['/v1/store/orders/301']);
    expect(report).toMatchObject({ complete: false, deletions: [{ orderId: '301', scenario: 'cancel-other' }] });
  });

  test('that -t leaves out sends nothing', () => {
    expect(runs.unselected.store.connections()).toBe(0);
  });

  test('without a target judges the embedded reference', () => {
    const { code, tests, report } = runs.reference;
    expect([code, tests.filter(({ status }) => status !== 'passed')]).toEqual([0, []]);
    expect(report).toMatchObject({ verdict: 'conformant', complete: true });
  });

  test('without options judges the target that the environment names; what is blocked is red', () => {
    const { code, tests, report, store } = runs.environment;
    expect(code).toBe(1);
    expect(report).toMatchObject({ verdict: 'inconclusive', target: { baseUrl: store.baseUrl } });
    const blocked = tests.find((result) => scenarioIdOf(result) === 'cancel-pending');
    expect(blocked?.status).toBe('failed');
    expect(blocked?.failureMessages.join()).toContain('Add 1 more pending order');
  });
});

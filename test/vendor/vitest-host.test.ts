import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';
import { fault } from '../engine/servers.js';
import { asChanged, deletesOf, openStore, type Store, type StoreOptions } from '../engine/store.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const catalogue = storeOrdersInterface.requirements.map(({ id }) => id).sort();

/** A vendor's repository: configurations, of which the suite's asks for a report, and test files. */
const files = {
  'vitest.config.mjs': `export default {
    test: {
      include: ['*.spec.ts'],
      reporters: ['json', ['store-orders-conformance/vitest/reporter', { outputFile: process.env.REPORT }]],
      outputFile: process.env.RESULTS,
    },
  };`,
  'target.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    const ids = (name) => (process.env[name] ?? '').split(',').filter((id) => id !== '');
    const orders = { pending: ids('PENDING'), shipped: ids('SHIPPED'), other: ids('OTHER') };
    conformance({ baseUrl: process.env.TARGET_URL, apiKey: process.env.TARGET_KEY, orders });`,
  'listing.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance({ baseUrl: process.env.TARGET_URL, apiKey: process.env.TARGET_KEY, requirements: ['list.*'] });`,
  'untargeted.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance();`,
  'conformance.yaml': 'report: junit=unused.xml\n',
};

interface TestResult {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';
  readonly failureMessages: readonly string[];
}

const directory = await mkdtemp(join(inject('vendor'), 'repository-'));
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

/** Runs Vitest in the vendor's repository, in a process of its own, beside a store of its own. */
async function runVitest(name: string, argv: readonly string[], env = ownNames, options: StoreOptions = {}) {
  const store = await openStore(options);
  stores.push(store);
  const [results, report] = [join(directory, `${name}-results.json`), join(directory, `${name}-report.json`)];
  const words = [vitest, 'run', '--root', directory, ...argv];
  const surroundings = { PATH: process.env.PATH, HOME: directory, RESULTS: results, REPORT: report, ...env(store) };
  const { code, said } = await new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(process.execPath, words, { cwd: directory, env: surroundings }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, said: `${out}${err}` }),
    );
  });
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
    testResults: { assertionResults: TestResult[]; message: string }[];
  };
  return {
    store,
    code,
    said: [said, ...testResults.map(({ message }) => message)].join('\n'),
    tests: testResults.flatMap(({ assertionResults }) => assertionResults),
    report: JSON.parse(await readFile(report, 'utf8').catch(() => 'null')) as unknown,
  };
}

/** `cancel.pending.status (§4.2, must): …` */
const requirementIdOf = ({ title }: TestResult): string | undefined => /^(\S+) \(/.exec(title)?.[1];

const titlesOf = (tests: readonly TestResult[], status: TestResult['status']): string[] =>
  tests.filter((result) => result.status === status).map((result) => requirementIdOf(result) ?? result.title);

describe('conformance() in a test file', () => {
  let runs: Record<
    'faulty' | 'shared' | 'selected' | 'excluded' | 'untargeted' | 'environment',
    Awaited<ReturnType<typeof runVitest>>
  >;

  // At the same time: each takes most of its time to start Vitest.
  beforeAll(async () => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
    const [faulty, shared, selected, excluded, untargeted, environment] = await Promise.all([
      runVitest('faulty', ['target.spec.ts'], ownNames, asChanged(fault('cancels-delivered'))),
      runVitest('shared', ['target.spec.ts'], ownNames, asChanged(fault('malformed-header-400'))),
      runVitest('selected', ['target.spec.ts', '-t', 'cancel\\.other-state']),
      runVitest('excluded', ['listing.spec.ts', '-t', 'cancel\\.other-state']),
      runVitest('untargeted', ['untargeted.spec.ts'], () => ({})),
      runVitest('environment', ['untargeted.spec.ts'], ({ baseUrl, apiKey }) => ({
        STORE_ORDERS_BASE_URL: baseUrl,
        STORE_ORDERS_API_KEY: apiKey,
        STORE_ORDERS_CONFIG: join(directory, 'conformance.yaml'),
      })),
    ]);
    runs = { faulty, shared, selected, excluded, untargeted, environment };
  }, 30_000);

  test('is one test per requirement and one for the run; those that fail are the requirements that are broken', () => {
    const { code, tests } = runs.faulty;
    expect(code).toBe(1);
    expect(tests.flatMap((result) => requirementIdOf(result) ?? []).sort()).toEqual(catalogue);
    expect(titlesOf(tests, 'failed')).toEqual(['The run is conformant', 'cancel.other-state']);
    expect(titlesOf(tests, 'passed')).toHaveLength(catalogue.length - 1);
    const [run = '', broken = ''] = tests.flatMap(({ failureMessages }) => failureMessages);
    expect(broken).toMatch(/order 302.* \(npx --no -- store-orders-conformance explain other-204\)$/);
    expect(run).toMatch(/^The run is nonconformant \(complete\)[\s\S]*\n1\. .*order 302/);
  });

  test('leaves the report of the run to the reporter, which writes it', () => {
    const { report, store } = runs.faulty;
    expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'nonconformant',
      complete: true,
      target: { baseUrl: store.baseUrl },
      requirementCounts: { must: { fail: 1, blocked: 0, inconclusive: 0, skipped: 0 } },
    });
  });

  test('under -t cancels only what the selected test needs', () => {
    const { code, tests, report, store } = runs.selected;
    expect(code).toBe(0);
    expect(titlesOf(tests, 'passed')).toEqual(['cancel.other-state']);
    const urls = new Set(deletesOf(store).map(({ url }) => url));
    expect([...urls].sort()).toEqual(['/v1/store/orders/1735928401', '/v1/store/orders/301', '/v1/store/orders/302']);
    expect(report).toMatchObject({ complete: false });
  });

  test('sends nothing where its options leave out what -t selects', () => {
    const { code, tests, store } = runs.excluded;
    expect([code, titlesOf(tests, 'failed'), store.connections()]).toEqual([1, ['cancel.other-state'], 0]);
    expect(tests.flatMap(({ failureMessages }) => failureMessages).join()).toContain(
      'The options leave out all that the filter selects; nothing was sent.',
    );
  });

  test('without a target is a usage error, and declares no test', () => {
    const { code, tests, report, said } = runs.untargeted;
    expect([code, tests, report]).toEqual([1, [], null]);
    expect(said).toMatch(/conformance\(\) was given no target, so there is nothing to judge\. Write conformance\(/);
  });

  test('tells what a cause breaks once, in the words of the cause, with the names of all its tests', () => {
    const { tests } = runs.shared;
    const failed = tests.filter(({ title, status }) => status === 'failed' && title !== 'The run is conformant');
    expect(failed.length).toBeGreaterThan(5);
    const messages = new Set(failed.flatMap(({ failureMessages }) => failureMessages));
    expect([...messages]).toEqual([expect.stringMatching(/^[^\n]* 400[^\n]* explain refused-400\)$/)]);
  });

  test('without options judges the target that the environment names; what is blocked is red', () => {
    const { code, tests, report, store } = runs.environment;
    expect(code).toBe(1);
    expect(report).toMatchObject({ verdict: 'inconclusive', target: { baseUrl: store.baseUrl } });
    expect(titlesOf(tests, 'failed')).toContain('The run is conformant');
    const blocked = tests.find((result) => requirementIdOf(result) === 'cancel.pending.status');
    expect(blocked?.status).toBe('failed');
    expect(blocked?.failureMessages.join()).toMatch(/Add \d more pending orders/);
  });
});

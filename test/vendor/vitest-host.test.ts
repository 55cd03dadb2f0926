import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import type { Report } from '../../index.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { withoutTotals } from '../cli/totals.js';
import { fault } from '../engine/servers.js';
import { asChanged, deletesOf, type Store, type StoreOptions, startStore } from '../engine/store.js';
import { familiesOf } from '../families.js';
import { expectGolden } from '../golden.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { run, vitest } from './step.js';

const WHOLE_RUN = 'The run is conformant';

const catalogue = [...storeOrdersInterface.requirements.map(({ id }) => id), WHOLE_RUN];

/** A vendor's repository: configurations, one of which asks for a report, and test files. */
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
    conformance({ baseUrl: process.env.TARGET_URL, apiKey: process.env.TARGET_KEY, orders, disposable: true });`,
  'listing.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance({ baseUrl: process.env.TARGET_URL, apiKey: process.env.TARGET_KEY, requirements: ['list.*'] });`,
  'untargeted.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance();`,
  'conformance.yaml': 'report: junit=unused.xml\n',
};

interface TestResult {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Run {
  readonly does: string;
  readonly argv: readonly string[];
  /** Default: the names that the test files read. */
  readonly env?: (store: Store) => Record<string, string>;
  readonly faulty?: StoreOptions;
}

const ownNames = ({ baseUrl, apiKey, orders }: Store): Record<string, string> => ({
  TARGET_URL: baseUrl,
  TARGET_KEY: apiKey,
  PENDING: orders.pending.join(','),
  SHIPPED: orders.shipped.join(','),
  OTHER: orders.other.join(','),
});

const runs: readonly Run[] = [
  { does: 'A broken requirement', argv: ['target.spec.ts'], faulty: asChanged(fault('cancels-delivered')) },
  { does: 'A cause that breaks many', argv: ['target.spec.ts'], faulty: asChanged(fault('malformed-header-400')) },
  { does: 'One test selected', argv: ['target.spec.ts', '-t', 'cancel\\.other-state'] },
  { does: 'A selected test that the options leave out', argv: ['listing.spec.ts', '-t', 'cancel\\.other-state'] },
  { does: 'No target', argv: ['untargeted.spec.ts'], env: () => ({}) },
  {
    does: 'A target in the environment, without orders',
    argv: ['untargeted.spec.ts'],
    env: ({ baseUrl, apiKey }) => ({
      STORE_ORDERS_BASE_URL: baseUrl,
      STORE_ORDERS_API_KEY: apiKey,
      STORE_ORDERS_CONFIG: join(directory, 'conformance.yaml'),
    }),
  },
];

const directory = await mkdtemp(join(inject('vendor'), 'repository-'));
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Starts a store, and runs Vitest in the vendor's repository. */
async function runVitest({ argv, env = ownNames, faulty }: Run, name: number) {
  const store = await startStore(faulty);
  const [results, report] = [join(directory, `${name}-results.json`), join(directory, `${name}-report.json`)];
  const words = [vitest, 'run', '--root', directory, ...argv];
  const { code } = await run(process.execPath, words, directory, { RESULTS: results, REPORT: report, ...env(store) });
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as {
    testResults: { assertionResults: TestResult[]; message: string }[];
  };
  return {
    store,
    code,
    errors: testResults.map(({ message }) => message),
    tests: testResults.flatMap(({ assertionResults }) => assertionResults),
    report: JSON.parse(await readFile(report, 'utf8').catch(() => 'null')) as Report | null,
  };
}

type EndedRun = Awaited<ReturnType<typeof runVitest>>;

/** `cancel.pending.status (§4.2, must): …` */
const nameOf = ({ title }: TestResult): string => /^(\S+) \(/.exec(title)?.[1] ?? title;

/** A paragraph on a run: its tests by message, the counts of the report, and the orders that it tried to cancel. */
function paragraphOf({ does, argv }: Run, { store, code, errors, tests, report }: EndedRun): string {
  const messages = new Set(tests.flatMap(({ failureMessages }) => failureMessages));
  const failed = [...messages].flatMap((message) => {
    const names = tests.filter(({ failureMessages }) => failureMessages.includes(message)).map(nameOf);
    const lines = message.split('\n').filter((line) => !/^ +at /.test(line));
    return [`failed: ${familiesOf(names, catalogue)}`, ...lines.map((line) => `    ${line}`)];
  });
  const cancelled = new Set(deletesOf(store).map(({ url }) => url));
  const { pass, skipped, ...others } = report?.requirementCounts.must ?? {};
  const notHeld = Object.entries(others).flatMap(([verdict, count]) => (count > 0 ? `${count} ${verdict}` : []));
  const lines = [
    `# ${does}: vitest ${argv.join(' ')}`,
    `exit code ${code}`,
    ...errors.filter((error) => error !== '').map((error) => `error: ${error}`),
    ...failed,
    `passed: ${familiesOf(tests.filter(({ status }) => status === 'passed').map(nameOf), catalogue)}`,
    `report: ${report?.verdict ?? 'none'}${report ? `, complete: ${report.complete}` : ''}`,
    `must not held: ${notHeld.join(', ') || 'none'}`,
    `connections: ${store.connections() === 0 ? 'none' : 'some'}`,
    `cancels: ${cancelled.size > 3 ? 'many' : [...cancelled].sort().join(', ') || 'none'}`,
    '',
  ];
  return withoutTotals(lines.join('\n'));
}

test('conformance() in a test file, as Vitest and the reporter show it', { timeout: 120_000 }, async () => {
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  // At the same time, since each mostly waits for Vitest to start.
  const ended = await Promise.all(runs.map(runVitest));
  const texts = runs.map((row, index) => paragraphOf(row, ended[index] as EndedRun));
  await expectGolden(texts.join('\n'), 'expected/vitest-host.txt');
  const [first] = ended;
  expect(first?.tests.map(nameOf).sort()).toEqual([...catalogue].sort());
  for (const { report, store } of ended.filter((each) => each.report)) {
    expect(problemsOf(validatorOf('schemas/report.schema.json'), report)).toEqual([]);
    expect(report).toMatchObject({ target: { baseUrl: store.baseUrl } });
  }
});

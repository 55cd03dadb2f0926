import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import type { Behaviour } from '../../servers/steps.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { startStore } from '../engine/store.js';
import { run, vitest } from './step.js';

/**
 * A vendor's Vitest may run the tests in such an environment. That of a browser replaces built-ins such as AbortController,
 * and in a vm context none of them is Node's own.
 */
const projects = [
  { name: 'happy-dom', environment: 'happy-dom', pool: 'forks', setupFiles: [] },
  { name: 'happy-dom in a vm', environment: 'happy-dom', pool: 'vmThreads', setupFiles: [] },
  { name: 'jsdom', environment: 'jsdom', pool: 'forks', setupFiles: [] },
  { name: 'jsdom in a vm', environment: 'jsdom', pool: 'vmThreads', setupFiles: [] },
  { name: 'fake timers', environment: 'node', pool: 'forks', setupFiles: ['./fake-timers.ts'] },
  { name: 'jsdom in a vm with fake timers', environment: 'jsdom', pool: 'vmThreads', setupFiles: ['./fake-timers.ts'] },
] as const;

const files = {
  'fake-timers.ts': `import { vi } from 'vitest';
    vi.useFakeTimers();`,
  'host.spec.ts': `import { conformance } from 'store-orders-conformance/vitest';
    conformance(JSON.parse(process.env.HOST));`,
  'library.spec.ts': `import { expect, test } from 'vitest';
    import { runConformance } from 'store-orders-conformance';
    test('The library in ' + process.env.NAME, { timeout: 200_000 }, async () => {
      const { signal } = new AbortController();
      const { verdict, complete, obstacle, findings } = await runConformance({ ...JSON.parse(process.env.LIBRARY), signal });
      expect({ verdict, complete, obstacle, findings }).toEqual({ verdict: 'conformant', complete: true, findings: [] });
    });`,
};

interface Result {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

/** Connections stay open, and answers have time, however busy the machine is. */
const patient: Behaviour = () => ({ configure: (server) => Object.assign(server, { keepAliveTimeout: 300_000 }) });

/** The options of a run that judges a store of its own. */
async function options(): Promise<string> {
  const { baseUrl, apiKey, orders } = await startStore({ apiKey: 'Sample-Key-0001', behaviour: patient });
  const { pending, shipped, other } = orders;
  const ids = { pending: pending.map(String), shipped: shipped.map(String), other: other.map(String) };
  return JSON.stringify({ baseUrl, apiKey, orders: ids, disposable: true, timeoutMs: 60_000 });
}

test('the library and conformance() judge in the environments of a browser, and under fake timers', {
  timeout: 300_000,
}, async () => {
  const directory = await mkdtemp(join(inject('vendor'), 'environments-'));
  const rows = await Promise.all(
    projects.map(async (project) => {
      const env = { NAME: project.name, HOST: await options(), LIBRARY: await options() };
      return { test: { ...project, include: ['*.spec.ts'], env } };
    }),
  );
  const config = { test: { reporters: ['json'], outputFile: 'results.json', maxWorkers: 1, projects: rows } };
  const written = { ...files, 'vitest.config.mjs': `export default ${JSON.stringify(config)};` };
  for (const [name, content] of Object.entries(written)) await writeFile(join(directory, name), content);
  const { code, out, err } = await run(process.execPath, [vitest, 'run', '--root', directory], directory);
  const results = JSON.parse(await readFile(join(directory, 'results.json'), 'utf8').catch(() => '{}')) as {
    readonly testResults?: readonly { readonly message: string; readonly assertionResults: readonly Result[] }[];
  };
  const tests = results.testResults?.flatMap(({ assertionResults }) => assertionResults) ?? [];
  const problems = [
    ...(results.testResults ?? []).map(({ message }) => message).filter((message) => message !== ''),
    ...tests.flatMap(({ title, status, failureMessages }) =>
      status === 'passed' ? [] : [`${title}: ${status} ${failureMessages.join('\n')}`],
    ),
  ];
  expect({ problems, code }, out + err).toEqual({ problems: [], code: 0 });
  expect(tests).toHaveLength(projects.length * (storeOrdersInterface.requirements.length + 2));
  await rm(directory, { recursive: true });
});

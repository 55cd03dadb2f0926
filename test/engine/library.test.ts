import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConformanceOptions, runConformance, UsageError } from '../../index.js';
import { problemsOf, validatorOf } from '../schemas/schema-validator.js';
import { fault } from './servers.js';
import { asChanged, startStore } from './store.js';

test('runConformance resolves to the report that the schema describes, and reads and changes nothing of the process', async () => {
  const elsewhere = await startStore();
  vi.stubEnv('STORE_ORDERS_BASE_URL', elsewhere.baseUrl);
  vi.stubEnv('STORE_ORDERS_API_KEY', 'a-key-of-the-environment');
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${elsewhere.port}`);
  const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write'), vi.spyOn(process, 'exit')];
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const { baseUrl, apiKey, orders } = await startStore(asChanged(fault('unknown-410')));
  const ofProcess = () => [process.exitCode, ...process.eventNames().map((name) => process.listenerCount(name))];
  const before = ofProcess();
  // A trailing slash is allowed.
  const report = await runConformance({ baseUrl: `${baseUrl}/`, apiKey, orders });
  expect([report.verdict, report.target.baseUrl]).toEqual(['nonconformant', baseUrl]);
  expect(problemsOf(validatorOf('schemas/report.schema.json'), JSON.parse(JSON.stringify(report)))).toEqual([]);
  expect(writes.map(({ mock }) => mock.calls)).toEqual([[], [], []]);
  expect([elsewhere.connections(), ofProcess()]).toEqual([0, before]);
});

test('runConformance rejects wrong arguments with a UsageError, rather than throw at the caller', async () => {
  for (const wrong of [undefined, { baseUrl: 'nowhere' }]) {
    const promise = runConformance(wrong as unknown as ConformanceOptions);
    await expect(promise).rejects.toThrow(UsageError);
  }
});

test('a run needs a key, unless the selected requirements do not', async () => {
  const { baseUrl, orders, connections } = await startStore();
  await expect(runConformance({ baseUrl, orders })).rejects.toThrow('No API key was given, so nothing can be judged.');
  const { verdict } = await runConformance({ baseUrl, requirements: ['base.version-prefix'] });
  expect([verdict, connections()]).toEqual(['conformant', 0]);
});

test('advice about options is in the words of the library', async () => {
  const { baseUrl, apiKey, orders } = await startStore();
  const adviceOf = async (options: Partial<ConformanceOptions>): Promise<string> => {
    const { requirements, scenarios, notes, obstacle } = await runConformance({ baseUrl, apiKey, orders, ...options });
    const reasons = [...requirements, ...scenarios].flatMap(({ reason }) => reason ?? []);
    return [...new Set([...reasons, ...notes, obstacle])].join('\n');
  };
  const [oneByOne, late, dead] = [
    await adviceOf({ concurrency: 1 }),
    await adviceOf({ deadlineMs: 1 }),
    await adviceOf({ baseUrl: 'https://127.0.0.1:1/v1', timeoutMs: 1 }),
  ];
  expect(oneByOne).toContain('With `concurrency: 1` one request is sent at a time');
  expect(late).toContain('Run again, with a longer `deadlineMs`.');
  expect([oneByOne, late, dead].join('\n')).not.toMatch(/--[a-z]/);
});

import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runConformance } from '../../index.js';
import { judgeStore, requirementOf, requirementsWith, summary } from './judgement.js';
import { startStore } from './store.js';

/** Nothing listens there: the port was free a moment ago. */
async function unreachableBaseUrl(): Promise<string> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server had no port.');
  return `http://127.0.0.1:${address.port}/v1`;
}

describe('blocked', () => {
  test('is nothing without a key: that is a mistake, unless nothing that is selected needs one', async () => {
    const store = await startStore();
    const unset = { apiKey: undefined };
    await expect(judgeStore(store, unset)).rejects.toThrow('No API key was given, so nothing can be judged.');
    const { verdict } = await judgeStore(store, { ...unset, requirements: ['base.version-prefix'] });
    expect([verdict, store.connections()]).toEqual(['conformant', 0]);
  });
});

describe('inconclusive', () => {
  test('is what an unreachable target gets', async () => {
    const report = await runConformance({
      baseUrl: await unreachableBaseUrl(),
      apiKey: 'any-key-will-do',
      orders: { pending: [1, 2, 3], shipped: [4], other: [5] },
    });
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
    expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
    expect([...requirementsWith(report, 'fail'), ...requirementsWith(report, 'error')]).toEqual([]);
    const reasons = report.scenarios.flatMap(({ reason }) => reason ?? []);
    expect(reasons.filter((reason) => !/127\.0\.0\.1.*ECONNREFUSED/.test(reason))).toEqual([]);
  });

  test('is what is left open when the deadline of the run is over', async () => {
    const store = await startStore({ behaviour: () => ({ intercept: () => new Promise(() => undefined) }) });
    const started = performance.now();
    const report = await judgeStore(store, { deadlineMs: 300 });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
    expect(requirementOf(report, 'list.status').verdict).toBe('inconclusive');
    expect([...requirementsWith(report, 'fail'), ...requirementsWith(report, 'error')]).toEqual([]);
  });

  test.each([429, 503])(
    'is all that is left where a %i asks for a longer pause than the suite makes',
    async (status) => {
      const store = await startStore({
        behaviour: () => ({
          intercept: () => (store.received.length > 40 ? { status, headers: [['Retry-After', '3600']] } : undefined),
        }),
      });
      const report = await judgeStore(store, { concurrency: 1 });
      expect([summary(report), store.received.length]).toEqual([
        { verdict: 'inconclusive', complete: false, exitCode: 3 },
        41,
      ]);
      const reasons = report.requirements
        .filter(({ verdict }) => verdict === 'inconclusive')
        .map(({ reason }) => reason);
      expect([...new Set(reasons)]).toEqual([
        `The target answered ${status} and asked to wait 3600 s (Retry-After), but the suite waits at most 60 s, so nothing more was sent. Run again later, exempt the suite from the limit, or stay below it with --rate.`,
      ]);
    },
  );

  test('is what is left of a run whose deadline passes in a pause', async () => {
    const store = await startStore({
      behaviour: () => ({ intercept: () => ({ status: 429, headers: [['Retry-After', '59']] }) }),
    });
    const started = performance.now();
    const report = await judgeStore(store, { deadlineMs: 300 });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
  });
});

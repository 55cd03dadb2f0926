import { afterEach, describe, expect, test } from 'vitest';
import { type ConformanceOptions, runConformance } from '../../index.js';
import { errorReply, type Reply } from '../../servers/reply.js';
import { closeAll, tlsTarget } from '../http/target.js';
import { judgeStore, requirementOf, requirementsWith, summary } from './judgement.js';
import { deletesOf, type StoreOptions, startStore } from './store.js';

afterEach(closeAll);

const inconclusive = { verdict: 'inconclusive', complete: false, exitCode: 3 };

test('an unreachable target is inconclusive, and the reasons say that nobody is there', async () => {
  const orders = { pending: [1, 2, 3], shipped: [4], other: [5] };
  // Nothing listens on port 1.
  const report = await runConformance({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'any-key-will-do', orders });
  expect(summary(report)).toEqual(inconclusive);
  expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  const reasons = report.scenarios.flatMap(({ reason }) => reason ?? []);
  expect(reasons.filter((reason) => !/127\.0\.0\.1.*ECONNREFUSED/.test(reason))).toEqual([]);
});

test.each<[string, () => Reply | Promise<Reply>]>([
  ['an answer', () => new Promise(() => undefined)],
  ['the end of a pause', () => ({ status: 429, headers: [['Retry-After', '59']] })],
])('a run whose deadline passes while it waits for %s is inconclusive', { timeout: 30_000 }, async (_, intercept) => {
  const store = await startStore({ behaviour: () => ({ intercept }) });
  // Anything else would end the run later than this test may take.
  const report = await judgeStore(store, { deadlineMs: 300, timeoutMs: 60_000 });
  expect(summary(report)).toEqual(inconclusive);
  expect(requirementOf(report, 'list.status').verdict).toBe('inconclusive');
  expect([...requirementsWith(report, 'fail'), ...requirementsWith(report, 'error')]).toEqual([]);
});

test('a run is inconclusive whose target asks for a longer pause than the suite makes, and nothing more is sent', async () => {
  const store = await startStore({
    behaviour: () => ({
      intercept: () => (store.received.length > 40 ? { status: 503, headers: [['Retry-After', '3600']] } : undefined),
    }),
  });
  const report = await judgeStore(store, { concurrency: 1 });
  expect([summary(report), store.received.length]).toEqual([inconclusive, 41]);
  const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  expect([...new Set(open.map(({ reason }) => reason))]).toEqual([
    'The target answered 503 and asked to wait 3600 s (Retry-After), but the suite waits at most 60 s, so nothing more was sent. Run again later, exempt the suite from the limit, or stay below it with --rate.',
  ]);
});

const notFound = errorReply({ status: 404, code: 'no_such_path', message: 'Nothing is here.' });

// What is said of which answers: test/evidence/obstacle.test.ts.
describe('a target that gives the same answer to everything, or none, is not judged, and gets no DELETE', () => {
  test.each<[string, StoreOptions, Partial<ConformanceOptions>, RegExp]>([
    [
      '404',
      { behaviour: () => ({ intercept: () => notFound }) },
      {},
      /gets the same answer, 404, with any key or none/,
    ],
    ['401', {}, { apiKey: 'another-key-than-the-stores' }, /^The target refuses the API key from apiKey /],
    [
      'no answer',
      { latencyMs: 5_000 },
      { timeoutMs: 300 },
      /^http:\S+ sent no response within 300 ms\. Look at the load/,
    ],
  ])('%s', async (_, changed, options, obstacle) => {
    const store = await startStore(changed);
    const report = await judgeStore(store, options);
    expect(summary(report)).toEqual(inconclusive);
    expect(report.obstacle).toMatch(obstacle);
    expect([report.causes, report.deletions, deletesOf(store)]).toEqual([[], [], []]);
    expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  });

  test('no response to anything, at a port for TLS', async () => {
    const baseUrl = (await tlsTarget()).replace('https:', 'http:');
    const report = await judgeStore(await startStore(), { baseUrl });
    expect([report.verdict, report.causes, report.deletions]).toEqual(['inconclusive', [], []]);
    expect(report.obstacle).toMatch(/ closed the connection before it sent the header of a response .* https:\/\/\.$/);
  });
});

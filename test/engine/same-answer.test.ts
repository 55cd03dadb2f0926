import { afterEach, describe, expect, test } from 'vitest';
import type { ConformanceOptions } from '../../index.js';
import { errorReply } from '../../servers/reply.js';
import { closeAll, tlsTarget } from '../http/target.js';
import { judgeStore, requirementsWith, summary } from './judgement.js';
import { deletesOf, type StoreOptions, startStore } from './store.js';

afterEach(closeAll);

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
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
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

import { expect, test } from 'vitest';
import type { ConformanceOptions } from '../../index.js';
import { refused } from '../../servers/faults/conflicts.js';
import { type Reply, withHeader } from '../../servers/reply.js';
import { judgeStore, requirementOf } from './judgement.js';
import { deletesOf, type StoreOptions, startStore } from './store.js';

// Runs that are judged in part: test/situations.

const answering = (reply: Reply | Promise<Reply>): StoreOptions => ({ behaviour: () => ({ intercept: () => reply }) });
const never = new Promise<Reply>(() => undefined);

/** Only this deadline can end the run before the test times out. */
const SOON = { deadlineMs: 300, timeoutMs: 60_000 };

test.each<[string, StoreOptions, Partial<ConformanceOptions>, why: RegExp]>([
  [
    'no answer comes before the deadline',
    answering(never),
    SOON,
    /^The exchange with \S+ was stopped, because the run ended first/,
  ],
  [
    'a pause outlasts the deadline',
    answering(withHeader(refused(429), 'Retry-After', '29')),
    SOON,
    /^The request was refused for now \(429\)/,
  ],
  [
    'the run was interrupted before',
    {},
    { signal: AbortSignal.abort() },
    /^It was not sent, because the run was inter/,
  ],
])('where %s, nothing is judged, and no order is used up', { timeout: 30_000 }, async (_, changed, options, why) => {
  const store = await startStore(changed);
  const report = await judgeStore(store, options);
  const { verdict, counts, causes } = report;
  // `base.version-prefix` needs no answer.
  expect([verdict, counts.pass, counts.fail, counts.error, causes]).toEqual(['inconclusive', 1, 0, 0, []]);
  expect(requirementOf(report, 'list.status').reason).toMatch(why);
  expect(deletesOf(store).filter(({ authorization }) => authorization === `Bearer ${store.apiKey}`)).toEqual([]);
  if (options.signal) expect(store.received).toEqual([]);
});

test('a run that is interrupted ends with a report', { timeout: 30_000 }, async () => {
  const controller = new AbortController();
  let requests = 0;
  const intercept = () => {
    requests += 1;
    if (requests < 10) return undefined;
    controller.abort();
    return never;
  };
  const store = await startStore({ behaviour: () => ({ intercept }) });
  const report = await judgeStore(store, { signal: controller.signal, timeoutMs: 60_000 });
  expect([report.verdict, report.counts.error, report.counts.fail]).toEqual(['inconclusive', 0, 0]);
});

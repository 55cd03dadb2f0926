import { afterEach, expect, test } from 'vitest';
import type { ConformanceOptions } from '../../index.js';
import { errorReply, type Reply } from '../../servers/reply.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { closeAll, tlsTarget } from '../http/target.js';
import { judgeStore, requirementOf, requirementsWith, summary } from './judgement.js';
import { deletesOf, type StoreOptions, startStore } from './store.js';

afterEach(closeAll);

const inconclusive = { verdict: 'inconclusive', complete: false, exitCode: 3 };

const answering = (reply: Reply | Promise<Reply>): StoreOptions => ({ behaviour: () => ({ intercept: () => reply }) });
const refusing = (status: number): StoreOptions => answering(errorReply({ status, code: 'no', message: 'No.' }));
const never = new Promise<Reply>(() => undefined);

/** With this deadline, anything else would end the run later than a test may take. */
const SOON = { deadlineMs: 300, timeoutMs: 60_000 };
const REFUSED = /^The target refuses the API key from apiKey /;
const SAME = /gets the same answer, (404|500|502), with any key or none/;

// Which answers get which words: test/evidence/expected/obstacles.txt.
test.each<[string, StoreOptions, Partial<ConformanceOptions>, why: RegExp]>([
  ['nobody is there', {}, { baseUrl: 'http://127.0.0.1:1/v1' }, /127\.0\.0\.1.*ECONNREFUSED/],
  ['no answer comes', { latencyMs: 5_000 }, { timeoutMs: 300 }, /^http:\S+ sent no response within 300 ms\. Look at/],
  ['the key is refused', {}, { apiKey: 'another-key-than-the-stores' }, REFUSED],
  ['everything gets 404', refusing(404), {}, SAME],
  ['everything gets 500', refusing(500), {}, SAME],
  ['everything gets 502', refusing(502), {}, SAME],
  [
    'no answer comes before the deadline',
    answering(never),
    SOON,
    /^The exchange with \S+ was stopped, because the run ended first/,
  ],
  [
    'a pause outlasts the deadline',
    answering({ status: 429, headers: [['Retry-After', '59']] }),
    SOON,
    /^The request was refused for now \(429\)/,
  ],
  [
    'headers are too long',
    answering({ status: 401, headers: [['X-Long', 'y'.repeat(40_000)]] }),
    {},
    /^The header of the response has more than 32768 bytes/,
  ],
  ['bodies break off', answering({ status: 401, headers: [['Content-Length', '9999']] }), { timeoutMs: 500 }, REFUSED],
  [
    'the run was interrupted before',
    {},
    { signal: AbortSignal.abort() },
    /^It was not sent, because the run was inter/,
  ],
])('where %s, nothing is judged, and no order is used up', { timeout: 30_000 }, async (_, changed, options, why) => {
  const store = await startStore(changed);
  const report = await judgeStore(store, options);
  expect(summary(report)).toEqual(inconclusive);
  expect(requirementOf(report, 'list.status').reason).toMatch(why);
  expect(requirementsWith(report, 'pass')).toEqual(['base.version-prefix']);
  expect([requirementsWith(report, 'fail'), report.counts.error, report.causes]).toEqual([[], 0, []]);
  expect(deletesOf(store).filter(({ authorization }) => authorization === `Bearer ${store.apiKey}`)).toEqual([]);
  expect(report.deletions.filter(({ authorized }) => authorized)).toEqual([]);
  if (options.signal) expect(store.received).toEqual([]);
});

test('a port for TLS is not judged over plain HTTP', async () => {
  const baseUrl = (await tlsTarget()).replace('https:', 'http:');
  const report = await judgeStore(await startStore(), { baseUrl });
  expect([report.verdict, report.causes, report.deletions]).toEqual(['inconclusive', [], []]);
  expect(report.obstacle).toMatch(/ closed the connection before it sent the header of a response .* https:\/\/\.$/);
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

test('a target that asks for a longer pause than the suite makes is sent nothing more', async () => {
  let requests = 0;
  const intercept = () => {
    requests += 1;
    return requests > 40 ? { status: 503, headers: [['Retry-After', '3600']] as const } : undefined;
  };
  const report = await judgeInMemory({ behaviour: () => ({ intercept }) }, { concurrency: 1 });
  expect([summary(report), requests]).toEqual([inconclusive, 41]);
  const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
  expect([...new Set(open.map(({ reason }) => reason))]).toEqual([
    'The target answered 503 and asked to wait 3600 s (Retry-After), but the suite waits at most 60 s, so nothing more was sent. Run again later, exempt the suite from the limit, or stay below it with --rate.',
  ]);
});

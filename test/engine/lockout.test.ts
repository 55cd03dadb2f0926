import { describe, expect, test } from 'vitest';
import { LockoutGuard } from '../../runner/engine/lockout-guard.js';
import { Stop } from '../../runner/engine/stop.js';
import { errorReply, type Reply } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { hasValidKey } from '../situations/situation.js';
import { evidence } from '../suites/evidence.js';
import { judgeStore, requirementOf, requirementsWith, summary } from './judgement.js';
import { deletesOf, type Store, startStore } from './store.js';

const inconclusive = { verdict: 'inconclusive', complete: false, exitCode: 3 };

const refused = (status: number): Reply => errorReply({ status, code: 'locked', message: 'Too many attempts.' });

const withRetryAfter = (reply: Reply, seconds: string): Reply => ({
  ...reply,
  headers: [...reply.headers, ['Retry-After', seconds]],
});

/** Judges a store that bears this many bad keys, and then gives this reply: to bad keys alone, or to everything. */
async function limited(borne: number, reply: Reply, isForAll: boolean) {
  let bad = 0;
  const late: Call[] = [];
  const intercept = (call: Call): Reply | undefined => {
    if (!hasValidKey(call)) bad += 1;
    if (bad <= borne || (!isForAll && hasValidKey(call))) return undefined;
    late.push(call);
    return reply;
  };
  return { report: await judgeInMemory({ behaviour: () => ({ intercept }) }), late };
}

const ordersUsedUp = (store: Store): number =>
  deletesOf(store).filter(({ authorization }) => authorization === `Bearer ${store.apiKey}`).length;

describe('a service that refuses everything after some bad keys', () => {
  const refusals: readonly (readonly [string, number, Reply, number])[] = [
    ['403', 15, refused(403), 30],
    // Bad keys get 401 anyway: only the valid one tells.
    ['401', 15, refused(401), 90],
    ['403, after many', 60, refused(403), 30],
    ['429 for a long time', 15, withRetryAfter(refused(429), '900'), 30],
  ];
  test.each(inPart(refusals, 4))('is left alone within a few requests: %s', async (_, borne, reply, most) => {
    const { report, late } = await limited(borne, reply, true);
    expect([summary(report), report.causes]).toEqual([inconclusive, []]);
    expect(late.length).toBeLessThan(most);
    const [reason, ...others] = new Set(
      report.requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ reason }) => reason),
    );
    expect(others).toEqual([]);
    expect(reason).toMatch(
      /^The target accepted the API key at first and refused \d+ bad keys with 401; then it refused everything, the valid key included .* switch the lockout off on staging/,
    );
  });
});

describe('a service that answers bad keys alone with 429', () => {
  const asked = withRetryAfter(refused(429), '900');

  test('is not waited for, deviates where no bad key ever got 401', async () => {
    const { report, late } = await limited(0, asked, false);
    expect(summary(report)).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
    expect(requirementOf(report, 'auth.cancel.wrong').verdict).toBe('fail');
    expect(requirementOf(report, 'cancel.pending.status').verdict).toBe('pass');
    expect(late.length).toBeLessThan(110);
  });

  test('and hides what bad keys get where some got 401 before', async () => {
    const { report, late } = await limited(40, asked, false);
    expect([summary(report), requirementsWith(report, 'fail')]).toEqual([inconclusive, []]);
    const reasons = report.requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ reason }) => reason);
    expect([...new Set(reasons)]).toEqual([
      expect.stringMatching(/^The target refused some bad keys with 401, and later ones with 429/),
    ]);
    expect(requirementOf(report, 'cancel.pending.status').verdict).toBe('pass');
    expect(late.length).toBeLessThan(110);
  });
});

test('a service that refuses some bad keys with 403, and others with 401, is asked a few times more, and judged', async () => {
  const intercept = ({ authorization = '' }: Call) => (/^Basic /.test(authorization) ? refused(403) : undefined);
  const report = await judgeInMemory({ behaviour: () => ({ intercept }) });
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain(
    'auth.list.basic',
  );
  expect(requirementOf(report, 'auth.cancel.wrong').verdict).toBe('pass');
  expect(requirementOf(report, 'cancel.pending.status').verdict).toBe('pass');
});

describe('no order is used up where no answer can be read', () => {
  test.each<[string, Reply]>([
    ['headers are too long', { ...refused(401), headers: [['X-Long', 'y'.repeat(40_000)]] }],
    ['bodies break off', { ...refused(401), headers: [['Content-Length', '9999']] }],
  ])('%s', async (_, reply) => {
    const store = await startStore({ behaviour: () => ({ intercept: () => reply }) });
    const report = await judgeStore(store, { timeoutMs: 500 });
    expect([report.complete, ordersUsedUp(store)]).toEqual([false, 0]);
  });
});

test('the time that bad keys may delay a run limits no other pause', () => {
  const stop = new Stop(60_000);
  const guard = new LockoutGuard(
    () => ({ left: [], ask: () => Promise.reject(new Error('Not asked.')) }),
    stop,
    String,
  );
  const sent = [{ 'auth-list-wrong/probe': 429 }, { 'auth-list-empty/probe': 503 }, { 'listing/before': 429 }];
  const { exchanges } = evidence({ sent });
  expect(exchanges.map((exchange) => guard.mayWait(exchange, 30_000))).toEqual([false, true, true]);
  stop.over();
});

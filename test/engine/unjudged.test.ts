import { createServer as createTcpServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { runConformance } from '../../index.js';
import { jsonReply } from '../../servers/reply.js';
import {
  judgeReference,
  judgeStore,
  requirementOf,
  requirementsWith,
  scenarioOf,
  scenariosWith,
  summary,
} from './judgement.js';
import { deletesOf, startStore } from './store.js';

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
  test('is what a scenario without its order gets, with the number of orders to add', async () => {
    const store = await startStore();
    const pending = store.orders.pending.slice(0, 2);
    const report = await judgeStore(store, { orders: { ...store.orders, pending } });
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
    expect(scenariosWith(report, 'blocked')).toEqual(['cancel-witness']);
    expect(scenarioOf(report, 'cancel-witness').reason).toContain('Add 1 more pending order (');
    expect(requirementOf(report, 'cancel.others-untouched')).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringContaining('Add 1 more pending order ('),
    });
  });

  test('says how many orders all scenarios lack together', async () => {
    const store = await startStore();
    const report = await judgeStore(store, { orders: { shipped: store.orders.shipped } });
    const reasons = report.scenarios.flatMap(({ id, reason = '' }) => {
      const remedy = /Add \d+ more \w+ orders?/.exec(reason);
      return remedy ? [[id, remedy[0]]] : [];
    });
    expect(Object.fromEntries(reasons)).toEqual({
      'cancel-pending': 'Add 3 more pending orders',
      'auth-cancel-pending': 'Add 3 more pending orders',
      'cancel-witness': 'Add 3 more pending orders',
      'cancel-other': 'Add 1 more other order',
      'auth-cancel-other': 'Add 1 more other order',
    });
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
  });

  test('is nothing without a key: that is a mistake, unless nothing that is selected needs one', async () => {
    const store = await startStore();
    const unset = { apiKey: undefined };
    await expect(judgeStore(store, unset)).rejects.toThrow('No API key was given, so nothing can be judged.');
    const { verdict } = await judgeStore(store, { ...unset, requirements: ['base.version-prefix'] });
    expect([verdict, store.connections()]).toEqual(['conformant', 0]);
  });
});

describe('a key without letters', () => {
  test('has no requirement on letter case, and says so', async () => {
    const report = await judgeReference({}, { apiKey: '4815162342' });
    expect(scenarioOf(report, 'auth-list-case').reason).toContain('no letters');
    for (const id of ['auth.list.case', 'auth.cancel.case']) {
      expect(requirementOf(report, id)).toMatchObject({
        verdict: 'not-applicable',
        reason: expect.stringContaining('no letters'),
      });
    }
    expect([...requirementsWith(report, 'fail'), ...requirementsWith(report, 'error')]).toEqual([]);
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
    expect(scenariosWith(report, 'pass')).toEqual(['base-address']);
    expect([...scenariosWith(report, 'fail'), ...scenariosWith(report, 'error')]).toEqual([]);
    const reasons = report.scenarios.flatMap(({ reason }) => reason ?? []);
    expect(reasons.filter((reason) => !/127\.0\.0\.1.*ECONNREFUSED/.test(reason))).toEqual([]);
  });

  test('is what a target gets that answers 503 for ever; each GET is sent three times, each DELETE once', async () => {
    const store = await startStore({
      behaviour: () => ({
        intercept: () => ({
          status: 503,
          headers: [
            ['Retry-After', '0'],
            ['Content-Length', '0'],
          ],
        }),
      }),
    });
    const report = await judgeStore(store);
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
    expect([...scenariosWith(report, 'fail'), ...scenariosWith(report, 'error')]).toEqual([]);
    expect(scenarioOf(report, 'listing-answer').reason).toContain('503');
    expect(report.exchanges.find(({ id }) => id === 'listing/before')?.attempts).toBe(3);
    expect(deletesOf(store)).toHaveLength(report.deletions.length);
  });

  test('does not hide what another request of the same scenario showed', async () => {
    const unavailable = { status: 503, headers: [['Content-Length', '0']] } as const;
    const replies = new Map([
      ['abc', { status: 204, headers: [] }],
      ['0', jsonReply(410, {})],
    ]);
    const report = await judgeReference(
      {},
      {
        behaviour: () => ({
          intercept: ({ operation, authorization, idText }) => {
            if (operation === 'listOrders') return undefined;
            if (authorization === undefined) return jsonReply(404, {});
            return replies.get(idText) ?? unavailable;
          },
        }),
      },
    );
    const found = (id: string) =>
      scenarioOf(report, id).findings.map(({ requirement, exchange }) => [requirement, exchange]);
    expect(found('auth-cancel-unknown')).toContainEqual(['auth.first', 'auth-cancel-unknown/missing']);
    expect(found('cancel-not-int64')).toEqual([['cancel.not-int64', 'cancel-not-int64/word']]);
    expect(found('cancel-unknown-zero-negative')).toEqual([
      ['cancel.unknown.zero-negative', 'cancel-unknown-zero-negative/zero'],
    ]);
  });

  test('is what is left open when the deadline of the run is over', async () => {
    const store = await startStore({ behaviour: () => ({ intercept: () => new Promise(() => undefined) }) });
    const started = performance.now();
    const report = await judgeStore(store, { deadlineMs: 300 });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
    expect(scenarioOf(report, 'listing-answer').verdict).toBe('inconclusive');
    expect([...scenariosWith(report, 'fail'), ...scenariosWith(report, 'error')]).toEqual([]);
  });
});

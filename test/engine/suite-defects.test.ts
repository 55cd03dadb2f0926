import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../cli/run.js';
import { conform, planOf } from '../../runner/conform.js';
import type { Contract } from '../../runner/engine/contract.js';
import { DeletionLedger } from '../../runner/engine/ledger.js';
import type { Scenario } from '../../runner/engine/scenario.js';
import type { OutgoingRequest, Transport } from '../../runner/evidence/exchange.js';
import type { Report } from '../../runner/judge/report.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { deleteOf, unanswered } from './made-up.js';
import { deletesOf, orderIdOf, type Store, startStore } from './store.js';

const tool = { name: 'store-orders-conformance', version: '0.0.0' };

/** A contract whose only scenarios are these. */
const contractOf = (...scenarios: readonly Scenario[]): Contract => ({
  ...storeOrdersInterface,
  suites: [{ id: 'broken', title: 'Scenarios of a suite that is broken', scenarios }],
});

const scenarioOf = (parts: Partial<Scenario> & Pick<Scenario, 'run'>): Scenario => ({
  id: 'broken',
  title: 'A scenario of a suite that is broken',
  requirements: ['list.status'],
  needs: {},
  requests: {},
  ...parts,
});

const cancelOfPending = {
  operation: 'cancelOrder',
  credential: 'valid',
  order: { state: 'pending' },
  purpose: 'must succeed',
} as const;

const judge = (store: Store, contract: Contract): Promise<Report> =>
  conform(settingsFromOptions({ baseUrl: store.baseUrl, apiKey: store.apiKey, orders: store.orders }), contract, {
    tool,
  });

describe('a scenario that throws', () => {
  test('is an error, never blamed on the target: the run is inconclusive and exits with 4', async () => {
    const store = await startStore();
    const defect = scenarioOf({
      run: async () => {
        throw new TypeError('Cannot read properties of undefined');
      },
    });
    const report = await judge(store, contractOf(defect));
    expect(report.scenarios).toMatchObject([
      { id: 'broken', verdict: 'error', findings: [], reason: expect.stringContaining('The suite itself failed') },
    ]);
    expect(report.scenarios[0]?.reason).toContain('Cannot read properties of undefined');
    expect(report.requirements.find(({ id }) => id === 'list.status')?.verdict).toBe('error');
    expect([report.verdict, report.complete, exitCodeOf(report)]).toEqual(['inconclusive', false, 4]);
  });

  test('does not hide what the other scenarios find, but the run exits with 4 all the same', async () => {
    const store = await startStore();
    const defect = scenarioOf({
      run: async () => {
        throw new Error('lost');
      },
    });
    const deviation = scenarioOf({
      id: 'deviation',
      requirements: ['list.array'],
      run: async (context) => {
        context.check('list.array', false, () => ({ message: 'No.', expected: 'a', actual: 'b', at: 'body' }));
      },
    });
    const report = await judge(store, contractOf(defect, deviation));
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['error', 'fail']);
    expect([report.verdict, exitCodeOf(report)]).toEqual(['nonconformant', 4]);
  });

  test('does not keep the others from the listing after the cancels', async () => {
    const store = await startStore();
    const defect = scenarioOf({
      needs: { listingAfter: true },
      run: async () => {
        throw new Error('lost');
      },
    });
    const waiting = scenarioOf({
      id: 'waiting',
      needs: { listingAfter: true },
      run: async (context) => {
        const { exchange } = await context.after();
        context.check('list.status', exchange.outcome.kind === 'response', () => {
          throw new Error('no listing');
        });
      },
    });
    const report = await judge(store, contractOf(defect, waiting));
    expect(report.scenarios.map(({ verdict }) => verdict)).toEqual(['error', 'pass']);
  });
});

describe('a scenario that does what it did not declare', () => {
  const deviation = { message: 'No.', expected: 'a', actual: 'b', at: 'body' };

  test.each<[string, string, Partial<Scenario> & Pick<Scenario, 'run'>]>([
    [
      'breaks a requirement that the catalogue lacks',
      'The catalogue lacks no.such',
      {
        requirements: ['no.such'],
        run: async (context) => {
          context.check('no.such', false, () => deviation);
        },
      },
    ],
    [
      'breaks a requirement of other scenarios',
      'judges list.array, which it does not declare',
      {
        run: async (context) => {
          context.check('list.array', false, () => deviation);
        },
      },
    ],
    [
      'holds a requirement of other scenarios',
      'judges list.array, which it does not declare',
      { run: async (context) => context.held('list.array') },
    ],
    [
      'leaves a requirement of other scenarios open',
      'judges list.array, which it does not declare',
      { run: async (context) => context.cannotJudge('list.array', 'blocked', 'No.') },
    ],
    [
      'reads the listing after the cancels',
      'reads the listing after the cancels, which it does not ask for',
      {
        run: async (context) => {
          await context.after();
        },
      },
    ],
    [
      'cancels an order',
      'uses a pending order that it does not ask for',
      {
        run: async (context) => {
          context.order('pending');
        },
      },
    ],
  ])('is an error where it %s', async (_, reason, defect) => {
    const store = await startStore();
    const report = await judge(store, contractOf(scenarioOf(defect)));
    expect(report.scenarios).toMatchObject([
      { verdict: 'error', findings: [], reason: expect.stringContaining(reason) },
    ]);
    expect(exitCodeOf(report)).toBe(4);
    expect(deletesOf(store)).toEqual([]);
  });

  test('is inconclusive where it finishes without having judged anything', async () => {
    const store = await startStore();
    const report = await judge(store, contractOf(scenarioOf({ run: async () => undefined })));
    expect(report.scenarios[0]?.verdict).toBe('inconclusive');
    expect([report.verdict, exitCodeOf(report)]).toEqual(['inconclusive', 3]);
  });

  test('is refused a DELETE that the plan does not have', async () => {
    const store = await startStore();
    const report = await judge(
      store,
      contractOf(
        scenarioOf({
          needs: { orders: ['pending'] },
          run: async (context) => {
            await context.send('cancel');
          },
        }),
      ),
    );
    expect(report.scenarios[0]).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('does not declare'),
    });
    expect(exitCodeOf(report)).toBe(4);
    expect(deletesOf(store)).toEqual([]);
    expect(report.deletions).toEqual([]);
  });

  test('is refused the second sending of a DELETE', async () => {
    const store = await startStore();
    const report = await judge(
      store,
      contractOf(
        scenarioOf({
          needs: { orders: ['pending'] },
          requests: { cancel: cancelOfPending },
          run: async (context) => {
            await context.send('cancel');
            await context.send('cancel');
          },
        }),
      ),
    );
    expect(report.scenarios[0]).toMatchObject({
      verdict: 'error',
      reason: expect.stringContaining('The deletion ledger refused DELETE /store/orders/101'),
    });
    expect(exitCodeOf(report)).toBe(4);
    expect(deletesOf(store).map(orderIdOf)).toEqual(['101']);
    expect(report.deletions).toHaveLength(1);
  });
});

describe('the deletion ledger', () => {
  const settings = settingsFromOptions({
    baseUrl: 'http://127.0.0.1:9/v1',
    apiKey: 'Sample-Key-0001',
    orders: { pending: [9_007_199_254_740_993n, 101n, 102n], shipped: [201n], other: [301n], unknown: [999n] },
  });

  /** Remembers what would have gone out. */
  function openLedger() {
    const sent: string[] = [];
    const transport: Transport = {
      send: async (request) => {
        sent.push(request.path);
        return unanswered(request);
      },
      close: async () => undefined,
    };
    return { sent, ledger: new DeletionLedger(transport, planOf(settings, storeOrdersInterface)) };
  }

  const never = new AbortController().signal;

  test('lets through what the plan gave to the scenario, and writes it down', async () => {
    const { ledger, sent } = openLedger();
    await ledger.send(deleteOf('auth-cancel-pending/cancel', '101'), never);
    await ledger.send(deleteOf('auth-cancel-pending/wrong', '101', 'wrong'), never);
    await ledger.send(deleteOf('cancel-unknown-plain/cancel', '999'), never);
    expect(sent).toEqual(['/store/orders/101', '/store/orders/101', '/store/orders/999']);
    expect(ledger.deletions).toMatchObject([
      { orderId: '101', scenario: 'auth-cancel-pending', authorized: true, status: null },
      { orderId: '101', scenario: 'auth-cancel-pending', authorized: false, status: null },
      { orderId: '999', scenario: 'cancel-unknown-plain', authorized: true, status: null },
    ]);
  });

  test.each<[string, OutgoingRequest]>([
    ['to a pending order of another scenario', deleteOf('auth-cancel-pending/cancel', '102')],
    ['to a shipped order for a pending one', deleteOf('auth-cancel-pending/cancel', '201')],
    ['to an order that nobody declared', deleteOf('auth-cancel-pending/cancel', '555')],
    [
      'to an unknown id that neither the listing nor the fixtures show to be unknown',
      deleteOf('cancel-unknown-plain/cancel', '1735928401'),
    ],
    ['to a declared order for an unknown one', deleteOf('cancel-unknown-plain/cancel', '101')],
    ['that the plan does not hold', deleteOf('cancel-pending/another', '9007199254740993')],
    ['of a scenario that does not exist', deleteOf('no-such/cancel', '101')],
    ['under the id of a listing', deleteOf('listing-queries/limit=1', '101')],
    ['with a query', deleteOf('auth-cancel-pending/cancel', '101?force=true')],
    ['with a path that leads elsewhere', deleteOf('auth-cancel-pending/cancel', '101/../102')],
    ['with another spelling of the id', deleteOf('auth-cancel-pending/cancel', '0101')],
    ['to the collection', { ...deleteOf('auth-cancel-pending/cancel', ''), path: '/store/orders' }],
    ['to another resource', { ...deleteOf('auth-cancel-pending/cancel', ''), path: '/pets/101' }],
    ['with the valid key where the plan has another credential', deleteOf('auth-cancel-pending/wrong', '101', 'valid')],
  ])('refuses a DELETE %s', async (_, request) => {
    const { ledger, sent } = openLedger();
    await expect(ledger.send(request, never)).rejects.toThrow('The deletion ledger refused DELETE');
    expect([sent, ledger.deletions]).toEqual([[], []]);
  });

  test('refuses a DELETE that was sent before', async () => {
    const { ledger, sent } = openLedger();
    await ledger.send(deleteOf('auth-cancel-pending/cancel', '101'), never);
    await expect(ledger.send(deleteOf('auth-cancel-pending/cancel', '101'), never)).rejects.toThrow('refused');
    expect(sent).toHaveLength(1);
  });
});

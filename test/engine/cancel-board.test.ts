import { describe, expect, test } from 'vitest';
import { CancelBoard } from '../../runner/engine/cancel-board.js';
import type { ReadyScenario } from '../../runner/engine/plan.js';
import type { AnsweredCancel, DeclaredState, OwnedOrder } from '../../runner/engine/scenario.js';
import { deleteOf, unanswered } from './made-up.js';

const order = (id: bigint, state: DeclaredState = 'pending'): OwnedOrder => ({ id, state });

const owner = (id: string, ...orders: readonly OwnedOrder[]): ReadyScenario => {
  const scenario = { id, title: id, requirements: [], needs: {}, requests: {}, run: async () => undefined };
  const suite = { id: 'suite', title: 'Suite', scenarios: [scenario] };
  return { suite, scenario, state: 'ready', orders, spares: [], requests: new Map() };
};

const cancelOf = (owned: OwnedOrder, id: string): AnsweredCancel => ({
  order: owned,
  status: 204,
  exchange: unanswered(deleteOf(id, String(owned.id))),
});

/** Ids of the exchanges, or that nothing is known yet. */
const answered = async (cancels: Promise<readonly AnsweredCancel[]>): Promise<readonly string[] | 'waits'> => {
  const waits = new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')));
  const known = await Promise.race([cancels, waits]);
  return known === 'waits' ? known : known.map(({ exchange }) => exchange.id);
};

describe('the cancels of pending orders', () => {
  const board = () =>
    new CancelBoard([
      owner('a', order(1n)),
      owner('b', order(2n)),
      owner('s', order(9n, 'shipped')),
      owner('c', order(3n)),
      owner('none'),
    ]);

  test('are those of the scenarios that come earlier, once each has sent its first', async () => {
    const cancels = board();
    const earlier = cancels.pendingCancels('c', 'earlier');
    expect(await answered(earlier)).toBe('waits');
    cancels.record('b', cancelOf(order(2n), 'b/1'));
    expect(await answered(earlier)).toBe('waits');
    cancels.record('a', cancelOf(order(1n), 'a/1'));
    cancels.record('a', cancelOf(order(1n), 'a/2'));
    expect(await answered(earlier)).toEqual(['a/1', 'b/1']);
  });

  test('are none for the first, which waits for nobody', async () => {
    expect(await answered(board().pendingCancels('a', 'earlier'))).toEqual([]);
  });

  test('are those of all others but the one that asks', async () => {
    const cancels = board();
    cancels.record('b', cancelOf(order(2n), 'b/1'));
    const others = cancels.pendingCancels('b', 'others');
    cancels.record('a', cancelOf(order(1n), 'a/1'));
    expect(await answered(others)).toBe('waits');
    cancels.record('c', cancelOf(order(3n), 'c/1'));
    expect(await answered(others)).toEqual(['a/1', 'c/1']);
  });

  test('are not waited for where the scenario has ended without one', async () => {
    const cancels = board();
    const earlier = cancels.pendingCancels('c', 'earlier');
    cancels.end('a');
    cancels.record('b', cancelOf(order(2n), 'b/1'));
    expect(await answered(earlier)).toEqual(['b/1']);
  });

  test('are not opened by the cancel of an order in another state', async () => {
    const cancels = new CancelBoard([owner('a', order(9n, 'shipped'), order(1n)), owner('b', order(2n))]);
    const earlier = cancels.pendingCancels('b', 'earlier');
    cancels.record('a', cancelOf(order(9n, 'shipped'), 'a/shipped'));
    expect(await answered(earlier)).toBe('waits');
    cancels.record('a', cancelOf(order(1n), 'a/pending'));
    expect(await answered(earlier)).toEqual(['a/pending']);
  });
});

describe('all cancels', () => {
  test('are known when every other scenario that owns an order has ended', async () => {
    const cancels = new CancelBoard([
      owner('a', order(1n)),
      owner('s', order(9n, 'shipped')),
      owner('asks', order(5n)),
      owner('none'),
    ]);
    cancels.record('asks', cancelOf(order(5n), 'asks/1'));
    cancels.record('a', cancelOf(order(1n), 'a/1'));
    cancels.record('a', cancelOf(order(1n), 'a/2'));
    cancels.record('s', cancelOf(order(9n, 'shipped'), 's/1'));
    const all = cancels.all('asks');
    cancels.end('a');
    expect(await answered(all)).toBe('waits');
    cancels.end('s');
    expect(await answered(all)).toEqual(['a/1', 'a/2', 's/1']);
  });

  test('of scenarios that own nothing are not waited for, nor kept', async () => {
    const cancels = new CancelBoard([owner('none')]);
    cancels.record('none', cancelOf(order(1n), 'none/1'));
    cancels.end('none');
    expect(await answered(cancels.all('asks'))).toEqual([]);
  });
});

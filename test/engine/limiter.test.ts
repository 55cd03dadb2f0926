import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Limiter, type Turn } from '../../runner/engine/limiter.js';

const never = new AbortController().signal;
const turn = (differs: Partial<Turn> = {}): Turn => ({ rank: 'inOrder', withoutKey: false, ...differs });

describe('a limiter', () => {
  // What more connections hold would not fit the memory of a run.
  test.each([
    [2, 2],
    [1024, 32],
  ])('lets that many tasks run at a time: of %i, %i', async (concurrency, expected) => {
    const limiter = new Limiter({ concurrency }, never);
    let running = 0;
    let most = 0;
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await delay(1);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 99 }, () => limiter.run(turn(), task)));
    expect(most).toBe(expected);
  });

  test('once it is careful, sends one at a time: what goes first, and what has no valid key last', async () => {
    const limiter = new Limiter({ concurrency: 4 }, never);
    limiter.becomeCareful();
    const order: string[] = [];
    let running = 0;
    const run = (name: string, differs: Partial<Turn> = {}) =>
      limiter.run(turn(differs), async () => {
        running += 1;
        expect(running).toBe(1);
        await delay(1);
        running -= 1;
        order.push(name);
      });
    await Promise.all([
      run('at once'),
      run('without key', { withoutKey: true }),
      run('with key'),
      run('beside', { rank: 'last' }),
      run('kept', { rank: 'first' }),
      run('again', { rank: 'first', withoutKey: true }),
    ]);
    expect(order).toEqual(['at once', 'kept', 'again', 'with key', 'beside', 'without key']);
  });

  test('gives the place of a task that fails to the next', async () => {
    const limiter = new Limiter({ concurrency: 1 }, never);
    await expect(limiter.run(turn(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(turn(), () => Promise.resolve('done'))).resolves.toBe('done');
  });
});

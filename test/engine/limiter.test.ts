import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Limiter, type Turn } from '../../runner/engine/limiter.js';

const never = new AbortController().signal;
const turn = (urgency: Turn['urgency'] = 'plain', differs: Partial<Turn> = {}): Turn => ({
  urgency,
  withoutKey: false,
  ...differs,
});

describe('a limiter', () => {
  test('once it is careful, sends one at a time: what a connection waits for, what was refused for now, and what has no valid key last', async () => {
    const limiter = new Limiter({ concurrency: 4 }, never);
    limiter.becomeCareful();
    const order: string[] = [];
    let running = 0;
    const run = (name: string, urgency: Turn['urgency'], withoutKey = false) =>
      limiter.run(turn(urgency, { withoutKey }), async () => {
        running += 1;
        expect(running).toBe(1);
        await delay(1);
        running -= 1;
        order.push(name);
      });
    await Promise.all([
      run('first', 'plain'),
      run('refused', 'plain', true),
      run('valid', 'plain'),
      run('kept', 'next', true),
      run('again', 'again', true),
      run('again, later', 'again', true),
    ]);
    expect(order).toEqual(['first', 'kept', 'again, later', 'again', 'valid', 'refused']);
  });
});

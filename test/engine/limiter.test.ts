import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Limiter } from '../../runner/engine/limiter.js';

test('a limiter lets so many tasks run at a time', async () => {
  const limiter = new Limiter(2);
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await delay(1);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => limiter.run('normal', task)));
  expect(most).toBe(2);
});

test('a limiter lets urgent tasks go before those that wait', async () => {
  const limiter = new Limiter(1);
  const order: string[] = [];
  const task = (name: string) => async () => {
    await delay(1);
    order.push(name);
  };
  await Promise.all([
    limiter.run('normal', task('first')),
    limiter.run('normal', task('normal')),
    limiter.run('urgent', task('urgent')),
  ]);
  expect(order).toEqual(['first', 'urgent', 'normal']);
});

test('a task that fails gives its place to the next', async () => {
  const limiter = new Limiter(1);
  await expect(limiter.run('normal', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(limiter.run('normal', () => Promise.resolve('done'))).resolves.toBe('done');
});

import { expect, test } from 'vitest';
import { Turns } from '../../runner/http/turns.js';

test('what does not fit waits, in order; what is larger than all there is goes alone', async () => {
  const turns = new Turns(10);
  const entered: string[] = [];
  const enter = async (name: string, size: number): Promise<() => void> => {
    const leave = await turns.enter(size);
    entered.push(name);
    return leave;
  };
  const [a, b] = [await enter('a', 6), await enter('b', 4)];
  const [c, d, e] = [enter('c', 20), enter('d', 1), enter('e', 9)];
  a();
  await new Promise(setImmediate);
  expect(entered).toEqual(['a', 'b']);
  b();
  (await c)();
  (await d)();
  (await e)();
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e']);
});

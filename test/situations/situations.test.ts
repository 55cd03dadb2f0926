import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeStore } from '../engine/judgement.js';
import { startStore } from '../engine/store.js';
import { told } from '../engine/told.js';
import { situations } from './situations.js';

test.each(situations)('$id', async ({ id, store: options, declared, options: run }) => {
  const store = await startStore(options);
  const report = await judgeStore(store, { orders: { ...store.orders, ...declared }, ...run });
  const { verdict, complete } = report;
  const said = `${verdict}, ${complete ? 'complete' : 'not complete'}\n${told(report)}\n`;
  await expect(said).toMatchFileSnapshot(join(import.meta.dirname, `expected/${id.replaceAll(/\W+/g, '-')}.txt`));
});

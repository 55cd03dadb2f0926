import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { judgeStore } from '../engine/judgement.js';
import { startStore } from '../engine/store.js';
import { told } from '../engine/told.js';
import { type Situation, situations } from './situations.js';

async function judged({ store: options, declared, options: run }: Situation): Promise<Report> {
  if (onlyReplies(options)) return judgeInMemory(options, { orders: declared, ...run });
  const store = await startStore(options);
  return judgeStore(store, { orders: { ...store.orders, ...declared }, ...run });
}

test.each(situations)('$id', async (situation) => {
  const { id } = situation;
  const report = await judged(situation);
  const { verdict, complete } = report;
  const said = `${verdict}, ${complete ? 'complete' : 'not complete'}\n${told(report)}\n`;
  await expect(said).toMatchFileSnapshot(join(import.meta.dirname, `expected/${id.replaceAll(/\W+/g, '-')}.txt`));
});

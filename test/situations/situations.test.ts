import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { judgeStore } from '../engine/judgement.js';
import { startStore } from '../engine/store.js';
import { told } from '../engine/told.js';
import { unclearAnswers } from './answers.js';
import { wrongFixtures } from './fixtures.js';
import type { Situation } from './situation.js';

async function judged({ store: options, declared, options: run }: Situation): Promise<Report> {
  if (onlyReplies(options)) return judgeInMemory(options, { orders: declared, fresh: false, ...run });
  const store = await startStore(options);
  return judgeStore(store, { orders: { ...store.orders, ...declared }, fresh: false, ...run });
}

const usual = await judgeInMemory();

/** The details of a finding are in what the matrix keeps of each requirement. */
const withoutDetails = (text: string): string => text.replaceAll(/^ {2}(?:at|expected:|actual:) .*\n?/gm, '').trimEnd();

const texts: string[] = [];

test.each([...wrongFixtures, ...unclearAnswers])('$id', async (situation) => {
  const report = await judged(situation);
  const { verdict, complete } = report;
  const said = `${situation.id}\n${verdict}, ${complete ? 'complete' : 'not complete'}\n${withoutDetails(told(report, usual))}`;
  texts.push(said.replaceAll(/\n(?=.)/g, '\n  '));
  // What cannot be judged neither fails nor passes.
  expect(report.counts.error).toBe(0);
});

test('a report says of each what is in expected.txt', async () => {
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected.txt'));
});

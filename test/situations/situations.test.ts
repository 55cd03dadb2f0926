import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { judgeStore } from '../engine/judgement.js';
import { openStore } from '../engine/store.js';
import { told } from '../engine/told.js';
import { Golden } from '../golden.js';
import { inPart } from '../in-part.js';
import { unclearAnswers } from './answers.js';
import { wrongFixtures } from './fixtures.js';
import type { Situation } from './situation.js';

async function judged({ store: options, declared, options: run }: Situation): Promise<Report> {
  if (onlyReplies(options)) return judgeInMemory(options, { orders: declared, fresh: false, ...run });
  const store = await openStore(options);
  try {
    return await judgeStore(store, { orders: { ...store.orders, ...declared }, fresh: false, ...run });
  } finally {
    await store.close();
  }
}

const usual = await judgeInMemory();

/** The details of a finding are in what the matrix keeps of each requirement. */
const withoutDetails = (text: string): string => text.replaceAll(/^ {2}(?:at|expected:|actual:) .*\n?/gm, '').trimEnd();

const golden = new Golden(join(import.meta.dirname, 'expected.txt'));
const situations = [...wrongFixtures, ...unclearAnswers];

// Some are waited for, where the target says so. A situation that expected.txt lacks is always tried.
test.concurrent.each(situations.filter((each) => inPart(situations, 5).includes(each) || !golden.of(each.id)))(
  '$id',
  async (situation) => {
    const report = await judged(situation);
    const { verdict, complete } = report;
    const said = `${situation.id}\n${verdict}, ${complete ? 'complete' : 'not complete'}\n${withoutDetails(told(report, usual))}`;
    golden.set(situation.id, said.replaceAll(/\n(?=.)/g, '\n  '));
    // A requirement that cannot be judged neither fails nor passes.
    expect(report.counts.error).toBe(0);
  },
);

test('a report says of each what is in expected.txt', () => golden.compare(situations.map(({ id }) => id)));

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { generateApiKey } from '../../servers/reference.js';
import { judgeInMemory, onlyReplies } from '../detection/in-memory.js';
import { judgeStore } from '../engine/judgement.js';
import { reportText } from '../engine/report-text.js';
import { openStore, type Received } from '../engine/store.js';
import { Golden } from '../golden.js';
import { expectNoRepetition } from '../reporters/repetition.js';
import { unclearAnswers } from './answers.js';
import { wrongFixtures } from './fixtures.js';
import { expectHarmless } from './harmless.js';
import { mistakes } from './mistakes.js';
import { orderStates } from './order-states.js';
import { refusals } from './refusals.js';
import type { Situation } from './situation.js';
import { unreadable } from './unreadable.js';

/** Wrong fixtures are tried in stores that are not disposable. */
const isDisposable = (situation: Situation): boolean =>
  situation.options.disposable ?? !wrongFixtures.includes(situation);

async function judged(situation: Situation): Promise<Report> {
  const { store: options, declared } = situation;
  const run = { disposable: isDisposable(situation), ...situation.options };
  if (onlyReplies(options)) {
    const [apiKey, received] = [options.apiKey ?? generateApiKey(), [] as Received[]];
    const differs = { orders: declared, fresh: false, ...run, received };
    const report = await judgeInMemory({ ...options, apiKey }, differs);
    expectHarmless(situation, { apiKey, received }, report);
    return report;
  }
  const store = await openStore(options);
  try {
    const report = await judgeStore(store, { orders: { ...store.orders, ...declared }, fresh: false, ...run });
    expectHarmless(situation, store, report);
    return report;
  } finally {
    await store.close();
  }
}

const usual = await judgeInMemory();
const usualOfOthers = await judgeInMemory({}, { disposable: false, fresh: false });

/** Details of a finding, which the golden file of the matrix has for each requirement. */
const DETAILS = /^ {2}(?:at|expected:|actual:) .*\n?/gm;

/** Findings, left out if a cause explains them. */
const FINDINGS = /^\S+ \((?:must|should)\): .*\n?(?: {2}(?:at|expected:|actual:) .*\n?)*/gm;
const inBrief = [...mistakes, ...refusals, ...unreadable];

const textOf = (situation: Situation, report: Report): string =>
  reportText(report, isDisposable(situation) ? usual : usualOfOthers)
    .replaceAll(inBrief.includes(situation) ? FINDINGS : DETAILS, '')
    .trimEnd();

const golden = new Golden(join(import.meta.dirname, 'expected.txt'));
const USUALLY = 'usually, in a store that is not disposable';
golden.set(USUALLY, `${USUALLY}\n${reportText(usualOfOthers, usual)}`.replaceAll('\n', '\n  '));
const situations = [...wrongFixtures, ...orderStates, ...unclearAnswers, ...inBrief];

const ids = situations.map(({ id }) => id);
const tried = golden.sample(ids, 40);

// Concurrent, since some targets ask for a pause.
test.concurrent.each(situations.filter(({ id }) => tried.has(id)))('$id', async (situation) => {
  const report = await judged(situation);
  const { verdict, complete } = report;
  const said = `${situation.id}\n${verdict}, ${complete ? 'complete' : 'not complete'}\n${textOf(situation, report)}`;
  golden.set(situation.id, said.trimEnd().replaceAll(/\n(?=.)/g, '\n  '));
  // A requirement that cannot be judged neither fails nor passes.
  expect(report.counts.error).toBe(0);
  expectNoRepetition(report);
});

test('a report says of each what is in expected.txt', () => golden.compare([USUALLY, ...ids]));

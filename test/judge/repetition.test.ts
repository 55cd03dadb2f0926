import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inconclusive } from '../../evidence/unjudged.js';
import { judgeBy } from '../../judge/results/judgement.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { held, type Result } from '../../suites/terms/rule.js';
import { expectGolden } from '../golden.js';
import { type Answered, evidence, listed, type Sent } from '../suites/evidence.js';
import { broken, reportOn } from './contract.js';

const PROBE = 'cancel-unknown-plain/cancel';
const notFound = { status: 404, body: '{"code":"a","message":"b","status":404}' } as const;
const contentType = [['Content-Type', 'application/json']] as const;

const found = { ...notFound, headers: contentType };
const lost = { failure: 'It broke off.' };
const withCode = (code: unknown) => ({ ...found, body: JSON.stringify({ code, message: 'b', status: 404 }) });

/** The answers to one probe. */
const RUNS: readonly (readonly [string, readonly (Answered | undefined)[]])[] = [
  ['all alike', [found, found, found, found]],
  ['on kept connections alone', [found, 409, found, 409]],
  ['on both kinds of connections', [found, 409, 409, found]],
  ['one cannot be judged', [found, 409, 503, 409]],
  ['one differs', [found, 409, found, found]],
  ['two cannot be judged', [lost, found, found, 503]],
  ['none was answered', [lost, lost, lost, lost]],
  ['one was not sent', [found, found, found, undefined]],
  ['more differ than are named', [409, 409, 409, 409, 409, 409, found]],
  ['on new connections alone', [409, found, 409, lost, lost, lost, 409]],
  ['one alone is judged', [lost, 409, lost, lost]],
  ['each body is wrong, in two ways', [withCode(7), withCode(undefined), withCode(7), withCode(7)]],
];

/** The text of a report on a run with these answers to a cancel of an unknown id. */
function textOf([title, answers]: (typeof RUNS)[number]): string {
  const idOf = (index: number) => (index === 0 ? PROBE : `${PROBE}#${index + 1}`);
  const probes = answers.flatMap((answered, index): Sent[number][] =>
    answered === undefined ? [] : [{ [idOf(index)]: answered }],
  );
  const unsent = Object.fromEntries(
    answers.flatMap((answered, index) =>
      answered === undefined ? [[idOf(index), inconclusive('The run was ended.')]] : [],
    ),
  );
  const gathered = evidence({ repeat: answers.length, sent: [{ 'listing/before': listed([7n]) }, ...probes], unsent });
  const report = reportOn(storeOrdersInterface, gathered);
  const requirement = report.requirements.find(({ id }) => id === 'cancel.unknown.status');
  return [
    `${title}: ${requirement?.verdict}, ${report.requestCount} requests`,
    ...report.findings
      .filter(({ exchange }) => exchange?.startsWith(PROBE))
      .map(({ requirement: id, message, exchange }) => `${id}: ${message} [${exchange}]`),
    ...report.causes
      .filter(({ exchange }) => exchange?.startsWith(PROBE))
      .map(({ headline, answers: shown }) => `cause: ${headline} (${shown})`),
    ...report.notes.filter((note) => note.includes(PROBE)).map((note) => `note: ${note}`),
    `exchanges: ${report.exchanges.map(({ id }) => id).join(', ')}`,
  ].join('\n  ');
}

test('repeated requests are judged as one, and differences are reported with their counts', async () => {
  const text = `${RUNS.map(textOf).join('\n')}\n`;
  await expectGolden(text, join(import.meta.dirname, 'expected/repetitions.txt'));
});

describe('of the results for one request,', () => {
  const gathered = evidence({
    orders: { pending: [101n] },
    repeat: 3,
    sent: [{ 'cancel-pending/cancel': 409 }, ...[PROBE, `${PROBE}#2`, `${PROBE}#3`].map((id) => ({ [id]: found }))],
  });
  const [once, ...repeated] = gathered.exchanges;
  const [requirement] = storeOrdersInterface.requirements;
  if (!requirement) throw new Error('The contract has requirements.');

  /** The results that are left of those that a rule gives. */
  const merged = (results: readonly Result[]): readonly Result[] => {
    const rule = { requirement: requirement.id, needs: [], judge: () => results };
    return judgeBy(rule, { requirement }, gathered, false).results.map(({ result }) => result);
  };

  test('each remark is kept, once', () => {
    const results = ['A.', 'B.', 'A.'].map((note, index) => held(repeated[index], note));
    expect(merged(results)).toMatchObject([{ note: 'A.' }, { note: 'B.' }]);
  });

  test('deviations with other words are kept apart', () => {
    const results = ['A.', 'B.', 'A.'].map((message, index) => ({ ...broken, message, exchange: repeated[index] }));
    expect(merged(results)).toMatchObject([{ message: 'A.' }, { message: 'B.' }]);
  });

  test('none are merged if it is sent once', () => {
    const result = { ...broken, exchange: once };
    expect(merged([result, { ...result }])).toEqual([result, result]);
  });
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inconclusive } from '../../runner/evidence/unjudged.js';
import { judgeEvidence } from '../../runner/judge/judge.js';
import { mergeRepetitions } from '../../runner/judge/repetition.js';
import { held, isBroken, isHeld, type Result } from '../../runner/judge/rule.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { type Answered, evidence, listed, type Sent } from '../suites/evidence.js';
import { broken } from './contract.js';

const PROBE = 'cancel-unknown-plain/cancel';
const notFound = { status: 404, body: '{"code":"a","message":"b","status":404}' } as const;
const contentType = [['Content-Type', 'application/json']] as const;

const found = { ...notFound, headers: contentType };
const lost = { failure: 'It broke off.' };

/** Four answers to one probe. */
const RUNS: readonly (readonly [string, readonly (Answered | undefined)[]])[] = [
  ['all alike', [found, found, found, found]],
  ['on kept connections alone', [found, 409, found, 409]],
  ['on both kinds of connections', [found, 409, 409, found]],
  ['one cannot be judged', [found, 409, 503, 409]],
  ['one differs', [found, 409, found, found]],
  ['two cannot be judged', [lost, found, found, 503]],
  ['none was answered', [lost, lost, lost, lost]],
  ['one was not sent', [found, found, found, undefined]],
];

/** The words of a report on a run in which an unknown id was cancelled four times. */
function saidOf([title, answers]: (typeof RUNS)[number]): string {
  const idOf = (index: number) => (index === 0 ? PROBE : `${PROBE}#${index + 1}`);
  const probes = answers.flatMap((answered, index): Sent[number][] =>
    answered === undefined ? [] : [{ [idOf(index)]: answered }],
  );
  const unsent = Object.fromEntries(
    answers.flatMap((answered, index) =>
      answered === undefined ? [[idOf(index), inconclusive('The run was ended.')]] : [],
    ),
  );
  const gathered = evidence({ repeat: 4, sent: [{ 'listing/before': listed([7n]) }, ...probes], unsent });
  const report = judgeEvidence(storeOrdersInterface, gathered, { tool: { name: 'tool', version: '0' }, strict: false });
  const requirement = report.requirements.find(({ id }) => id === 'cancel.unknown.status');
  return [
    `${title}: ${requirement?.verdict}, ${report.requestCount} requests`,
    ...report.findings
      .filter((finding) => finding.requirement === requirement?.id)
      .map(({ message, exchange }) => `finding: ${message} [${exchange}]`),
    ...report.causes
      .filter(({ requirements }) => requirements.includes('cancel.unknown.status'))
      .map(({ headline, answers: shown }) => `cause: ${headline} (${shown})`),
    ...report.notes.filter((note) => note.includes(PROBE)).map((note) => `note: ${note}`),
    `exchanges: ${report.exchanges.map(({ id }) => id).join(', ')}`,
  ].join('\n  ');
}

test('repeated requests are judged as one, and what differs between them is told with how often', async () => {
  const text = `${RUNS.map(saidOf).join('\n')}\n`;
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, 'expected/repetitions.txt'));
});

describe('of the results for one request,', () => {
  const { exchanges } = evidence({
    orders: { pending: [101n] },
    repeat: 7,
    sent: [
      { 'cancel-pending/cancel': 409 },
      ...[1, 2, 3, 4, 5, 6, 7].map((nth) => ({ [nth === 1 ? PROBE : `${PROBE}#${nth}`]: 409 })),
    ],
  });
  /** The first exchange is of the request that is sent once; the next ones are the repetitions. */
  const deviates = (nth: number, at = 'status'): Result => ({ ...broken, at, exchange: exchanges[nth] });
  const holds = (nth: number, note?: string) => held(exchanges[nth], note);
  const often = (text: string) => `No. Intermittent: ${text}.`;

  test.each<[string, readonly Result[], readonly (string | undefined)[]]>([
    [
      'more than five deviations are not all named',
      [...[1, 2, 3, 4, 5, 6].map((nth) => deviates(nth)), holds(7)],
      [often('6 of 7 answers deviate like this (#1, #2, #3, #4, #5, …)'), undefined],
    ],
    [
      'those that come on new connections alone say so',
      [deviates(1), holds(2), deviates(3), deviates(7)],
      [often('3 of 4 answers deviate like this (#1, #3, #7, none on a kept connection)'), undefined],
    ],
    ['the only one that is judged says nothing of others', [deviates(2)], ['No.']],
    [
      'those that deviate otherwise are told apart',
      [deviates(1), deviates(2), deviates(2, 'body')],
      [
        'No. All 2 answers deviate like this.',
        often('1 of 2 answers deviate like this (#2, all on a kept connection)'),
      ],
    ],
    ['each remark is kept, once', [holds(1, 'A.'), holds(2, 'B.'), holds(3, 'A.')], ['A.', 'B.']],
    ['none are merged where it is sent once', [deviates(0), deviates(0)], ['No.', 'No.']],
  ])('%s', (_, results, expected) => {
    expect(
      mergeRepetitions(results).map((result) =>
        isBroken(result)
          ? [result.message, result.often ?? []].flat().join(' ')
          : isHeld(result)
            ? result.note
            : result.reason,
      ),
    ).toEqual(expected);
  });
});

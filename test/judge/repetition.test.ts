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

/** A run in which an unknown id was cancelled four times. */
const judged = (answers: readonly (Answered | undefined)[], unsent = {}) => {
  const probes = answers.flatMap((answered, index): Sent[number][] =>
    answered === undefined ? [] : [{ [index === 0 ? PROBE : `${PROBE}#${index + 1}`]: answered }],
  );
  const gathered = evidence({ repeat: 4, sent: [{ 'listing/before': listed([7n]) }, ...probes], unsent });
  const options = { tool: { name: 'tool', version: '0' }, strict: false };
  const report = judgeEvidence(storeOrdersInterface, gathered, options);
  const { causes, findings, notes, requirements, exchanges, requestCount } = report;
  return {
    verdict: requirements.find(({ id }) => id === 'cancel.unknown.status')?.verdict,
    messages: findings
      .filter(({ requirement }) => requirement === 'cancel.unknown.status')
      .map(({ message, exchange }) => `${message} [${exchange}]`),
    notes: notes.filter((note) => note.includes(PROBE)),
    exchanges: exchanges.map(({ id }) => id),
    requestCount,
    causes: causes
      .filter((cause) => cause.requirements.includes('cancel.unknown.status'))
      .map(({ headline, answers }) => [headline, answers]),
  };
};

const found = { ...notFound, headers: contentType };

describe('repeated requests', () => {
  test('that are all answered alike are judged as one', () => {
    expect(judged([found, found, found, found])).toEqual({
      verdict: 'pass',
      messages: [],
      notes: [],
      exchanges: ['listing/before', PROBE],
      requestCount: 5,
      causes: [],
    });
  });

  test('that deviate in some answers give one deviation, which says how often, which, and on which connections', () => {
    const { verdict, messages, notes, exchanges } = judged([found, 409, found, 409]);
    expect({ verdict, messages, notes, exchanges }).toEqual({
      verdict: 'fail',
      messages: [
        `A cancel of an id that no order has must get 404. Intermittent: 2 of 4 answers deviate like this (#2, #4, all on a kept connection). [${PROBE}#2]`,
      ],
      notes: [`The same request got different statuses: ${PROBE} (404 in 2, 409 in 2).`],
      exchanges: ['listing/before', PROBE, `${PROBE}#2`],
    });
  });

  test('are counted by a cause as by its findings, each answer once', () => {
    expect(judged([found, 409, 409, found]).causes).toEqual([
      ['A cancel of an id that no order has must get 404. Intermittent: 2 of 4 answers to the same requests.', 2],
    ]);
    expect(judged([found, 409, 503, 409]).causes).toEqual([[expect.stringContaining(' 2 of 3 answers '), 2]]);
  });

  test('that differ alike say how often each status came', () => {
    expect(judged([found, 409, found, found]).notes).toEqual([
      `The same request got different statuses: ${PROBE} (404 in 3, 409 in 1).`,
    ]);
  });

  test('are judged by those that were answered', () => {
    expect(judged([{ failure: 'It broke off.' }, found, found, 503])).toMatchObject({
      verdict: 'pass',
      notes: [`2 of 4 answers to ${PROBE} cannot be judged.`],
    });
  });

  test('of which none was answered are not judged', () => {
    const lost = { failure: 'It broke off.' };
    expect(judged([lost, lost, lost, lost])).toMatchObject({ verdict: 'inconclusive', messages: [], notes: [] });
  });

  test('that were not all sent are not judged in full', () => {
    const unsent = { [`${PROBE}#4`]: inconclusive('The run was ended.') };
    expect(judged([found, found, found, undefined], unsent)).toMatchObject({ verdict: 'inconclusive' });
  });
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

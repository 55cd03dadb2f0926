import { join } from 'node:path';
import { expect, test } from 'vitest';
import { steadyRefusals } from '../../runner/evidence/again.js';
import { isBroken, isHeld, type Result } from '../../runner/judge/rule.js';
import { nameOf } from '../engine/made-up.js';
import { type Answered, evidence, judged, listed, type Sent } from '../suites/evidence.js';

const silence: Answered = { failure: 'No answer came.' };
const accepted: Answered = { status: 200 };
const first = { 'listing/before': listed([7n]) };
const [asked, other] = ['auth-list-missing/probe', 'auth-list-wrong/probe'];
const silent = { [asked]: silence };
const valid = { 'kept-connections/list-valid-wrong': listed([7n]) };
const cancel = { 'cancel-pending/cancel': silence };
const [limit, page, offset] = ['listing-queries/limit=1', 'listing-queries/page=2', 'listing-queries/offset=1'];

const MISSING = 'auth.list.missing';
const WRONG = 'auth.list.wrong';
const QUERIES = 'list.query-ignored';

/** Three attempts to ask for the listing without a key; another key is answered after the second one. */
const threeTimes = (refusal: Answered): Sent => [
  { [asked]: refusal },
  { [asked]: refusal },
  { [other]: 401 },
  { [asked]: refusal },
];

const refusedWith = (status: number): Sent => [
  { [asked]: 401 },
  { [other]: status },
  { [limit]: status, [page]: status },
];

const limited: Sent = [
  { [other]: 429 },
  { [limit]: accepted },
  { 'auth-list-empty/probe': 429 },
  { 'auth-list-no-key/probe': 429 },
];

type Case = readonly [where: string, requirements: readonly string[], ...sent: Sent];

const CASES: readonly Case[] = [
  ['no answer comes three times, and others like it are answered', [MISSING], ...threeTimes(silence)],
  ['503 comes three times, and others like it are answered', [MISSING], ...threeTimes(503)],
  ['429 comes three times, and others like it are answered', [MISSING], ...threeTimes(429)],
  ['no answer comes twice', [MISSING], silent, { [other]: 401 }, silent],
  ['nothing else was answered meanwhile', [MISSING], { [other]: 401 }, silent, silent, silent],
  ['it got different refusals', [MISSING], silent, { [asked]: 503 }, { [other]: 401 }, silent],
  ['others like it were answered before, and not since: a lockout', [MISSING], { [other]: 401 }, silent, valid, silent],
  [
    'another one got no answer, and one when it was asked again',
    [MISSING],
    { ...silent, [other]: silence },
    silent,
    { [other]: 401 },
    silent,
  ],
  [
    'others were answered for the other operation alone',
    [MISSING],
    silent,
    silent,
    { 'auth-cancel-unknown/wrong': 401 },
    silent,
  ],
  [
    '429 comes three times, and only the valid key is answered',
    [MISSING],
    { [asked]: 429 },
    { [asked]: 429 },
    valid,
    { [asked]: 429 },
  ],
  ['only requests with the valid key are ever answered', [MISSING], silent, silent, valid, silent],
  [
    'another one got no answer on a connection that had been idle',
    [MISSING],
    { ...silent, [other]: { failure: 'No answer came.', kept: 1 } },
    silent,
    { [other]: 401 },
    silent,
  ],
  [
    'a cancel that may have an effect gets no answer, and another one is answered',
    ['cancel.pending.status'],
    cancel,
    { 'cancel-unknown-plain/cancel': 404 },
    cancel,
    cancel,
  ],
  ['others like it are answered after the last attempt alone', [MISSING], silent, silent, silent, { [other]: 401 }],
  ['nothing is accepted after a refusal', [QUERIES], { [limit]: 401 }, { [page]: 401 }],
  [
    'the last accepted request was sent while the first one was refused',
    [QUERIES],
    { [limit]: 401, [page]: accepted },
    { [offset]: 401 },
  ],
  ['the key is accepted again later', [QUERIES], { [limit]: 401, [page]: 401 }, { [offset]: accepted }],
  ['one request alone is refused', [QUERIES], { [limit]: 401 }],
  ['the key was never accepted', [QUERIES], { 'listing/before': 401 }, { [limit]: 401 }, { [page]: 401 }],
  ['a bad key is refused before the key is lost', [MISSING], { [asked]: 401 }, { [limit]: 401, [page]: 401 }],
  ['a bad key is refused after the key is lost', [MISSING], { [limit]: 401, [page]: 401 }, { [asked]: 401 }],
  ['everything is refused with 403 after a bad key', [MISSING, WRONG, QUERIES], ...refusedWith(403)],
  ['everything is refused with 429 after a bad key', [MISSING, WRONG, QUERIES], ...refusedWith(429)],
  ['a bad key gets 403, and the valid one is let in', [WRONG], { [asked]: 401, [other]: 403 }, { [limit]: 403 }],
  ['bad keys get 429, and none got 401', [WRONG], ...limited],
  ['bad keys get 429, and one got 401 before', [WRONG], { [asked]: 401 }, ...limited],
];

function lineOf(result: Result): string {
  if (isHeld(result)) return `held by ${result.exchange ? nameOf(result.exchange) : result.note}`;
  if (isBroken(result)) return `broken by ${result.exchange ? nameOf(result.exchange) : ''}: ${result.actual}`;
  return `${result.unjudged}: ${result.reason}`;
}

function textOf([where, requirements, ...sent]: Case): string {
  const given = evidence({
    orders: { pending: [7n] },
    sent: sent.some((step) => 'listing/before' in step) ? sent : [first, ...sent],
  });
  const { exchanges, lockout } = given;
  const lost = exchanges.find(({ begun }) => begun === lockout?.from);
  return [
    `Where ${where}${lost ? `, the key is lost from ${nameOf(lost)} on` : ''}:`,
    ...requirements.flatMap((id) => [...new Set(judged(id, given).map((result) => `  ${id} ${lineOf(result)}`))]),
    '',
  ].join('\n');
}

test('refusals are told from noise, and lockouts from both, as the transcript says', async () => {
  const path = join(import.meta.dirname, 'expected/refusals.txt');
  await expect(CASES.map(textOf).join('\n')).toMatchFileSnapshot(path);
});

type Timed = readonly [id: string, answered: Answered, begun: number, ended: number];

const waited: Timed = [asked, silence, 1, 10];
const later: readonly Timed[] = [
  ['kept-connections/list-valid-wrong', listed([7n]), 11, 12],
  [asked, silence, 13, 14],
  [asked, silence, 15, 16],
];
const others = (...times: readonly (readonly [begun: number, ended: number])[]): Timed[] =>
  times.map(([begun, ended], index) => [index === 0 ? other : 'auth-list-empty/probe', 401, begun, ended]);

test.each<[why: string, isSteady: boolean, sent: readonly Timed[]]>([
  ['others were answered one after the other meanwhile', true, [waited, ...others([2, 3], [4, 5]), ...later]],
  ['others were sent before it: a lockout', false, [...others([0, 3], [4, 5]), waited, ...later]],
  ['others overlap, and may have been received before it', false, [waited, ...others([2, 4], [3, 5]), ...later]],
  ['nothing was answered afterwards: an outage', false, [waited, ...others([2, 3], [4, 5]), ...later.slice(1)]],
])('a request that waits in vain is noise or not where %s', (_why, isSteady, sent) => {
  const { exchanges } = evidence({ sent: sent.map(([id, answered]) => ({ [id]: answered })) });
  const timed = exchanges.map((exchange, index) => {
    const [, , begun = 0, ended = 0] = sent[index] ?? [];
    return { ...exchange, begun, ended };
  });
  expect(steadyRefusals(timed).size > 0).toBe(isSteady);
});

import { describe, expect, test } from 'vitest';
import { steadyRefusals } from '../../runner/evidence/again.js';
import { isSilence } from '../../runner/evidence/evidence.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { nameOf } from '../engine/made-up.js';
import { type Answered, evidence, listed, resultsOf, type Sent } from '../suites/evidence.js';

const silence: Answered = { failure: 'No answer came.' };
const before = { 'listing/before': listed([7n]) };
const asked = 'auth-list-missing/probe';

/** What becomes of the listing without a key, which is asked in some of these steps. */
function become(...sent: Sent): string {
  const answer = evidence({ sent: [before, ...sent] }).answer({ scenario: 'auth-list-missing', name: 'probe', nth: 1 });
  if (!answer) return 'not asked';
  if (!isUnjudged(answer)) return `answered with ${answer.status}`;
  return isSilence(answer) ? 'silent' : answer.unjudged;
}

const other = { 'auth-list-wrong/probe': 401 };
const valid = { 'kept-connections/list-valid-wrong': listed([7n]) };

describe('what a request without effect gets', () => {
  test.each<[what: string, refusal: Answered, expected: string]>([
    ['no answer', silence, 'silent'],
    ['503', 503, 'answered with 503'],
    ['429', 429, 'answered with 429'],
  ])('three times, and others like it are answered meanwhile: %s', (_what, refusal, expected) => {
    expect(become({ [asked]: refusal }, { [asked]: refusal }, other, { [asked]: refusal })).toBe(expected);
  });

  test.each<[why: string, sent: Sent]>([
    ['it was asked twice', [{ [asked]: silence }, other, { [asked]: silence }]],
    ['nothing else was answered meanwhile', [other, { [asked]: silence }, { [asked]: silence }, { [asked]: silence }]],
    ['it got different refusals', [{ [asked]: silence }, { [asked]: 503 }, other, { [asked]: silence }]],
    [
      'others like it were answered before, and not since: a lockout',
      [other, { [asked]: silence }, { [asked]: silence }, valid, { [asked]: silence }],
    ],
    [
      'another one got none, and an answer when it was asked again',
      [{ [asked]: silence, 'auth-list-wrong/probe': silence }, { [asked]: silence }, other, { [asked]: silence }],
    ],
    [
      'others were answered for the other operation alone',
      [{ [asked]: silence }, { [asked]: silence }, { 'auth-cancel-unknown/wrong': 401 }, { [asked]: silence }],
    ],
  ])('is noise where %s', (_why, sent) => {
    expect(become(...sent)).toBe('inconclusive');
  });

  test('is an answer where only requests with a valid key are ever answered', () => {
    expect(become({ [asked]: silence }, { [asked]: silence }, valid, { [asked]: silence })).toBe('silent');
  });

  test('is not doubted for an idle connection that was closed', () => {
    const idle = { 'auth-list-wrong/probe': { ...(silence as object), kept: 1 } as Answered };
    expect(become({ [asked]: silence, ...idle }, { [asked]: silence }, other, { [asked]: silence })).toBe('silent');
  });
});

describe('what waits in vain, and is asked again after all others like it', () => {
  type Step = readonly [id: string, answered: Answered, begun: number, ended: number];

  const isSteady = (...steps: readonly Step[]): boolean => {
    const { exchanges } = evidence({ sent: steps.map(([id, answered]) => ({ [id]: answered })) });
    return steadyRefusals(exchanges.map((each, index) => ({ ...each, ...timesOf(steps[index]) }))).size > 0;
  };
  const timesOf = (step: Step | undefined) => ({ begun: step?.[2] ?? 0, ended: step?.[3] ?? 0 });
  const first: Step = [asked, silence, 1, 10];
  const later: readonly Step[] = [
    ['kept-connections/list-valid-wrong', listed([7n]), 11, 12],
    [asked, silence, 13, 14],
    [asked, silence, 15, 16],
  ];

  test('is answered with silence where others were answered one after the other meanwhile', () => {
    expect(isSteady(first, ['auth-list-wrong/probe', 401, 2, 3], ['auth-list-empty/probe', 401, 4, 5], ...later)).toBe(
      true,
    );
  });

  test.each<[why: string, steps: readonly Step[]]>([
    [
      'others were sent before it: a lockout',
      [['auth-list-wrong/probe', 401, 0, 3], ['auth-list-empty/probe', 401, 4, 5], first, ...later],
    ],
    [
      'others were sent at the same time, and may have been received before it',
      [first, ['auth-list-wrong/probe', 401, 2, 4], ['auth-list-empty/probe', 401, 3, 5], ...later],
    ],
    [
      'nothing was answered afterwards: an outage',
      [first, ['auth-list-wrong/probe', 401, 2, 3], ['auth-list-empty/probe', 401, 4, 5], ...later.slice(1)],
    ],
  ])('is noise where %s', (_why, steps) => {
    expect(isSteady(...steps)).toBe(false);
  });
});

test('a cancel that may have an effect is never judged by its silence', () => {
  const cancel = { scenario: 'cancel-pending', name: 'cancel', nth: 1 };
  const sent = [before, { 'cancel-pending/cancel': silence }, valid, { 'cancel-pending/cancel': silence }] as const;
  const answer = evidence({
    orders: { pending: [7n] },
    sent: [...sent, { 'cancel-pending/cancel': silence }],
  }).answer(cancel);
  expect(answer).toMatchObject({ unjudged: 'inconclusive' });
  expect(answer).not.toHaveProperty('silent');
});

const accepted: Answered = { status: 200 };

/** From which exchange on the key is lost. */
const lostFrom = (...sent: Sent) => {
  const { exchanges, lockout } = evidence({ sent });
  return exchanges.filter(({ begun }) => begun === lockout?.from).map(nameOf)[0];
};

describe('everything is refused', () => {
  const [limit, page, offset] = ['listing-queries/limit=1', 'listing-queries/page=2', 'listing-queries/offset=1'];
  test.each<[string, Sent, string | undefined]>([
    ['from the first refusal on after which nothing is accepted', [before, { [limit]: 401 }, { [page]: 401 }], limit],
    [
      'also where the last accepted request was sent while that one was refused',
      [before, { [limit]: 401, [page]: accepted }, { [offset]: 401 }],
      limit,
    ],
    [
      'not where it is accepted again later',
      [before, { [limit]: 401, [page]: 401 }, { [offset]: accepted }],
      undefined,
    ],
    ['not by one refusal alone', [before, { [limit]: 401 }], undefined],
    ['nor where the key was never accepted', [{ 'listing/before': 401 }, { [limit]: 401 }, { [page]: 401 }], undefined],
  ])('%s', (_, sent, from) => {
    expect(lostFrom(...sent)).toBe(from);
  });
});

test('a refusal proves something only before the key was lost, for the reason that all such requirements share', () => {
  const before = { 'listing/before': listed([7n]) };
  const refused = { 'listing-queries/limit=1': 401, 'listing-queries/page=2': 401 };
  const probe = { 'auth-list-missing/probe': 401 };
  expect(resultsOf('auth.list.missing', { sent: [before, probe, refused] })).toEqual([
    ['held', 'auth-list-missing/probe'],
  ]);
  expect(resultsOf('auth.list.missing', { sent: [before, refused, probe] })).toEqual([
    { unjudged: 'inconclusive', reason: lockedOut(0, '401', EXPIRED), scenario: 'auth-list-missing' },
  ]);
});

const EXPIRED = 'the key may have expired: run again with a fresh one.';

const lockedOut = (borne: number, statuses: string, otherwise: string): unknown =>
  expect.stringMatching(
    new RegExp(
      `^The target accepted the API key at first and refused ${borne} bad keys with 401; then it refused everything, the valid key included \\(${statuses}\\)\\. It may lock out clients after bad keys, of which this run sends \\d+: .* If there is no lockout, ${otherwise}$`,
    ),
  );

describe('a lockout hides what was asked', () => {
  const before = { 'listing/before': listed([7n]) };
  const inconclusive = (reason: unknown, scenario: string) => ({ unjudged: 'inconclusive', reason, scenario });

  test.each([
    [403, 'the key may have lost its rights: look into the log of the service.'],
    [429, 'a limit of requests is below the speed of the run: run again with --rate.'],
  ])('with a bad key, too, from the first answer on that differs: %i', (status, otherwise) => {
    const bad = { 'auth-list-missing/probe': 401 };
    const locked = { 'auth-list-wrong/probe': status };
    const refused = { 'listing-queries/limit=1': status, 'listing-queries/page=2': status };
    const sent = [before, bad, locked, refused];
    const reason = lockedOut(1, String(status), otherwise);
    expect(resultsOf('auth.list.missing', { sent })).toEqual([['held', 'auth-list-missing/probe']]);
    expect(resultsOf('auth.list.wrong', { sent })).toEqual([inconclusive(reason, 'auth-list-wrong')]);
    expect(resultsOf('list.query-ignored', { sent })).toEqual([
      inconclusive(reason, 'listing-queries'),
      inconclusive(reason, 'listing-queries'),
    ]);
  });

  test('but not a 403 that bad keys get instead of 401, while the valid key is let in', () => {
    const sent = [
      before,
      { 'auth-list-missing/probe': 401, 'auth-list-wrong/probe': 403 },
      { 'listing-queries/limit=1': 403 },
    ];
    expect(resultsOf('auth.list.wrong', { sent })).toMatchObject([{ actual: 'status 403' }]);
  });
});

describe('a bad key that gets 429 while the valid key is answered', () => {
  const before = { 'listing/before': listed([7n]) };
  const valid = { 'listing-queries/limit=1': accepted };
  const limited = [
    { 'auth-list-wrong/probe': 429 },
    valid,
    { 'auth-list-empty/probe': 429 },
    { 'auth-list-no-key/probe': 429 },
  ];

  test('deviates where no bad key got 401', () => {
    expect(resultsOf('auth.list.wrong', { sent: [before, ...limited] })).toMatchObject([{ actual: 'status 429' }]);
  });

  test('is that of a limiter where some did', () => {
    expect(resultsOf('auth.list.wrong', { sent: [before, { 'auth-list-missing/probe': 401 }, ...limited] })).toEqual([
      {
        unjudged: 'inconclusive',
        reason:
          'The target refused some bad keys with 401, and later ones with 429, while it answered the valid key: it limits bad keys, or locks them out. Switch that limit off on staging for the key and the address of the run, and run again.',
        scenario: 'auth-list-wrong',
      },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { KEY_LOST } from '../../runner/evidence/evidence.js';
import { nameOf } from '../engine/made-up.js';
import { type Answered, evidence, listed, resultsOf, type Sent } from '../suites/evidence.js';

const accepted: Answered = { status: 200 };

/** From which exchange on the key is lost. */
const lostFrom = (...sent: Sent) => {
  const { exchanges, keyLost } = evidence({ sent: [{ 'listing/before': listed([7n]) }, ...sent] });
  return exchanges.filter(({ begun }) => begun === keyLost).map(nameOf)[0];
};

describe('the key is lost', () => {
  test('from the first refusal on after which nothing is accepted', () => {
    expect(lostFrom({ 'listing-queries/limit=1': 401 }, { 'listing-queries/page=2': 401 })).toBe(
      'listing-queries/limit=1',
    );
  });

  test('also where the last accepted request was sent while that one was refused', () => {
    const overlapping = { 'listing-queries/limit=1': 401, 'listing-queries/page=2': accepted };
    expect(lostFrom(overlapping, { 'listing-queries/offset=1': 401 })).toBe('listing-queries/limit=1');
  });

  test('not where it is accepted again later', () => {
    const refused = { 'listing-queries/limit=1': 401, 'listing-queries/page=2': 401 };
    expect(lostFrom(refused, { 'listing-queries/offset=1': accepted })).toBeUndefined();
  });

  test('not by one refusal alone, nor where it was never accepted', () => {
    expect(lostFrom({ 'listing-queries/limit=1': 401 })).toBeUndefined();
    const { keyLost } = evidence({ sent: [{ 'listing/before': 401 }, { 'listing-queries/limit=1': 401 }] });
    expect(keyLost).toBe(Number.POSITIVE_INFINITY);
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
    { unjudged: 'inconclusive', reason: KEY_LOST, scenario: 'auth-list-missing' },
  ]);
});

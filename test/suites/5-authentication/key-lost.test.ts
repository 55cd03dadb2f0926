import { expect, test } from 'vitest';
import { KEY_LOST } from '../../../runner/evidence/evidence.js';
import { listed, resultsOf, type Sent } from '../evidence.js';

const accepted = { 'listing/before': listed([7n]) };
const refused = { 'listing-queries/limit=1': 401, 'listing-queries/page=2': 401 };
const probe = { 'auth-list-missing/probe': 401 };
const of = (...sent: Sent) => resultsOf('auth.list.missing', { sent });

test('a refusal before the key was lost is judged', () => {
  expect(of(accepted, probe, refused)).toEqual([['held', 'auth-list-missing/probe']]);
});

test('a refusal after the key was lost proves nothing, for the reason that all such requirements share', () => {
  expect(of(accepted, refused, probe)).toEqual([
    { unjudged: 'inconclusive', reason: KEY_LOST, scenario: 'auth-list-missing' },
  ]);
});

import { describe, expect, test } from 'vitest';
import { listed, resultsOf, type Sent } from '../evidence.js';

const orders = { pending: [101n] };
const before = { 'listing/before': listed([101n]) };

describe('list.query-ignored', () => {
  const of = (...sent: Sent) => resultsOf('list.query-ignored', { orders, sent: [before, ...sent] });

  test('holds where the parameter is refused', () => {
    expect(of({ 'listing-queries/limit=1': 400 })).toEqual([['held', 'listing-queries/limit=1']]);
  });

  test('is open where the listing was not asked for once more, without the parameter', () => {
    expect(of({ 'listing-queries/limit=1': 500 })).toMatchObject([{ unjudged: 'inconclusive' }]);
  });

  test('is broken where the listing is there once more without it', () => {
    const control = { 'listing-queries/control': listed([101n]) };
    expect(of({ 'listing-queries/limit=1': 500 }, control)).toMatchObject([{ actual: 'status 500' }]);
  });
});

import { expect, test } from 'vitest';
import { orderLine } from '../../reporters/order-line.js';
import type { OrderMoment } from '../../runner/judge/report.js';

const seen = (shows: OrderMoment['shows']): Partial<OrderMoment> => ({ kind: 'sighting', shows, text: 'seen' });
const cancel = (of: string): Partial<OrderMoment> => ({ kind: 'suspect', text: `cancel of ${of} got 401` });

const lineOf = (...moments: readonly Partial<OrderMoment>[]) => {
  const stages = moments.map((moment, at) => ({ exchange: 'e', at, stage: 'look', ...moment }) as OrderMoment);
  return orderLine({ id: '102', state: 'pending', stages, suspects: [] });
};

test('an order that no listing gives a state is there, and not pending', () => {
  expect(lineOf(seen('there'), seen('there'), seen('gone'))).toEqual({
    signs: '●━━●━━○',
    words: 'there · there · gone',
  });
  expect(lineOf(seen('declared'), seen('changed')).words).toBe('pending · changed');
});

test('cancels of one id are counted, and those of several are named once', () => {
  expect(lineOf(cancel('it'), cancel('it'), cancel('it')).words).toBe('3 cancels of it');
  expect(lineOf(cancel('101'), cancel('103'), cancel('101')).words).toBe('cancels of 101, 103');
  expect(lineOf(cancel('it')).words).toBe('cancel of it');
});

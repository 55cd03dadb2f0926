import { expect, test } from 'vitest';
import { orderLine } from '../../reporters/order-line.js';
import type { OrderMoment, ReportOrder } from '../../runner/judge/report.js';

const sighting = (exchange: string, shows: OrderMoment['shows']): OrderMoment => {
  return { exchange, at: 1, stage: 'cancelled', kind: 'sighting', text: exchange, ...(shows && { shows }) };
};

const cancel = (of: string): OrderMoment => {
  return { exchange: `cancel/${of}`, at: 2, stage: 'cancelled', kind: 'suspect', text: `cancel of ${of} got 204` };
};

const lost: ReportOrder = {
  id: '102',
  state: 'pending',
  stages: [
    sighting('before', 'declared'),
    cancel('101'),
    cancel('it'),
    cancel('it'),
    sighting('after', 'gone'),
    sighting('last', 'gone'),
  ],
  window: { after: 'before', before: 'after' },
  suspects: ['cancel/101', 'cancel/it'],
};

test('the line of an order ends where it changed, and names each cancel once', () => {
  expect(orderLine(lost)).toEqual({ signs: '●━━╳━━○', words: 'pending · cancels of 101, 102 · gone' });
});

test('the line of an order that came back goes on to its end', () => {
  const back = { ...lost, stages: [...lost.stages, sighting('again', 'declared')] };
  expect(orderLine(back).words).toBe('pending · cancels of 101, 102 · gone · gone · pending');
});

test('an order that was never there is not gone', () => {
  const stages = [sighting('before', 'gone'), sighting('after', 'gone'), cancel('it'), sighting('last', 'declared')];
  expect(orderLine({ ...lost, stages }).words).toBe('not there · not there · cancel of 102 · pending');
});

test('an order that no listing gives a state is there, and not pending', () => {
  const stages = [sighting('before', 'there'), cancel('it'), cancel('it'), sighting('after', 'gone')];
  expect(orderLine({ ...lost, stages }).words).toBe('there · 2 cancels of 102 · gone');
});

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

const back = [...lost.stages, sighting('again', 'declared')];
const neverThere = [sighting('before', 'gone'), sighting('after', 'gone'), cancel('it'), sighting('last', 'declared')];
const noState = [sighting('before', 'there'), cancel('it'), cancel('it'), sighting('after', 'gone')];

test.each([
  ['ends where it changed, and names each cancel once', lost.stages, 'pending · cancels of 101, 102 · gone'],
  ['goes on where it came back', back, 'pending · cancels of 101, 102 · gone · gone · pending'],
  ['that was never there is not gone', neverThere, 'not there · not there · cancel of 102 · pending'],
  ['without a state in any listing is there', noState, 'there · 2 cancels of 102 · gone'],
])('the line of an order %s', (_, stages, words) => {
  expect(orderLine({ ...lost, stages }).words).toBe(words);
});

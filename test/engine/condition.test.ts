import { describe, expect, test } from 'vitest';
import { conditionText, isCalledFor } from '../../runner/engine/condition.js';
import { requestsOf } from '../../runner/evidence/plan.js';
import { type Condition, idText, type Request } from '../../runner/evidence/request.js';
import { type Answered, evidence, type LiteralEvidence, listed } from '../suites/evidence.js';

/** 305 belongs to no scenario. */
const orders = { pending: [101n, 102n, 103n], shipped: [201n], other: [301n, 302n, 303n, 304n, 305n] };
const all = [101n, 102n, 103n, 201n, 301n, 302n, 303n, 304n, 305n];

/** Whether the request of the plan that has this condition is called for, after these answers. */
function called(id: string, sent: LiteralEvidence['sent']): boolean {
  const gathered = evidence({ orders, sent });
  const request = requestsOf(gathered.plan).find((planned) => idText(planned.id) === id);
  if (request?.when === undefined) throw new Error(`${id} has no condition.`);
  return isCalledFor(request.when, request, gathered);
}

describe('a request that needs a cancel to have succeeded', () => {
  test.each<[string, boolean, Record<string, Answered>]>([
    ['is sent after a 204', true, { 'cancel-pending/cancel': 204 }],
    ['is sent after another success', true, { 'cancel-pending/cancel': 200 }],
    ['is not sent after a refusal', false, { 'cancel-pending/cancel': 409 }],
    ['is not sent after a temporary refusal', false, { 'cancel-pending/cancel': 503 }],
    ['is not sent where no answer came', false, { 'cancel-pending/cancel': { failure: 'Reset.' } }],
    ['is not sent where the cancel was not', false, {}],
  ])('%s', (_, expected, cancel) => {
    expect(called('cancel-pending/again', [{ 'listing/before': listed(all) }, cancel])).toBe(expected);
  });
});

describe('a request that needs a cancel to have found its order', () => {
  const cancelled = (status: Answered): Record<string, Answered> => ({ 'cancel-shipped/cancel': status });

  test.each<[string, boolean, Answered, Answered]>([
    ['is sent after any answer but 404', true, listed([]), 409],
    ['is sent after a 404 for an order that the listing holds', true, listed(all), 404],
    ['is not sent after a 404 for an order that the listing lacks', false, listed([101n]), 404],
    ['is not sent after a 404 where the listing cannot tell', false, listed([], { count: 1, withoutId: 1 }), 404],
    ['is not sent after a 404 where there is no listing', false, 500, 404],
    ['is not sent where no answer came', false, listed(all), { failure: 'Reset.' }],
  ])('%s', (_, expected, listing, status) => {
    expect(called('cancel-shipped/again', [{ 'listing/before': listing }, cancelled(status)])).toBe(expected);
  });
});

describe('a request for an order that a listing lacks', () => {
  const first = (answered: Answered) => ({ 'listing/before': answered });
  const second = (answered: Answered) => ({ 'listing/after': answered });
  const without305 = all.filter((id) => id !== 305n);
  const unidentified = { count: 9, withoutId: 1 };

  test.each<[string, boolean, LiteralEvidence['sent']]>([
    ['is not sent where both hold it', false, [first(listed(all)), second(listed(all))]],
    ['is sent where the first lacks it', true, [first(listed(without305)), second(listed(all))]],
    ['is sent where the first lacks it, and the second is not read', true, [first(listed(without305)), second(500)]],
    ['is sent where only the second lacks it', true, [first(listed(all)), second(listed(without305))]],
    ['is not sent where the second is not read', false, [first(listed(all)), second(500)]],
    ['is not sent where the first is not read', false, [first(500), second(listed(without305))]],
    ['is not sent where ids are lost', false, [first(listed(all)), second(listed(without305, unidentified))]],
    ['is not sent where ids lacked before', false, [first(listed(all, unidentified)), second(listed(without305))]],
    ['is sent where the first lacks it among others without ids', true, [first(listed([], unidentified))]],
  ])('%s', (_, expected, sent) => {
    expect(called('listing-complete/spare-305', sent)).toBe(expected);
  });
});

test('a condition never calls for a request without an order where it is about one', () => {
  const gathered = evidence({ orders, sent: [{ 'listing/before': listed([]) }] });
  const request = requestsOf(gathered.plan).find(({ id }) => idText(id) === 'listing/before') as Request;
  expect(isCalledFor('not-listed', request, gathered)).toBe(false);
});

test.each<[Condition<string>, string]>([
  ['not-listed', 'only if a listing lacks the order'],
  [{ succeeded: 'a/cancel' }, 'only if a/cancel succeeded'],
  [{ found: 'a/cancel' }, 'only if a/cancel found its order'],
])('a dry run prints %j as "%s"', (condition, text) => {
  expect(conditionText(condition, (id) => id)).toBe(text);
});

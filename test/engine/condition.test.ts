import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../evidence/plan.js';
import { idText } from '../../evidence/request.js';
import { isCalledFor } from '../../runner/engine/condition.js';
import { type Answered, evidence, type LiteralEvidence, listed } from '../suites/evidence.js';

/** 305 belongs to no scenario. */
const orders = { pending: [101n, 102n, 103n], shipped: [201n], other: [301n, 302n, 303n, 304n, 305n] };
const all = [101n, 102n, 103n, 201n, 301n, 302n, 303n, 304n, 305n];

/** Whether a request with this condition is sent after these answers. */
function called(id: string, sent: LiteralEvidence['sent']): boolean {
  const gathered = evidence({ orders, sent });
  const request = requestsOf(gathered.plan).find((planned) => idText(planned.id) === id);
  if (request?.when === undefined) throw new Error(`${id} has no condition.`);
  return isCalledFor(request.when, request, gathered);
}

describe('a request for an order that a listing lacks', () => {
  const first = (answered: Answered) => ({ 'listing/before': answered });
  const second = (answered: Answered) => ({ 'listing/after': answered });
  const without305 = all.filter((id) => id !== 305n);
  const unidentified = { count: 9, withoutId: 1 };

  test.each<[string, boolean, LiteralEvidence['sent']]>([
    ['is not sent where both hold it', false, [first(listed(all)), second(listed(all))]],
    ['is sent where the first lacks it, and the second is not read', true, [first(listed(without305)), second(500)]],
    ['is sent where only the second lacks it', true, [first(listed(all)), second(listed(without305))]],
    ['is not sent where the second is not read', false, [first(listed(all)), second(500)]],
    ['is not sent where ids are lost', false, [first(listed(all)), second(listed(without305, unidentified))]],
    ['is not sent where ids lacked before', false, [first(listed(all, unidentified)), second(listed(without305))]],
    ['is sent where the first lacks it among others without ids', true, [first(listed([], unidentified))]],
  ])('%s', (_, expected, sent) => {
    expect(called('listing-complete/spare-305', sent)).toBe(expected);
  });
});

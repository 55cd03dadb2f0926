import { describe, expect, test } from 'vitest';
import { DeletionLedger } from '../../runner/engine/ledger.js';
import type { Plan } from '../../runner/evidence/plan.js';
import { type Credential, idText } from '../../runner/evidence/request.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { unknownCandidates } from '../../runner/orders/candidates.js';
import { NO_ORDERS } from '../../runner/orders/declared.js';
import { deleteOf, listingOf } from './made-up.js';
import { planFor } from './plans.js';

const declared = {
  pending: [9_007_199_254_740_993n, 101n, 102n],
  shipped: [201n],
  other: [301n],
  unknown: [999n],
};

type Cancel = (plan: Plan) => OutgoingRequest;

/** The ledger of a plan with these orders, made after a listing of these ids. */
const openLedger = (orders: Partial<typeof declared> = {}, listing = listingOf([])) => {
  const plan = planFor({ orders: { ...declared, ...orders } }, { listing });
  const ledger = new DeletionLedger(plan);
  return {
    enter: (cancel: Cancel) => ledger.enter(cancel(plan)),
    readmit: (cancel: Cancel) => ledger.readmit(cancel(plan).request),
    refusal: (cancel: Cancel) => refusal(cancel(plan)),
  };
};

const cancelOf =
  (id: string, orderId: string, credential?: Credential): Cancel =>
  (plan) =>
    deleteOf(plan, id, orderId, credential);

const refusal = ({ request, path }: OutgoingRequest): string =>
  `The deletion ledger refused DELETE ${path} (${idText(request.id)}): the plan does not own it.`;

const elsewhere =
  (id: string, orderId: string, path: string): Cancel =>
  (plan) => ({ ...deleteOf(plan, id, orderId), path });

describe('the deletion ledger', () => {
  test.each<[string, Cancel]>([
    ['to the order that the plan gave to the scenario', cancelOf('auth-cancel-pending/cancel', '102')],
    ['to it with the faulty credential of the plan', cancelOf('auth-cancel-pending/wrong', '102', 'wrong')],
    ['to a declared unknown id', cancelOf('cancel-unknown-plain/cancel', '999')],
    ['to a declared order that no scenario owns', cancelOf('listing-complete/spare-305', '305')],
  ])('lets a DELETE through %s, once', (_, request) => {
    const ledger = openLedger({ other: [301n, 302n, 303n, 304n, 305n] });
    ledger.enter(request);
    expect(() => ledger.enter(request)).toThrow(ledger.refusal(request));
  });

  test.each<[string, Cancel]>([
    ['to a pending order of another scenario', cancelOf('auth-cancel-pending/cancel', '101')],
    ['to a shipped order in place of a pending one', cancelOf('auth-cancel-pending/cancel', '201')],
    ['to an order that nobody declared', cancelOf('auth-cancel-pending/cancel', '555')],
    [
      'to an unknown id that neither the listing nor the fixtures show to be unknown',
      cancelOf('cancel-unknown-plain/cancel', '1735928401'),
    ],
    ['to a declared order in place of an unknown one', cancelOf('cancel-unknown-plain/cancel', '101')],
    ['that the plan does not hold', cancelOf('cancel-pending/another', '9007199254740993')],
    ['of a scenario that does not exist', cancelOf('no-such/cancel', '101')],
    ['under the id of a listing', cancelOf('listing-queries/limit=1', '101')],
    ['with a query', cancelOf('auth-cancel-pending/cancel', '102?force=true')],
    ['with a path that leads elsewhere', cancelOf('auth-cancel-pending/cancel', '102/../101')],
    ['with another spelling of the id', cancelOf('auth-cancel-pending/cancel', '0102')],
    ['to the collection', elsewhere('auth-cancel-pending/cancel', '', '/store/orders')],
    ['to another resource', elsewhere('auth-cancel-pending/cancel', '', '/pets/101')],
    ['with the valid key where the plan has another credential', cancelOf('auth-cancel-pending/wrong', '102')],
  ])('refuses a DELETE %s', (_, request) => {
    const ledger = openLedger();
    expect(() => ledger.enter(request)).toThrow(ledger.refusal(request));
  });

  test('lets a DELETE through once more after each 429, which says that nothing was done', () => {
    const ledger = openLedger();
    const [request, other] = [
      cancelOf('auth-cancel-pending/cancel', '102'),
      cancelOf('auth-cancel-pending/cancel', '101'),
    ];
    ledger.enter(request);
    ledger.readmit(request);
    expect(() => ledger.enter(other)).toThrow(ledger.refusal(other));
    ledger.enter(request);
    expect(() => ledger.enter(request)).toThrow(ledger.refusal(request));
  });
});

test('the deletion ledger lets an id through that no order should have where the listing shows that it is free', () => {
  const id = BigInt(unknownCandidates('plain', NO_ORDERS)[0]?.text ?? '0');
  const unknown = cancelOf('cancel-unknown-plain/cancel', String(id));
  const { pending, shipped, other } = declared;
  const ledger = (...others: readonly bigint[]) =>
    openLedger({ unknown: [] }, listingOf([...pending, ...shipped, ...other, ...others]));
  expect(() => ledger().enter(unknown)).not.toThrow();
  expect(() => ledger(id).enter(unknown)).toThrow(ledger(id).refusal(unknown));
});

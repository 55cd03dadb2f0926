import { expect, test } from 'vitest';
import type { Credential } from '../../evidence/request.js';
import { NO_ORDERS } from '../../interface/declared.js';
import { DeletionLedger } from '../../runner/engine/ledger.js';
import { unknownCandidates } from '../../runner/fixtures/candidates.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { deleteOf, listingOf } from './made-up.js';
import { planFor } from './plans.js';

const declared = {
  pending: [9_007_199_254_740_993n, 101n, 102n],
  shipped: [201n],
  other: [301n, 302n, 303n, 304n, 305n],
};
const listed = Object.values(declared).flat();
const free = unknownCandidates('plain', NO_ORDERS)[0]?.text ?? '';

/** The plan after a listing of these orders. */
const planAfter = (ids: readonly bigint[], unknown: readonly bigint[] = []) => {
  const options = { orders: { ...declared, unknown } };
  return planFor(options, { listing: listingOf(ids), lookUp: planFor(options).lookUp });
};

const plan = planAfter([], [999n]);
const cancel = (id: string, orderId: string, credential?: Credential) => deleteOf(plan, id, orderId, credential);
const own = cancel('auth-cancel-pending/cancel', '101');

test.each<[string, OutgoingRequest, isPlanned: boolean]>([
  ['the order that the plan gave to the scenario', own, true],
  ['it with the faulty credential of the plan', cancel('auth-cancel-pending/wrong', '101', 'wrong'), true],
  ['a declared unknown id', cancel('cancel-unknown-plain/cancel', '999'), true],
  ['a declared order that no scenario owns', cancel('listing-complete/spare-305', '305'), true],
  ['a pending order of another scenario', cancel('auth-cancel-pending/cancel', '102'), false],
  ['a shipped order in place of a pending one', cancel('auth-cancel-pending/cancel', '201'), false],
  ['an order that nobody declared', cancel('auth-cancel-pending/cancel', '555'), false],
  ['an id that nothing shows to be unknown', cancel('cancel-unknown-plain/cancel', free), false],
  ['a declared order in place of an unknown one', cancel('cancel-unknown-plain/cancel', '102'), false],
  ['an order under a name that the plan lacks', cancel('cancel-pending/another', '9007199254740993'), false],
  ['an order for a scenario that does not exist', cancel('no-such/cancel', '102'), false],
  ['an order under the id of a listing', cancel('listing-queries/limit=1', '102'), false],
  ['an order with a query', cancel('auth-cancel-pending/cancel', '101?force=true'), false],
  ['a path that leads elsewhere', cancel('auth-cancel-pending/cancel', '101/../102'), false],
  ['another spelling of the id', cancel('auth-cancel-pending/cancel', '0101'), false],
  ['the collection', { ...own, path: '/store/orders' }, false],
  ['another resource', { ...own, path: '/pets/101' }, false],
  ['an order with the valid key where the plan has another one', cancel('auth-cancel-pending/wrong', '101'), false],
])('a DELETE of %s passes the ledger once, and once more after each 429: %s', (_, request, isPlanned) => {
  const ledger = new DeletionLedger(plan);
  ledger.enter(own);
  ledger.readmit(own.request);
  const tryIt = () => ledger.enter(request);
  const refusal = `The deletion ledger refused DELETE ${request.path} (`;
  for (let attempts = 0; attempts < 2; attempts++) {
    if (isPlanned) tryIt();
    expect(tryIt).toThrow(refusal);
    ledger.readmit(own.request);
    if (isPlanned) ledger.readmit(request.request);
  }
});

test('the deletion ledger lets through an id that is free according to the listing', () => {
  const enter = (ids: readonly bigint[]) => () => {
    const of = planAfter(ids);
    new DeletionLedger(of).enter(deleteOf(of, 'cancel-unknown-plain/cancel', free));
  };
  expect(enter(listed)).not.toThrow();
  for (const ids of [[...listed, BigInt(free)], []]) expect(enter(ids)).toThrow('The deletion ledger refused');
});

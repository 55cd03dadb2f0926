import fc from 'fast-check';
import type { Effect, Mutation } from '../mutation.js';
import { type FaultyCredential, faultyCredentials } from '../situation.js';
import { store } from '../store.js';
import { anyOf, orderIndex, settledIndex } from './places.js';

const credentials: fc.Arbitrary<readonly FaultyCredential[]> = fc.uniqueArray(anyOf(faultyCredentials), {
  minLength: 1,
  maxLength: 4,
});
const fate = anyOf(['cancelled', 'removed'] as const);

/** Members that the contract names, but for the expectation `shipDate`, of orders that are not pending. */
const rewritable = store.flatMap(({ status, members }, order) =>
  status === 'pending'
    ? []
    : ['petId', 'quantity', 'complete'].flatMap((name) => (name in members ? [{ order, name }] : [])),
);

const effect: fc.Arbitrary<Effect> = fc.oneof(
  anyOf<Effect>([
    { effect: 'cancel-does-nothing' },
    { effect: 'cancels-again' },
    { effect: 'cancel-not-atomic' },
    { effect: 'cancels-shipped' },
    { effect: 'lists-without-ids' },
    { effect: 'shipped-becomes', state: 'pending' },
    { effect: 'shipped-becomes', state: 'removed' },
    { effect: 'takes-ids-for-one', same: 'double' },
    { effect: 'takes-ids-for-one', same: 'low-32-bits' },
  ]),
  fc.record({
    effect: fc.constant('takes-pending-along' as const),
    which: anyOf(['oldest', 'newest', 'all'] as const),
    how: fate,
  }),
  fc.record({ effect: fc.constant('removes-along' as const), order: settledIndex }),
  fc.record({ effect: fc.constant('cancels-though-refused' as const), with: credentials, how: fate }),
  fc.record({
    effect: fc.constant('leaves-out' as const),
    order: orderIndex,
    since: anyOf(['ever', 'first-cancel'] as const),
  }),
  fc.record({ effect: fc.constant('lists-twice' as const), order: orderIndex }),
  fc.record({
    effect: fc.constant('filters' as const),
    parameter: anyOf(['limit', 'page', 'status'] as const),
    to: fc.subarray(store.map((_, index) => index)),
  }),
  fc.tuple(anyOf(rewritable), fc.nat(99), fc.boolean()).map(([{ order, name }, number, flag]) => ({
    effect: 'rewrites' as const,
    order,
    name,
    text: String(name === 'complete' ? flag : number),
  })),
  fc.record({
    effect: fc.constant('remembers-connection' as const),
    outcomes: anyOf([[true], [false], [true, false]] as const),
  }),
  fc.record({
    effect: fc.constant('accepts' as const),
    operation: anyOf(['listOrders', 'cancelOrder'] as const),
    with: credentials,
  }),
);

export const effects: fc.Arbitrary<Mutation> = effect.map((chosen) => ({ kind: 'effect' as const, ...chosen }));

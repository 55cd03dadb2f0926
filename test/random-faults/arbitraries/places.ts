import fc from 'fast-check';
import type { BodyKind } from '../mutation.js';
import { faultyCredentials, neighbourKinds, type Situation, unknownIdKinds } from '../situation.js';
import { store } from '../store.js';

export const anyOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

export const orderIndex = fc.nat({ max: store.length - 1 });
export const settledIndex = anyOf(store.flatMap(({ status }, index) => (status === 'pending' ? [] : [index])));
export const bodyKind = anyOf<BodyKind>(['listing', '401', '404', '409']);

/** The situations that are answered with a body of that kind, so that it can be another one for a single situation. */
export const situationsOf: Readonly<Record<BodyKind, readonly Situation[]>> = {
  listing: ['listing', 'listing-after-cancel'],
  '401': [
    ...faultyCredentials.flatMap((credential): Situation[] => [
      `listing-refused-${credential}`,
      `cancel-refused-${credential}-pending`,
    ]),
    'cancel-refused-missing-shipped',
    'cancel-refused-wrong-shipped',
    'cancel-refused-missing-unknown',
    'cancel-refused-wrong-unknown',
  ],
  '404': [
    ...([...unknownIdKinds, 'zero', 'negative'] as const).map((kind): Situation => `cancel-unknown-${kind}`),
    ...neighbourKinds.map((kind): Situation => `cancel-neighbour-${kind}`),
  ],
  '409': ['cancel-shipped', 'cancel-shipped-again'],
};

/** Mostly all answers of a kind. */
export const onlyFor = (body: BodyKind): fc.Arbitrary<Situation | undefined> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: anyOf(situationsOf[body]) });

import { type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { UnknownKind } from '../../runner/evidence/plan.js';
import { cancelOf } from '../requests.js';

/** Ids for which the table's 404 is stated, and what they are. */
export const UNKNOWN_IDS = {
  plain: { requirement: 'cancel.unknown.status', words: 'an id' },
  'above-2-31': { requirement: 'cancel.unknown.above-2-31', words: 'an id above 2^31' },
  'above-2-53': { requirement: 'cancel.unknown.above-2-53', words: 'an id above 2^53' },
  'max-int64': { requirement: 'cancel.unknown.max-int64', words: 'the largest int64' },
} as const satisfies Partial<Record<UnknownKind, object>>;

export type StatedUnknown = keyof typeof UNKNOWN_IDS;

export const statedUnknowns = Object.keys(UNKNOWN_IDS) as readonly StatedUnknown[];

export type Words = Partial<Readonly<Record<UnknownKind, string>>>;

/** int64 that the contract has no word on; `own-…` are made from a pending order, which they must leave alone. */
export const UNUSUAL: Words = {
  zero: 'id 0',
  negative: 'a negative id',
  'own-negated': "a pending order's id with a minus",
};

export const NOT_INT64: Words = {
  word: 'abc',
  'above-int64': '2^63',
  'own-fraction': "a pending order's id with a fraction",
  'own-fraction-below': "a fraction just below a pending order's id",
  'own-suffix': "a pending order's id with letters after it",
  'own-wrapped': "a pending order's id plus 2^64",
};

const notFound = statedUnknowns.map((unknown) =>
  scenario({
    id: `cancel-unknown-${unknown}`,
    title: `A cancel of ${UNKNOWN_IDS[unknown].words} that no order has gets 404`,
    requests: { cancel: cancelOf(unknown, 'must not be found') },
  }),
);

const zeroAndNegative = scenario({
  id: 'cancel-unknown-zero-negative',
  title: 'A cancel of 0 or of a negative id that no order has gets 404',
  requests: { zero: cancelOf('zero', 'must not be found'), negative: cancelOf('negative', 'must not be found') },
});

const notInt64 = scenario({
  id: 'cancel-not-int64',
  title: 'A cancel of what is not an int64 gets neither a success nor a server error',
  requests: {
    word: cancelOf('word', 'must not succeed'),
    'above-int64': cancelOf('above-int64', 'must not succeed'),
  },
});

export const cancelsOfUnknown: readonly Scenario[] = [...notFound, zeroAndNegative, notInt64];

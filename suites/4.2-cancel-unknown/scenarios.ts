import { type Scenario, scenario } from '../../runner/engine/scenario.js';
import type { UnknownKind } from '../../runner/evidence/request.js';
import { cancelOf, statedUnknowns, UNKNOWN_IDS } from '../requests.js';

const notFound = statedUnknowns.map((unknown) =>
  scenario({
    id: `cancel-unknown-${unknown}`,
    title: `A cancel of ${UNKNOWN_IDS[unknown].words} that no order has gets 404`,
    requests: {
      cancel: cancelOf('not-found', unknown, 'must not be found'),
      'after-cancels': cancelOf('again', unknown, 'must not be found, after others were cancelled either'),
    },
  }),
);

const zeroAndNegative = scenario({
  id: 'cancel-unknown-zero-negative',
  title: 'A cancel of 0 or of a negative id that no order has gets 404',
  requests: {
    zero: cancelOf('texts', 'zero', 'must not be found'),
    negative: cancelOf('texts', 'negative', 'must not be found'),
  },
});

const text = (unknown: UnknownKind) => cancelOf('texts', unknown, 'must not succeed', 'not-int64');

const notInt64 = scenario({
  id: 'cancel-not-int64',
  title: 'A cancel of what is not an int64 gets neither a success nor a server error',
  requests: {
    word: text('word'),
    'above-int64': text('above-int64'),
  },
});

export const cancelsOfUnknown: readonly Scenario[] = [...notFound, zeroAndNegative, notInt64];

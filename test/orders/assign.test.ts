import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../runner/evidence/plan.js';
import { orderOf, type Request, unknownOf } from '../../runner/evidence/request.js';
import { sizeOf } from '../../runner/orders/assign.js';
import { planFor } from '../engine/plans.js';

const LONG = 2n ** 53n + 1n;
const MEDIUM = 2n ** 40n;

const run = (first: bigint, count: number): bigint[] => Array.from({ length: count }, (_, n) => first + 2n * BigInt(n));

/** What the plan does with each pending order. */
function assigned(pending: readonly bigint[]) {
  const planned = requestsOf(planFor({ orders: { pending, shipped: [5n], other: [7n], unknown: [] } }));
  // As they are sent: `cancel-pending` first.
  const isFirst = ({ id }: Request): boolean => id.scenario === 'cancel-pending';
  const requests = [...planned.filter(isFirst), ...planned.filter((request) => !isFirst(request))];
  const idsOf = (is: (request: Request) => boolean): bigint[] => [
    ...new Set(
      requests
        .filter(is)
        .flatMap((request) => orderOf(request) ?? [])
        .flatMap(({ id, state }) => (state === 'pending' ? [id] : [])),
    ),
  ];
  const isCancel = ({ role, credential }: Request) => role === 'cancel' && credential === 'valid';
  return {
    alone: idsOf((request) => isCancel(request) && request.phase !== 'changed'),
    bystander: idsOf((request) => isCancel(request) && request.phase === 'changed'),
    raced: idsOf(({ role }) => role === 'racer'),
    texts: requests.flatMap((request) => {
      const { aim } = request;
      return unknownOf(request) === 'own-fraction' && aim.kind === 'unknown' ? (aim.candidates[0]?.text ?? []) : [];
    }),
  };
}

describe('pending orders are assigned by design', () => {
  test.each<[string, readonly bigint[], ReturnType<typeof assigned>]>([
    ['three small ones', [101n, 103n, 105n], { alone: [101n, 103n], bystander: [], raced: [105n], texts: ['105.5'] }],
    [
      'three, of each size one',
      [101n, MEDIUM, LONG],
      { alone: [LONG, 101n], bystander: [], raced: [MEDIUM], texts: [`${MEDIUM}.5`] },
    ],
    [
      'four, of each size one at least: a third alone goes before a bystander',
      [101n, 103n, MEDIUM, LONG],
      { alone: [LONG, MEDIUM, 101n], bystander: [], raced: [103n], texts: ['103.5'] },
    ],
    [
      'five, one of them long',
      [LONG, 101n, 102n, 103n, 104n],
      { alone: [LONG, 101n], bystander: [103n], raced: [102n, 104n], texts: ['103.5'] },
    ],
    [
      'eight, six of them long: texts go to one that a double holds',
      [101n, 103n, ...run(LONG, 6)],
      { alone: [LONG, 101n], bystander: [103n], raced: [LONG + 2n, LONG + 4n, LONG + 6n], texts: ['103.5'] },
    ],
    [
      'twelve',
      [...run(101n, 4), ...run(MEDIUM, 4), ...run(LONG, 4)],
      { alone: [LONG, MEDIUM, 101n], bystander: [105n], raced: [103n, LONG + 2n, LONG + 4n], texts: ['105.5'] },
    ],
    [
      '26',
      [...run(101n, 8), ...run(MEDIUM, 9), ...run(LONG, 9)],
      { alone: [LONG, MEDIUM, 101n], bystander: [105n], raced: [103n, LONG + 2n, LONG + 4n], texts: ['105.5'] },
    ],
  ])('%s', (_, pending, expected) => {
    expect(assigned(pending)).toEqual(expected);
  });

  test('each size is cancelled alone, wherever it is declared', () => {
    const pending = [...run(LONG, 9), ...run(101n, 8), ...run(MEDIUM, 9)];
    expect(new Set(assigned(pending).alone.map(sizeOf))).toEqual(new Set(['small', 'medium', 'long']));
  });
});

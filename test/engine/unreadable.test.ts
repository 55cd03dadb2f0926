import { expect, test } from 'vitest';
import { together } from '../../servers/changes.js';
import type { Behaviour } from '../../servers/steps.js';
import { inPart } from '../in-part.js';
import { BROKEN, garbling, STATUSES, WAYS } from './garbled.js';
import { judgeStore, requirementOf } from './judgement.js';
import { startStore } from './store.js';

const SUBSETS = Array.from({ length: 2 ** STATUSES.length - 1 }, (_, at) =>
  STATUSES.filter((_status, bit) => ((at + 1) >> bit) % 2 === 1),
);

const rows = WAYS.flatMap(([way, line]) => SUBSETS.map((statuses) => ({ way, line, statuses })));

/** Where neither a listing nor a refusal can be read, no cancel with the valid key goes out. */
const isAnythingRead = (statuses: readonly number[]): boolean => !(statuses.includes(200) && statuses.includes(401));

function verdictFor(statuses: readonly number[]): 'nonconformant' | 'inconclusive' {
  const isAskedAgain = statuses.some((status) => status !== 204 && status !== 409);
  return isAnythingRead(statuses) && isAskedAgain ? 'nonconformant' : 'inconclusive';
}

/*
 * If neither a listing nor a refusal can be read, the run knows no more than in an outage: nothing else was answered, and the
 * next request may cancel an order. So the run ends before that.
 */
test('what cannot be read beside other answers makes no better verdict, where anything is read', () => {
  const better = SUBSETS.flatMap((larger) =>
    SUBSETS.filter((one) => one.every((status) => larger.includes(status)))
      .filter((one) => verdictFor(one) === 'nonconformant' && verdictFor(larger) === 'inconclusive')
      .map(() => larger),
  );
  expect(better.length).toBeGreaterThan(0);
  expect(better.filter(isAnythingRead)).toEqual([]);
});

test.each(inPart(rows, 53, 3))(
  'where answers with $statuses cannot be read ($line), nothing else is blamed',
  async ({ way, line, statuses }) => {
    const store = await startStore({ behaviour: garbling(line, statuses) });
    const { causes, requirements, verdict } = await judgeStore(store);
    expect(verdict).toBe(verdictFor(statuses));
    expect(causes.map(({ id }) => id)).toEqual(verdict === 'nonconformant' ? [`unreadable-${way}`] : []);
    for (const { repair } of causes) expect(repair).not.toContain('64-bit');
    for (const { id, verdict: of } of requirements) {
      if (of === 'fail' || of === 'warn')
        expect(
          statuses.some((status) => BROKEN[status]?.test(id)),
          id,
        ).toBe(true);
    }
  },
);

/** Second cancels get 200, and so do those that lose a race. */
const again200: Behaviour = ({ errors }) => ({
  errors: { ...errors, 'already-cancelled': { ...errors['already-cancelled'], status: 200 } },
});

test.each([
  { statuses: [204], fresh: true, verdict: 'inconclusive' },
  { statuses: [204], fresh: false, verdict: 'inconclusive' },
  { statuses: [204, 404], fresh: true, verdict: 'nonconformant' },
])(
  'beside a $statuses that cannot be read, the 200 of a simultaneous cancel is not that of a pending order (fresh: $fresh)',
  async ({ statuses, fresh, verdict }) => {
    const store = await startStore({ behaviour: together(again200, garbling('Content-Length: 7', statuses)) });
    const report = await judgeStore(store, { fresh });
    expect(report.verdict).toBe(verdict);
    expect(report.causes.map(({ id }) => id)).toEqual(verdict === 'nonconformant' ? ['unreadable-length'] : []);
    for (const id of ['cancel.pending.status', 'cancel.race'])
      expect(requirementOf(report, id).verdict).toBe('inconclusive');
  },
);

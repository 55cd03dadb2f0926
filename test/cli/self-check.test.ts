import { expect, test } from 'vitest';
import { disagreement } from '../../cli/commands/self-check.js';
import { sampleReport } from '../reporters/sample-report.js';

test('self-check says of a scenario what it has: findings, a reason, both, or its verdict alone', () => {
  const scenarios = sampleReport.scenarios.map(({ reason, ...scenario }) =>
    scenario.id === 'auth.first' || reason === undefined ? scenario : { ...scenario, reason },
  );
  const report = { ...sampleReport, scenarios };
  const said = disagreement({ id: 'some-variant', found: [], expected: [], report }).split('; ');
  expect(said).toEqual(
    expect.arrayContaining([
      'some-variant: nonconformant',
      'list.members warn: An order repeats the member "note".',
      'auth.basic skipped: It was not selected.',
      'auth.first inconclusive',
    ]),
  );
  expect(said.find((line) => line.startsWith('cancel.pending fail'))).toBe(
    'cancel.pending fail: The cancel of pending order 101 was answered with 200. The 204 has a body.\nMost clients hide it. The listing after the cancels could not be read.',
  );
  expect(said.join()).not.toContain(': undefined');
});

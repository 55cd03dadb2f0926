import { expect, test } from 'vitest';
import type { RequirementResult, RunVerdict } from '../../judge/report/report.js';
import { runObstacle, runVerdict } from '../../judge/results/verdict.js';
import { evidenceOf } from '../suites/evidence.js';
import { contract, planned, resultOf } from './contract.js';

const pass = resultOf('q', 'pass');
const known = { known: true } as const;
const should = { level: 'should' } as const;

test.each<
  [RunVerdict, string, readonly RequirementResult[], named?: readonly string[], isCut?: boolean, strict?: boolean]
>([
  ['inconclusive', 'a planned request has no exchange', [pass], [], true],
  ['nonconformant', 'one has none, and a must is broken', [resultOf('r', 'fail')], [], true],
  ['nonconformant', 'a must is broken, and others are open', [resultOf('r', 'error'), resultOf('q', 'fail')]],
  ['inconclusive', 'a must is blocked', [resultOf('r', 'blocked'), pass]],
  ['inconclusive', 'a must is inconclusive', [resultOf('r', 'inconclusive'), pass]],
  ['conformant', 'a should is blocked', [resultOf('r', 'blocked', should), pass]],
  ['inconclusive', 'a should is blocked under --strict', [resultOf('r', 'blocked', should), pass], [], false, true],
  ['conformant', 'a should is inconclusive', [resultOf('r', 'inconclusive', should), pass]],
  ['inconclusive', 'the suite failed on a should', [resultOf('r', 'error', should), pass]],
  ['conformant', 'a must was not selected', [resultOf('r', 'skipped'), pass]],
  ['inconclusive', 'a must was selected by name, and skipped', [resultOf('r', 'skipped'), pass], ['r']],
  ['conformant', 'a should was selected by name, and skipped', [resultOf('r', 'skipped', should), pass], ['r']],
  ['conformant', 'a must selected by name does not apply', [resultOf('r', 'not-applicable'), pass], ['r']],
  ['conformant', 'all that is broken is known', [resultOf('q', 'fail', known), resultOf('r', 'warn', known)]],
  ['inconclusive', 'nothing was judged', [resultOf('r', 'skipped'), resultOf('q', 'not-applicable')]],
])('a run is %s where %s', (verdict, _, results, named = [], isCut = false, strict = false) => {
  expect(runVerdict(results, named, isCut, strict)).toBe(verdict);
});

test('a reason that leaves more than 60% open is that of the run', () => {
  const obstacleOf = (open: readonly string[], held: readonly string[]) => {
    const evidence = evidenceOf({ ...planned(contract()), selected: [...open, ...held] }, []);
    return runObstacle(evidence, [
      ...open.map((id) => resultOf(id, 'inconclusive', { reason: 'Reset.' })),
      ...held.map((id) => resultOf(id, 'pass')),
    ]);
  };
  expect(obstacleOf(['a', 'b', 'c'], ['d', 'e'])).toBeUndefined();
  expect(obstacleOf(['a', 'b', 'c', 'd'], ['e', 'f'])).toBe('Reset.');
});

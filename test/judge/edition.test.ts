import { expect, onTestFinished, test, vi } from 'vitest';
import { Evidence } from '../../evidence/evidence.js';
import { planOf } from '../../runner/engine/plan-of-settings.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { type Contract, storeOrdersInterface } from '../../suites/contract.js';
import { type Edition, editionFrom, type Requirement } from '../../suites/terms/requirement.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { broken, edition, reportOn } from './contract.js';

// expected/judgements.txt has runs that are scored by an edition.

test('a selection that judges nothing is refused before anything is sent', () => {
  const planning = (options: { edition?: string; requirements?: string[] }) => () =>
    planOf(settingsFromOptions({ baseUrl: 'http://127.0.0.1/v1', apiKey: 'any-key', ...options }));
  const editions = [edition('1', { 'list.status': 'must' }), ...storeOrdersInterface.editions];
  const spy = vi.spyOn(storeOrdersInterface, 'editions', 'get').mockReturnValue(editions);
  onTestFinished(() => spy.mockRestore());
  expect(planning({ edition: '1', requirements: ['auth.first', 'list.status'] })).not.toThrow();
  expect(planning({ edition: '1', requirements: ['auth.first'] })).toThrow(
    'The options select only requirements that came after edition 1, so the run would judge nothing. Choose a later --edition, or select more. Nothing was sent.',
  );
});

const [first] = storeOrdersInterface.editions;

/** The contract with one more `must`, which the reference breaks. */
const grown: Contract = {
  ...storeOrdersInterface,
  requirements: [
    ...storeOrdersInterface.requirements,
    {
      id: 'list.sorted',
      clause: '4.1',
      level: 'must',
      operation: 'listOrders',
      text: 'Sorted.',
      fix: { text: 'Sort it.' },
    },
  ],
  rules: [
    ...storeOrdersInterface.rules,
    { requirement: 'list.sorted', needs: ['listing-answer'], judge: () => [broken] },
  ],
};

test('a requirement that was added after an edition runs, and is not scored by it', async () => {
  if (first === undefined) throw new Error('There is no edition.');
  const next = edition('2027.1', { ...first.requirements, 'list.sorted': 'must' });
  const { evidence } = await gatherInMemory();
  const plan = { ...evidence.plan, selected: grown.requirements.map(({ id }) => id) };
  const run = new Evidence({ ...evidence, plan });
  const judged = (of: Contract, by: Edition) => {
    const { verdict, complete, counts, requirements } = reportOn(of, run, { edition: by });
    const { scored, unscored, verdict: its } = requirements.find(({ id }) => id === 'list.sorted') ?? {};
    return { verdict, complete, fail: counts.fail, its, scored, unscored };
  };
  const passed = { verdict: 'conformant', complete: true, fail: 0, its: 'fail', scored: false };
  expect(judged(grown, first)).toEqual({ ...passed, unscored: 'experimental' });
  const later = { ...grown, editions: [first, next] };
  expect(judged(later, first)).toEqual({ ...passed, unscored: 'added after' });
  expect(judged(later, next)).toEqual({ verdict: 'nonconformant', complete: true, fail: 1, its: 'fail' });
});

test('an edition with a requirement that the build lacks does not start', () => {
  const file = edition('2027.1', { 'list.status': 'must', 'list.sorted': 'must', 'list.signed': 'must' });
  expect(() => editionFrom(file, storeOrdersInterface.requirements)).toThrow(
    'Edition 2027.1 has list.sorted, list.signed, which this build does not judge.',
  );
  expect(
    editionFrom(file, [...grown.requirements, { ...grown.requirements[0], id: 'list.signed' } as Requirement]),
  ).toEqual(file);
});

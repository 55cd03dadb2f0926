import { describe, expect, test } from 'vitest';
import type { Contract } from '../../runner/engine/contract.js';
import type { Scenario } from '../../runner/engine/scenario.js';
import { select } from '../../runner/engine/selection.js';
import type { Selection } from '../../runner/settings/settings.js';

const scenarioOf = (id: string, requirements: readonly string[], alsoJudges?: readonly string[]): Scenario => ({
  id,
  title: id,
  requirements,
  ...(alsoJudges && { alsoJudges }),
  needs: {},
  requests: {},
  run: async () => undefined,
});

const requirementOf = (id: string) =>
  ({ id, clause: '1', level: 'must', operation: 'listOrders', text: id, fix: id }) as const;

const contract: Contract = {
  name: 'A contract',
  version: '1.0.0',
  requirements: ['a.one', 'a.two', 'axone', 'b.one'].map(requirementOf),
  ambiguities: [],
  suites: [
    {
      id: 'left',
      title: 'Left',
      scenarios: [scenarioOf('left-1', ['a.one'], ['axone']), scenarioOf('left-2', ['a.two'])],
    },
    {
      id: 'right',
      title: 'Right',
      scenarios: [scenarioOf('right-1', ['b.one', 'axone'], ['a.one']), scenarioOf('r(1)', ['b.one'])],
    },
  ],
};

const selected = (selection: Partial<Selection>) => {
  const { scenarios, requirements } = select(contract, { suites: [], scenarios: [], requirements: [], ...selection });
  return { scenarios: [...scenarios], requirements: [...requirements].sort() };
};

describe('a selection', () => {
  test('of nothing is everything', () => {
    expect(selected({})).toEqual({
      scenarios: ['left-1', 'left-2', 'right-1', 'r(1)'],
      requirements: ['a.one', 'a.two', 'axone', 'b.one'],
    });
  });

  test.each<[string, Partial<Selection>, readonly string[], readonly string[]]>([
    ['by suite', { suites: ['left'] }, ['left-1', 'left-2'], ['a.one', 'a.two', 'axone']],
    [
      'by two suites',
      { suites: ['left', 'right'] },
      ['left-1', 'left-2', 'right-1', 'r(1)'],
      ['a.one', 'a.two', 'axone', 'b.one'],
    ],
    ['by scenario', { scenarios: ['left-2'] }, ['left-2'], ['a.two']],
    ['by a pattern for any end', { scenarios: ['left-*'] }, ['left-1', 'left-2'], ['a.one', 'a.two', 'axone']],
    ['by a pattern for one character', { scenarios: ['left-?'] }, ['left-1', 'left-2'], ['a.one', 'a.two', 'axone']],
    ['by a pattern for any start', { scenarios: ['*-1'] }, ['left-1', 'right-1'], ['a.one', 'axone', 'b.one']],
    ['by two patterns', { scenarios: ['*-2', 'right-*'] }, ['left-2', 'right-1'], ['a.one', 'a.two', 'axone', 'b.one']],
    ['by an id with characters of regular expressions', { scenarios: ['r(1)'] }, ['r(1)'], ['b.one']],
    // Only the scenarios that exist to judge it, and nothing else that they judge.
    ['by requirement', { requirements: ['a.one'] }, ['left-1'], ['a.one']],
    ['by a requirement with a full stop, which stands for itself', { requirements: ['a.o*'] }, ['left-1'], ['a.one']],
    ['by suite and requirement', { suites: ['right'], requirements: ['axone'] }, ['right-1'], ['axone']],
    ['by suite and scenario', { suites: ['right'], scenarios: ['*-1'] }, ['right-1'], ['a.one', 'axone', 'b.one']],
  ])('%s', (_, selection, scenarios, requirements) => {
    expect(selected(selection)).toEqual({ scenarios, requirements });
  });

  test.each<[string, Partial<Selection>]>([
    ['--suite lef matches nothing.', { suites: ['left', 'lef'] }],
    ['--suite eft matches nothing.', { suites: ['eft'] }],
    ['--scenario left-?? matches nothing.', { scenarios: ['left-??'] }],
    ['--requirement a.three matches nothing.', { requirements: ['a.one', 'a.three'] }],
    ['together select no scenario; nothing was sent.', { suites: ['left'], scenarios: ['right-1'] }],
    ['together select no scenario; nothing was sent.', { suites: ['left'], requirements: ['b.one'] }],
  ])('that is mistaken says so: %s', (says, selection) => {
    expect(() => selected(selection)).toThrow(says);
  });
});

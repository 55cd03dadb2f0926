import { describe, expect, test } from 'vitest';
import { type Selectable, type Selection, select } from '../../runner/engine/selection.js';
import { processorMs } from '../processor-ms.js';
import { madeUpScenario } from './made-up.js';

const contract: Selectable = {
  requirements: [
    { id: 'a.one', clause: '4.1' },
    { id: 'a.two', clause: '4.2' },
    { id: 'axone', clause: '41' },
    { id: 'b.one', clause: '4' },
  ],
  rules: [
    { requirement: 'a.one', needs: ['left-1'] },
    { requirement: 'a.two', needs: ['left-2'] },
    { requirement: 'axone', needs: ['right-1'] },
    { requirement: 'b.one', needs: ['right-1', 'r(1)'] },
  ],
  suites: [
    { id: 'left', title: 'Left', scenarios: ['left-1', 'left-2'].map((id) => madeUpScenario({ id })) },
    { id: 'right', title: 'Right', scenarios: ['right-1', 'r(1)'].map((id) => madeUpScenario({ id })) },
  ],
};

const EVERYTHING: Selection = { suites: [], scenarios: [], requirements: [], clauses: [] };

describe('a selection', () => {
  test('with a pattern of a stranger, of 1,000 characters, takes no time', () => {
    const from = processorMs();
    const scenarios = [madeUpScenario({ id: 'a'.repeat(60) })];
    const long = { ...contract, suites: [{ id: 'a', title: 'A', scenarios }] };
    for (const pattern of ['*?'.repeat(500), `${'*a'.repeat(499)}b`]) {
      expect(() => select({ ...EVERYTHING, scenarios: [pattern] }, long)).toThrow('No scenario matches ');
    }
    expect(processorMs() - from).toBeLessThan(1_000);
  });

  test.each<[string, Partial<Selection>, scenarios: string, requirements?: string]>([
    ['of nothing is everything', {}, 'left-1 left-2 right-1 r(1)'],
    ['by suite', { suites: ['left'] }, 'left-1 left-2'],
    ['by scenario', { scenarios: ['left-2'] }, 'left-2'],
    ['by a pattern for one character', { scenarios: ['left-?'] }, 'left-1 left-2'],
    ['by two patterns', { scenarios: ['*-2', 'right-*'] }, 'left-2 right-1'],
    ['by an id with characters of regular expressions', { scenarios: ['r(1)'] }, 'r(1)'],
    ['by suite and scenario', { suites: ['right'], scenarios: ['*-1'] }, 'right-1'],
    ['by a requirement with a full stop, which stands for itself', { requirements: ['a.o*'] }, 'left-1', 'a.one'],
    ['by a requirement that several scenarios judge', { requirements: ['b.*'] }, 'right-1 r(1)', 'b.one'],
    ['by suite and requirement', { suites: ['right'], requirements: ['axone'] }, 'right-1', 'axone'],
    ['by a clause with others below it', { clauses: ['4'] }, 'left-1 left-2 right-1 r(1)', 'a.one a.two b.one'],
    ['by clause and requirement', { clauses: ['4'], requirements: ['a*'] }, 'left-1 left-2', 'a.one a.two'],
  ])('%s', (_, selection, scenarios, requirements = 'a.one a.two axone b.one') => {
    const found = select({ ...EVERYTHING, ...selection }, contract);
    expect([[...found.scenarios].join(' '), found.requirements.join(' ')]).toEqual([scenarios, requirements]);
  });

  test.each<[string, Partial<Selection>]>([
    ['No suite matches eft. ', { suites: ['eft'] }],
    ['No scenario matches left-??. ', { scenarios: ['left-??'] }],
    ['No requirement matches a.three. ', { requirements: ['a.one', 'a.three'] }],
    ['No clause matches 4.. ', { clauses: ['4.'] }],
    [
      'No scenario is in all of the suites, scenarios, requirements and clauses that were selected; nothing was sent.',
      { suites: ['left'], scenarios: ['right-1'] },
    ],
    [
      'No scenario is in all of the suites, scenarios, requirements and clauses that were selected; nothing was sent.',
      { suites: ['left'], requirements: ['b.one'] },
    ],
  ])('that is mistaken says so: %s', (says, selection) => {
    expect(() => select({ ...EVERYTHING, ...selection }, contract)).toThrow(says);
  });
});

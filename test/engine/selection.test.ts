import { expect, test } from 'vitest';
import { type Selectable, type Selection, select } from '../../runner/engine/selection.js';
import { processorMs } from '../processor-ms.js';
import { madeUpScenario } from './made-up.js';

const suite = (id: string, ...scenarios: readonly string[]) => ({
  id,
  title: id,
  scenarios: scenarios.map((scenario) => madeUpScenario({ id: scenario })),
});

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
  suites: [suite('left', 'left-1', 'left-2'), suite('right', 'right-1', 'r(1)')],
};

const selected = (selection: Partial<Selection>, of = contract): string => {
  const { scenarios, requirements } = select(
    { suites: [], scenarios: [], requirements: [], clauses: [], ...selection },
    of,
  );
  return `${[...scenarios].join(' ')}: ${requirements.join(' ')}`;
};

const ALL = 'a.one a.two axone b.one';
const NOTHING_IN_ALL =
  'No scenario is in all of the suites, scenarios, requirements and clauses that were selected; nothing was sent.';

test.each<[Partial<Selection>, expected: string]>([
  [{}, `left-1 left-2 right-1 r(1): ${ALL}`],
  [{ suites: ['left'] }, `left-1 left-2: ${ALL}`],
  [{ scenarios: ['left-2'] }, `left-2: ${ALL}`],
  [{ scenarios: ['left-?'] }, `left-1 left-2: ${ALL}`],
  [{ scenarios: ['*-2', 'right-*'] }, `left-2 right-1: ${ALL}`],
  [{ scenarios: ['r(1)'] }, `r(1): ${ALL}`],
  [{ suites: ['right'], scenarios: ['*-1'] }, `right-1: ${ALL}`],
  [{ requirements: ['a.o*'] }, 'left-1: a.one'],
  [{ requirements: ['b.*'] }, 'right-1 r(1): b.one'],
  [{ suites: ['right'], requirements: ['axone'] }, 'right-1: axone'],
  [{ clauses: ['4'] }, 'left-1 left-2 right-1 r(1): a.one a.two b.one'],
  [{ clauses: ['4'], requirements: ['a*'] }, 'left-1 left-2: a.one a.two'],
])('a selection of %j takes %s', (selection, expected) => {
  expect(selected(selection)).toBe(expected);
});

test.each<[Partial<Selection>, says: string]>([
  [{ suites: ['eft'] }, 'No suite matches eft. '],
  [{ scenarios: ['left-??'] }, 'No scenario matches left-??. '],
  [{ requirements: ['a.one', 'a.three'] }, 'No requirement matches a.three. '],
  [{ clauses: ['4.'] }, 'No clause matches 4.. '],
  [{ suites: ['left'], scenarios: ['right-1'] }, NOTHING_IN_ALL],
  [{ suites: ['left'], requirements: ['b.one'] }, NOTHING_IN_ALL],
])('a selection of %j is mistaken: %s', (selection, says) => {
  expect(() => selected(selection)).toThrow(says);
});

test('a pattern of a stranger, of 1,000 characters, takes no time', () => {
  const from = processorMs();
  const long = { ...contract, suites: [suite('a', 'a'.repeat(60))] };
  for (const pattern of ['*?'.repeat(500), `${'*a'.repeat(499)}b`]) {
    expect(() => selected({ scenarios: [pattern] }, long)).toThrow('No scenario matches ');
  }
  expect(processorMs() - from).toBeLessThan(1_000);
});

import { describe, expect, test } from 'vitest';
import { faults } from '../../servers/faults/index.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { REQUIREMENT_IDS } from '../../suites/terms/ids.js';

const all = [...faults, ...intermittentFaults, ...variants, ...incompleteServers];

describe('faults and variants', () => {
  test.each(['id', 'summary'] as const)('have each another %s', (member) => {
    const texts = all.map((server) => server[member]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test('have ids in kebab case', () => {
    expect(all.filter(({ id }) => !/^[a-z0-9.]+(-[a-z0-9.]+)*$/.test(id))).toEqual([]);
  });

  test('break every requirement, and none that does not exist', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect([...broken].sort()).toEqual([...REQUIREMENT_IDS].sort());
    for (const { id, requirements: own } of faults) expect([id, new Set(own).size]).toEqual([id, own.length]);
  });
});

import { describe, expect, test } from 'vitest';
import { faults } from '../../servers/faults/index.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { REQUIREMENT_IDS } from '../../suites/ids.js';

const all = [...faults, ...intermittentFaults, ...variants, ...incompleteServers];

describe('faults and variants', () => {
  test('have ids of their own, in kebab case', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9.]+(-[a-z0-9.]+)*$/.test(id))).toEqual([]);
  });

  test('say what they do, each something else', () => {
    const summaries = all.map(({ summary }) => summary);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });

  test('break every requirement, and none that does not exist', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect([...broken].sort()).toEqual([...REQUIREMENT_IDS].sort());
    for (const { id, requirements: own } of faults) expect([id, new Set(own).size]).toEqual([id, own.length]);
  });
});

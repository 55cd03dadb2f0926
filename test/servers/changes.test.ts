import { describe, expect, test } from 'vitest';
import { faults } from '../../servers/faults/index.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { incompleteServers } from '../../servers/variants/incomplete.js';
import { variants } from '../../servers/variants/index.js';
import { requirements } from '../../suites/catalogue.generated.js';
import { play } from './script.js';
import { shownApart, variantLines } from './variant-lines.js';

const reference = await play({});

/** They differ in time, or in how they keep a connection, which the script does not look at. */
const sameBytes = ['slow-cancel', 'slow-first-byte', 'short-keep-alive', 'head-and-body-apart'];

const allFaults = [...faults, ...intermittentFaults];
const all = [...allFaults, ...variants, ...incompleteServers];

describe('faults and variants', () => {
  test('have ids of their own, in kebab case', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9.]+(-[a-z0-9.]+)*$/.test(id))).toEqual([]);
  });

  test('say what they do as a sentence without subject and full stop', () => {
    const summaries = all.map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[a-z][\s\S]*[^.\s]$/.test(summary))).toEqual([]);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });

  test('say who makes each mistake', () => {
    expect(allFaults.filter(({ who }) => !/^\S[\s\S]*\.$/.test(who)).map(({ id }) => id)).toEqual([]);
  });

  test('break every requirement, and none that does not exist', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect([...broken].sort()).toEqual(requirements.map(({ id }) => id).sort());
    for (const { id, requirements: own } of faults) expect([id, new Set(own).size]).toEqual([id, own.length]);
  });
});

/** The others show what the script looks at only in part, or not at all. A fault shows in the matrix. */
const scriptedVariants = variants.filter(({ id }) => !(id in variantLines) && !shownApart.includes(id));

describe('a variant', () => {
  test.each(scriptedVariants.map((variant) => [variant.id, variant] as const))(
    '%s differs as it says',
    async (id, variant) => {
      const transcript = await play(variant);
      if (sameBytes.includes(id)) expect(transcript).toEqual(reference);
      else expect(transcript).not.toEqual(reference);
    },
  );
});

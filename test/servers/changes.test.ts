import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { play } from './script.js';

interface Requirement {
  readonly id: string;
  readonly operation: 'listOrders' | 'cancelOrder' | 'both';
}

const { requirements } = parse(readFileSync(new URL('../../suites/requirements.yaml', import.meta.url), 'utf8')) as {
  readonly requirements: readonly Requirement[];
};
const operationOf = new Map(requirements.map(({ id, operation }) => [id, operation]));

const reference = await play({});

/** They differ in time, or in how they keep a connection, which the script does not look at. */
const sameBytes = ['slow-cancel', 'slow-first-byte', 'short-keep-alive', 'head-and-body-apart'];

describe('faults and variants', () => {
  test('have ids of their own, in kebab case', () => {
    const ids = [...faults, ...variants].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9.]+(-[a-z0-9.]+)*$/.test(id))).toEqual([]);
  });

  test('say what they do as a sentence without subject and full stop', () => {
    const summaries = [...faults, ...variants].map(({ summary }) => summary);
    expect(summaries.filter((summary) => !/^[a-z][\s\S]*[^.\s]$/.test(summary))).toEqual([]);
    expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
  });

  test('say who makes each mistake', () => {
    expect(faults.filter(({ who }) => !/^\S[\s\S]*\.$/.test(who)).map(({ id }) => id)).toEqual([]);
  });

  test('break every requirement, and none that does not exist', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect([...broken].sort()).toEqual([...operationOf.keys()].sort());
    for (const { id, requirements: own } of faults) expect([id, new Set(own).size]).toEqual([id, own.length]);
  });
});

describe('a fault', () => {
  test.each(faults.map((fault) => [fault.id, fault] as const))('%s differs from the reference', async (_, fault) => {
    const transcript = await play(fault);
    expect(transcript).not.toEqual(reference);
    const operations = new Set(fault.requirements.map((id) => operationOf.get(id)));
    if (fault.requirements.includes('base.version-prefix') || operations.has('both')) return;
    if (!operations.has('cancelOrder')) expect(transcript.cancels).toEqual(reference.cancels);
    if (!operations.has('listOrders')) expect(transcript.listings).toEqual(reference.listings);
  });
});

describe('a variant', () => {
  test.each(variants.map((variant) => [variant.id, variant] as const))('%s differs as it says', async (id, variant) => {
    const transcript = await play(variant);
    if (sameBytes.includes(id)) expect(transcript).toEqual(reference);
    else expect(transcript).not.toEqual(reference);
  });
});

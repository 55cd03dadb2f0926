import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DeclaredState, Scenario } from '../../runner/engine/scenario.js';
import { faults } from '../../servers/faults/index.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const { requirements, ambiguities, suites } = storeOrdersInterface;
const scenarios = suites.flatMap((suite) => suite.scenarios);
const requirementIds = requirements.map(({ id }) => id);

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

/** The declared orders that a scenario sends cancels to, or next to. */
const addressed = ({ requests }: Scenario): DeclaredState[] =>
  Object.values(requests).flatMap((spec): DeclaredState[] => {
    if (spec.operation === 'listOrders' || 'unknown' in spec.order) return [];
    return 'state' in spec.order ? [spec.order.state] : ['pending'];
  });

describe('the catalogue', () => {
  test('holds requirements that each exist to be judged by a scenario', () => {
    const primary = new Set<string>(scenarios.flatMap((scenario) => scenario.requirements));
    expect(requirementIds.filter((id) => !primary.has(id))).toEqual([]);
  });

  test('holds every requirement that a scenario names', () => {
    const named = scenarios.flatMap((scenario) => [...scenario.requirements, ...(scenario.alsoJudges ?? [])]);
    expect(named.filter((id) => !requirementIds.includes(id))).toEqual([]);
  });

  test('holds only requirements that some fault breaks', () => {
    const broken = new Set(faults.flatMap((fault) => fault.requirements));
    expect(requirementIds.filter((id) => !broken.has(id))).toEqual([]);
  });

  test('has ids that are unique', () => {
    expect(repeated(requirementIds)).toEqual([]);
    expect(repeated(ambiguities.map(({ id }) => id))).toEqual([]);
    expect(repeated(suites.map(({ id }) => id))).toEqual([]);
    expect(repeated(scenarios.map(({ id }) => id))).toEqual([]);
  });

  test('keeps its ids: users gate on them', async () => {
    const lines = [
      ...requirements.map(({ id, level }) => `requirement ${id} ${level}`),
      ...suites.flatMap((suite) => [`suite ${suite.id}`, ...suite.scenarios.map(({ id }) => `  scenario ${id}`)]),
      ...ambiguities.map(({ id }) => `ambiguity ${id}`),
    ];
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected/ids.txt'));
  });
});

describe('a scenario', () => {
  test('names each requirement once', () => {
    for (const { id, requirements: primary, alsoJudges = [] } of scenarios) {
      expect([id, repeated([...primary, ...alsoJudges])]).toEqual([id, []]);
    }
  });

  test('needs exactly the orders that it cancels', () => {
    for (const scenario of scenarios) {
      const states = [...new Set(addressed(scenario))].sort();
      expect([scenario.id, [...(scenario.needs.orders ?? [])].sort()]).toEqual([scenario.id, states]);
    }
  });

  test('that shares its orders never cancels one with the valid key', () => {
    const sharing = scenarios.filter(({ needs }) => needs.sharesOrders);
    expect(sharing.length).toBeGreaterThan(0);
    for (const { id, requests } of sharing) {
      const harmful = Object.values(requests).filter(
        ({ operation, credential }) => operation === 'cancelOrder' && /^valid/.test(credential),
      );
      expect([id, harmful]).toEqual([id, []]);
    }
  });

  test('judges something, or observes what the contract leaves open', () => {
    const judgingNothing = scenarios.filter((scenario) => scenario.requirements.length === 0);
    expect(judgingNothing.map(({ id }) => id)).toEqual(['auth-scheme-letter-case']);
  });
});

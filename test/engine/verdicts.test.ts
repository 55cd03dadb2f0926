import { describe, expect, test } from 'vitest';
import {
  judgeReference,
  judgeStore,
  requirementOf,
  requirementsWith,
  scenarioOf,
  scenariosWith,
  summary,
} from './judgement.js';
import { fault } from './servers.js';
import { asChanged, deletesOf, startStore } from './store.js';

describe('skipped', () => {
  test('is what a scenario gets that was not selected', async () => {
    const store = await startStore();
    const report = await judgeStore(store, { scenarios: ['listing-*'] });
    expect(summary(report)).toEqual({ verdict: 'conformant', complete: false, exitCode: 0 });
    expect(scenariosWith(report, 'skipped')).toHaveLength(report.scenarios.length - 4);
    expect(requirementOf(report, 'cancel.race')).toMatchObject({ verdict: 'skipped', reason: 'It was not selected.' });
    expect(deletesOf(store)).toEqual([]);
  });

  test('is what a scenario that cancels gets under read-only, and no DELETE is sent', async () => {
    const store = await startStore();
    const report = await judgeStore(store, { readOnly: true });
    expect(report.complete).toBe(false);
    expect(scenarioOf(report, 'cancel-pending')).toMatchObject({
      state: 'skipped',
      reason: expect.stringContaining('read-only'),
    });
    expect(report.deletions).toEqual([]);
    expect(deletesOf(store)).toEqual([]);
    expect(store.received.length).toBeGreaterThan(10);
  });

  test('does not make a run green for a must requirement that was asked for by name', async () => {
    const requirements = ['list.status', 'cancel.pending.status'];
    const report = await judgeReference({ readOnly: true, requirements });
    expect(requirementOf(report, 'list.status').verdict).toBe('pass');
    expect(summary(report)).toEqual({ verdict: 'inconclusive', complete: false, exitCode: 3 });
  });
});

describe('a selection', () => {
  test('by requirement drops the checks of all others', async () => {
    const behaviour = asChanged(fault('pending-200'));
    const everything = await judgeReference({}, behaviour);
    expect(requirementsWith(everything, 'fail')).toEqual(['cancel.pending.status', 'cancel.status-table']);

    const report = await judgeReference({ requirements: ['cancel.again'] }, behaviour);
    expect(summary(report)).toEqual({ verdict: 'conformant', complete: false, exitCode: 0 });
    expect(requirementsWith(report, 'pass')).toEqual(['cancel.again']);
    expect(requirementsWith(report, 'skipped')).toHaveLength(report.requirements.length - 1);
    expect(report.findings).toEqual([]);
    expect(report.deletions.every(({ scenario }) => scenario === 'cancel-pending')).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import type { Report } from '../../runner/judge/report.js';
import type { ConformanceOptions } from '../../runner/settings/options.js';
import { faults } from '../../servers/faults/index.js';
import { variants } from '../../servers/variants/index.js';
import { type Changed, judgeInMemory } from '../detection/in-memory.js';
import { judgeReference } from './judgement.js';
import { fault } from './servers.js';
import { asChanged, deletesOf, type Received } from './store.js';

const judged = async (changed: Changed | undefined, options: Partial<ConformanceOptions>): Promise<Report> => {
  const received: Received[] = [];
  const report = await judgeInMemory(changed, { ...options, received });
  expect(received).toHaveLength(report.requestCount);
  expect(deletesOf({ received })).toHaveLength(report.deletions.length);
  return report;
};

const broken = ({ requirements }: Report) => requirements.filter(({ verdict }) => verdict === 'fail');

describe('with a most number of broken requirements', () => {
  test('a run ends when they are found, and the rest says why it was not judged', async () => {
    const report = await judged(fault('list-envelope-data'), { maxFailures: 1, concurrency: 1 });
    expect(report).toMatchObject({ verdict: 'nonconformant', complete: false });
    expect(report.requestCount).toBeLessThan(30);
    expect(broken(report).length).toBeGreaterThan(0);
    const reasons = report.requirements.flatMap(({ verdict, reason }) => (verdict === 'inconclusive' ? reason : []));
    expect(reasons).toContain(
      'It was not sent: 1 broken requirement was found by then, and --max-failures is 1. Repair that, or run again without the option.',
    );
  });

  test('what is in flight ends as it does: no cancel is left without its outcome', async () => {
    const { deletions } = await judged(fault('missing-key-500'), { maxFailures: 1 });
    expect(deletions.filter(({ status }) => status === null)).toEqual([]);
  });

  test('a run that breaks fewer is complete', async () => {
    expect(await judged(fault('no-challenge'), { maxFailures: 1 })).toMatchObject({
      verdict: 'conformant',
      complete: true,
    });
    expect(await judged(undefined, { maxFailures: 1 })).toMatchObject({ verdict: 'conformant', complete: true });
  });

  test('what only --strict breaks counts under --strict', async () => {
    const report = await judged(fault('no-challenge'), { maxFailures: 1, strict: true, concurrency: 1 });
    expect(report).toMatchObject({ verdict: 'nonconformant', complete: false });
  });
});

/** Each was seen, in part of a run, as something else than it is at the end. */
test.each([
  'cancels-before-refusal',
  'cancels-same-32-bits-with-404',
  'removes-shipped-before-refusal',
  'listing-breaks-off-once',
])('a run of %s blames no requirement that the whole run does not', async (id) => {
  const changed = [...faults, ...variants].find((known) => known.id === id);
  const report = await judgeReference({ maxFailures: 1 }, changed && asChanged(changed));
  const expected = faults.find((known) => known.id === id)?.requirements ?? [];
  expect(broken(report).filter((requirement) => !expected.includes(requirement.id))).toEqual([]);
});

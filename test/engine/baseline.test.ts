import { describe, expect, test } from 'vitest';
import type { Report } from '../../index.js';
import { verdictText } from '../../reporters/wording.js';
import { compareReports } from '../../runner/judge/compare.js';
import { judgeReference, requirementOf, requirementsWith, summary } from './judgement.js';
import { fault } from './servers.js';
import { asChanged } from './store.js';

const EXPIRES = '2999-12-31';
const entriesFor = (requirements: readonly string[]) =>
  requirements.map((requirement) => ({ requirement, reason: 'The framework writes it.', expires: EXPIRES }));

const judged = async (faultId: string, accept: (report: Report) => readonly string[]): Promise<Report> => {
  const store = asChanged(fault(faultId));
  const before = await judgeReference({}, store);
  return judgeReference({ baseline: entriesFor(accept(before)) }, store);
};

const broken = (report: Report) => [...requirementsWith(report, 'fail'), ...requirementsWith(report, 'warn')];

describe('what could not be judged only because of deviations that the baseline accepts', () => {
  test.each([
    ['django-rest-framework-default-errors', ['error.401.status-equals', 'error.404.status-equals']],
    ['express-send-status', ['error.401.object', 'error.404.code', 'error.404.status-equals']],
  ])('is accepted with them: %s', async (id, masked) => {
    const report = await judged(id, broken);
    expect(summary(report)).toEqual({ verdict: 'conformant', complete: false, exitCode: 0 });
    expect(report.requirements.filter((entry) => entry.masked).map((entry) => entry.id)).toEqual(
      expect.arrayContaining(masked),
    );
    expect(requirementOf(report, masked[0] ?? '')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/^It could not be judged only because of deviations that the baseline accepts \(/),
    });
    expect(verdictText(report)).toMatch(/^conformant, but for \d+ known deviations$/);
  });

  test('is not, where one of them is not accepted', async () => {
    const report = await judged('django-rest-framework-default-errors', (before) => broken(before).slice(1));
    expect(report.verdict).toBe('nonconformant');
    expect(requirementOf(report, 'error.401.status-equals').masked).toBeUndefined();
  });

  test('is not, where an answer is missing as well', async () => {
    const { behaviour } = fault('django-rest-framework-default-errors');
    const report = await judgeReference(
      { baseline: entriesFor(['error.401.code', 'error.401.message', 'error.401.status']), concurrency: 1 },
      {
        behaviour: (reference) => ({
          ...behaviour(reference),
          send: (reply, call) => {
            if (call.authorization === undefined && call.operation === 'listOrders') call.response.destroy();
            else return reference.send(reply, call);
          },
        }),
      },
    );
    expect(requirementOf(report, 'error.401.status-equals').masked).toBeUndefined();
  });
});

test('a baseline that is out of date fails the run in its own words, and does not blame the target', async () => {
  const report = await judgeReference({ baseline: entriesFor(['cancel.race']) });
  expect([summary(report), report.baselineOutOfDate]).toEqual([
    { verdict: 'conformant', complete: true, exitCode: 1 },
    true,
  ]);
  expect(verdictText(report)).toBe('conformant, but the baseline is out of date');
  expect(compareReports(report, report).new).toMatchObject({ verdict: 'conformant', baselineOutOfDate: true });
});

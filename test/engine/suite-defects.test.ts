import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../cli/shell/reports.js';
import { Evidence } from '../../runner/evidence/evidence.js';
import type { Report } from '../../runner/judge/report.js';
import { held } from '../../runner/judge/rule.js';
import { type Contract, contract, planned, reportOn } from '../judge/contract.js';
import { type FakeAnswer, fakeTransport, listingBody } from './fake-transport.js';
import { nameOf } from './made-up.js';
import { gatherOver } from './plans.js';

/** Runs the made-up contract; `answer` may throw, as a transport must not. */
async function judged(of: Contract, answer: (id: string) => FakeAnswer | undefined = () => undefined): Promise<Report> {
  const transport = fakeTransport(
    (request) =>
      answer(nameOf(request)) ??
      (request.method === 'GET' ? { status: 200, body: listingBody(101n, 102n) } : { status: 204 }),
  );
  return reportOn(of, new Evidence(await gatherOver(() => planned(of), transport)));
}

const failing =
  (wanted: string, thrown: unknown) =>
  (id: string): undefined => {
    if (id === wanted) throw thrown;
  };

const summary = (report: Report) => ({
  requirements: Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict])),
  scenarios: Object.fromEntries(report.scenarios.map(({ id, state }) => [id, state])),
  verdict: report.verdict,
  complete: report.complete,
  exitCode: exitCodeOf(report),
});

const allSent = { one: 'sent', two: 'sent', listed: 'sent' };
const defective = { verdict: 'inconclusive', complete: false, exitCode: 4 };
const REASON =
  /^The suite itself failed; this says nothing about the target\. (Type)?Error: (Cannot read properties|Lost)/;

test('without a defect, the made-up contract is kept', async () => {
  expect(summary(await judged(contract()))).toEqual({
    requirements: { first: 'pass', second: 'pass', advice: 'pass' },
    scenarios: allSent,
    verdict: 'conformant',
    complete: true,
    exitCode: 0,
  });
});

describe('a request that the suite fails to send', () => {
  const lost = new TypeError('Cannot read properties of undefined');

  test('is an error, never blamed on the target: the run is inconclusive and exits with 4', async () => {
    const report = await judged(contract(), failing('one/cancel', lost));
    expect(summary(report)).toEqual({
      requirements: { first: 'error', second: 'error', advice: 'pass' },
      scenarios: { ...allSent, one: 'blocked' },
      ...defective,
    });
    expect(report.findings).toEqual([]);
    expect([report.scenarios[0]?.reason, report.requirements[0]?.reason]).toEqual(
      Array(2).fill(expect.stringMatching(REASON)),
    );
  });

  test('is an error where it is a listing that scenarios share, too', async () => {
    const advice = { needs: ['listed'], judge: () => [held()] };
    const report = await judged(contract({ advice }), failing('listing/before', lost));
    expect(summary(report)).toEqual({
      requirements: { first: 'inconclusive', second: 'inconclusive', advice: 'error' },
      scenarios: { one: 'blocked', two: 'blocked', listed: 'blocked' },
      ...defective,
    });
  });
});

test('a rule that throws is an error of its requirement', async () => {
  const judge = () => {
    throw new Error('Lost.');
  };
  const report = await judged(contract({ first: { judge } }));
  expect(summary(report)).toEqual({
    requirements: { first: 'error', second: 'pass', advice: 'pass' },
    scenarios: allSent,
    ...defective,
  });
  expect(report.requirements[0]?.reason).toMatch(REASON);
});

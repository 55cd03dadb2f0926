import { expect, test } from 'vitest';
import { exitCodeOf } from '../../cli/shell/reports.js';
import { Evidence } from '../../evidence/evidence.js';
import { isReady, type Look, type Plan } from '../../evidence/plan.js';
import { held, type Rule } from '../../suites/terms/rule.js';
import { contract, planned, reportOn } from '../judge/contract.js';
import { fakeTransport, listingBody } from './fake-transport.js';
import { nameOf } from './made-up.js';
import { gatherOver } from './plans.js';

type Rules = Parameters<typeof contract>[0];

const throwing: Rule['judge'] = () => {
  throw new Error('Lost.');
};
const fromListing: Rules = { advice: { needs: ['listed'], judge: () => [held()] } };

/** A plan that puts a cancel in a stage that is over when the plan is final. */
const LOST = 'lost';
const losing = (plan: Plan): Plan => ({
  ...plan,
  scenarios: plan.scenarios.map((scenario) =>
    isReady(scenario) && scenario.id === 'one'
      ? { ...scenario, requests: scenario.requests.map((request) => ({ ...request, stage: 'look' as const })) }
      : scenario,
  ),
});

test.each<[defect: string, throwsAt: string, Rules, verdicts: string, blocked: readonly string[]]>([
  ['no defect', '', {}, 'pass pass pass', []],
  ['a request that cannot be sent', 'one/cancel', {}, 'error error pass', ['one']],
  ['a shared listing', 'listing/before', fromListing, 'inconclusive inconclusive error', ['one', 'two', 'listed']],
  ['a request that is in no stage still to come', LOST, {}, 'error error pass', ['one']],
  ['a rule that throws', '', { first: { judge: throwing } }, 'error pass pass', []],
])('%s is never blamed on the target', async (_, throwsAt, rules, verdicts, blocked) => {
  const of = contract(rules);
  const transport = fakeTransport((request) => {
    if (nameOf(request) === throwsAt) throw new Error('Lost.');
    return request.method === 'GET' ? { status: 200, body: listingBody(101n, 102n) } : { status: 204 };
  });
  const planFor = (look?: Look): Plan => (look && throwsAt === LOST ? losing(planned(of)) : planned(of));
  const report = reportOn(of, new Evidence(await gatherOver(planFor, transport)));
  const isDefective = verdicts.includes('error');
  expect([report.verdict, report.complete, exitCodeOf(report)]).toEqual(
    isDefective ? ['inconclusive', false, 4] : ['conformant', true, 0],
  );
  expect(report.requirements.map(({ verdict }) => verdict).join(' ')).toBe(verdicts);
  expect(report.scenarios.flatMap(({ id, state }) => (state === 'sent' ? [] : [id]))).toEqual(blocked);
  expect(report.findings).toEqual([]);
  const reasons = report.requirements.flatMap(({ verdict, reason }) => (verdict === 'error' ? [reason] : []));
  expect([...new Set(reasons)]).toEqual(
    isDefective
      ? [
          expect.stringMatching(
            /^The suite itself failed; this says nothing about the target\. (Error: Lost|It did not send one\/cancel)/,
          ),
        ]
      : [],
  );
});

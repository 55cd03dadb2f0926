import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from '../../evidence/evidence.js';
import type { Place } from '../../evidence/place.js';
import { inconclusive } from '../../evidence/unjudged.js';
import type { Counts, Report, RequirementResult } from '../../judge/report/report.js';
import type { Contract } from '../../suites/contract.js';
import type { Edition } from '../../suites/terms/requirement.js';
import { held, isBroken, type Result, type Rule } from '../../suites/terms/rule.js';
import { holdCases } from '../cases.js';
import { cancelOwn, madeUpScenario } from '../engine/made-up.js';
import { evidenceOf, listed, type Sent } from '../suites/evidence.js';
import { readExactly, type SentInYaml, sentIn } from '../suites/evidence-in-yaml.js';
import { broken, contract, edition, judgedFrom, planned, reportOn, showing } from './contract.js';

/** The differences of a rule from that of the contract. */
interface RuleInYaml {
  readonly needs?: readonly string[];
  readonly results?: readonly ('held' | 'broken' | Result)[];
  /** The requests that it judges: a 204 holds, any other answer does not. */
  readonly judges?: readonly string[];
  /** The exchange that shows a deviation, for any answer. */
  readonly shows?: string;
  readonly throws?: string;
  /** The place of its deviations. */
  readonly at?: Place;
}

interface Given {
  /** After a listing. Both orders are cancelled by default. */
  readonly sent?: SentInYaml;
  /** The reasons why requests were not sent. */
  readonly unsent?: Readonly<Record<string, string>>;
  readonly defects?: Evidence['defects'];
  readonly pending?: readonly number[];
  readonly select?: NonNullable<Parameters<typeof planned>[1]>['select'];
  /** The scenario that does not apply. */
  readonly notApplicable?: string;
  readonly rules?: Readonly<Record<string, RuleInYaml>>;
  /** Other scenarios come before those of the contract. */
  readonly more?: true;
  /** The requirements of the contract, in another order. */
  readonly requirements?: readonly string[];
  readonly edition?: Edition['requirements'];
  readonly strict?: boolean;
  /** The requirements whose deviations are accepted. */
  readonly baseline?: readonly string[];
}

const MEMBERS = [
  ...(['sent', 'unsent', 'defects', 'pending', 'select', 'notApplicable', 'rules', 'more'] as const),
  ...(['requirements', 'edition', 'strict', 'baseline'] as const),
];

/** Scenarios with two listings, with two requests, and with a request to an id after the second listing. */
const MORE: Contract['suites'][number] = {
  id: 'more',
  title: 'More',
  scenarios: [
    madeUpScenario({ id: 'both', listings: ['before', 'after'] }),
    madeUpScenario({
      id: 'twice',
      order: { state: 'pending', for: 'race' },
      requests: { cancel: cancelOwn, again: { ...cancelOwn, role: 'again' } },
    }),
    madeUpScenario({
      id: 'late',
      requests: { cancel: { ...cancelOwn, role: 'unknown', order: { unknown: 'plain' }, stage: 'again' } },
    }),
  ],
};

/** The rule with these differences. */
function ruleOf({ needs, results = [], judges = [], shows, throws, at }: RuleInYaml): Partial<Rule> {
  const finds = (evidence: Evidence): readonly Result[] => [
    ...results.map((result) => (result === 'held' ? held() : result === 'broken' ? broken : result)),
    ...judgedFrom(...judges)(evidence),
    ...(shows === undefined ? [] : showing(shows)(evidence)),
  ];
  const judge: Rule['judge'] = (evidence) => {
    if (throws !== undefined) throw new Error(throws);
    return finds(evidence).map((result) => (isBroken(result) && at !== undefined ? { ...result, at } : result));
  };
  return { ...(needs && { needs }), judge };
}

const listing = { 'listing/before': listed([101n, 102n]) };

function judged(input: string): Report {
  const given = readExactly<Given>(input, MEMBERS);
  const { sent = [{ 'one/cancel': 204, 'two/cancel': 204 }], unsent = {}, defects = [], pending = [101, 102] } = given;
  const { rules = {}, requirements = [], select = {}, strict = false, baseline } = given;
  const of = contract(Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, ruleOf(rule)])));
  const changed = {
    ...of,
    suites: given.more ? [MORE, ...of.suites] : of.suites,
    requirements: of.requirements.toSorted((a, b) => requirements.indexOf(a.id) - requirements.indexOf(b.id)),
  };
  const plan = planned(changed, { pending: pending.map(BigInt), select });
  const scenarios = plan.scenarios.map((scenario) =>
    scenario.id === given.notApplicable ? { ...scenario, state: 'not-applicable' as const, reason: 'None.' } : scenario,
  );
  const steps = sentIn([{ 'listing/before': { listed: pending } }, ...sent]);
  const reasons = new Map(Object.entries(unsent).map(([id, reason]) => [id, inconclusive(reason)]));
  return reportOn(changed, evidenceOf({ ...plan, scenarios }, steps, { unsent: reasons, defects }), {
    strict,
    edition: given.edition && edition('0', given.edition),
    baseline: baseline?.map((id) => ({ requirement: id, reason: 'The gateway does it.', expires: '2999-12-31' })),
  });
}

const counted = (counts: Counts): string =>
  Object.entries(counts)
    .flatMap(([verdict, count]) => (count > 0 ? [`${count} ${verdict}`] : []))
    .join(', ');

/** The line of a requirement. A reason with a stack is cut to its first line. */
function lineOf({ level, id, verdict, known, masked, unscored, scenarios, reason }: RequirementResult): string {
  const marks = [known && 'known', masked && 'masked', unscored && `not scored: ${unscored}`].filter(Boolean);
  const from = `from ${scenarios.join(' and ')}`;
  const said = [`${level} ${id}`, [verdict, ...marks, from].join(', '), reason?.split('\n')[0] ?? []].flat();
  return said.join(': ');
}

function reportLines(report: Report): string {
  const { verdict, complete, counts, requirementCounts, requirements, scenarios, findings, causes } = report;
  const { must, should } = requirementCounts;
  return [
    `${verdict}, ${complete ? '' : 'not '}complete: ${counted(counts)} (must: ${counted(must)}; should: ${counted(should)})`,
    ...requirements.map(lineOf),
    ...scenarios.flatMap(({ id, state, reason }) => (reason === undefined ? [] : [`${id} is ${state}: ${reason}`])),
    ...findings.map(({ requirement, scenario, exchange }) => `${requirement} is broken in ${scenario}, by ${exchange}`),
    ...causes.map(({ id, headline, at, actual, repair, requirements, blocks }) =>
      [`${id} of ${requirements}`, headline, at, actual, repair, blocks.length > 0 ? `blocks ${blocks}` : []]
        .flat()
        .join(' | '),
    ),
    ...(report.obstacle === undefined ? [] : [`obstacle: ${report.obstacle}`]),
    ...report.notes.map((note) => `note: ${note}`),
    `exchanges: ${report.exchanges.map(({ id, attempts }) => `${id} (${attempts})`).join(', ')}`,
    `deletions: ${report.deletions.map(({ orderId, status }) => `${orderId} (${status})`).join(', ')}`,
  ].join('\n');
}

test('a run is judged as the transcript says', async () => {
  await holdCases(join(import.meta.dirname, 'expected/judgements.txt'), (input) => reportLines(judged(input)));
});

test('a report has the verdict of each requirement, and the requests of each scenario', async () => {
  const of = {
    ...contract({ advice: { judge: () => [held(undefined, 'A remark.'), { ...broken, actual: 'a quote' }] } }),
    questions: [
      {
        ambiguity: { id: 'open', clause: '3.1', question: 'What then?' },
        observe: () => [{ observed: 'this' }, { observed: 'that: a quote' }, { observed: 'this' }],
      },
    ],
  };
  const answers: Sent = [listing, { 'one/cancel': { status: 409, body: 'A quote.' } }, { 'two/cancel': 204 }];
  const evidence = evidenceOf(planned(of), answers, { durationMs: 98.7654321, warnings: ['Is it?'] });
  const report = JSON.stringify(reportOn(of, evidence), undefined, 2);
  await expect(`${report}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected/report.json'));
});

test('declared orders with the same contradiction are reported once, with up to a hundred ids', () => {
  const warnings = (length: number) => {
    const pending = Array.from({ length }, (_, index) => BigInt(index + 1));
    const of = contract();
    return reportOn(of, evidenceOf(planned(of, { pending }), [{ 'listing/before': listed([]) }])).fixtures;
  };
  expect(warnings(1)).toEqual([expect.stringMatching(/^Order 1, declared pending, is not listed: .*incomplete\.$/)]);
  expect(warnings(3)).toEqual([`${warnings(1)} The same is true of 2, 3.`]);
  expect(warnings(103)).toEqual([expect.stringMatching(/ 2, 3, .*, 101 and 2 more\.$/)]);
});

test('a scenario lasts from its first request to its last answer', () => {
  const of = contract();
  const sent: Sent = [listing, { 'one/cancel': 429, 'two/cancel': 204 }, { 'one/cancel': 204 }];
  const { exchanges } = evidenceOf(planned(of), sent);
  const timed = exchanges.map((exchange, index) => ({
    ...exchange,
    startedAt: `2026-01-01T00:00:0${index}.000Z`,
    durationMs: 1.23456,
  }));
  const { scenarios } = reportOn(of, evidenceOf(planned(of), [], { exchanges: timed }));
  expect(scenarios.map(({ durationMs }) => durationMs)).toEqual([2001.235, 1.235, 0]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Evidence } from '../../evidence/evidence.js';
import { isUnjudged } from '../../evidence/unjudged.js';
import { ordersIn } from '../../judge/orders.js';
import type { Report } from '../../judge/report/report.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { isBroken, isHeld, type Result } from '../../suites/terms/rule.js';
import { holdCases } from '../cases.js';
import { nameOf } from '../engine/made-up.js';
import { familiesOf } from '../families.js';
import { reportOn } from '../judge/contract.js';
import { judged } from './evidence.js';
import { evidenceIn, type RunInYaml, readExactly } from './evidence-in-yaml.js';

// Judges answers that no server of the matrix gives, or not in this order.

const requirements = storeOrdersInterface.requirements.map(({ id }) => id);

interface Given extends RunInYaml {
  /** The requirements and ambiguities to show. */
  readonly judge?: readonly string[];
}

/** Reads the cases of a file, and judges the evidence of each. A case may declare other orders than these. */
const hold = (
  name: string,
  orders: RunInYaml['orders'],
  tell: (evidence: Evidence, judge: Given['judge']) => readonly string[],
) =>
  holdCases(join(import.meta.dirname, 'expected', `${name}.txt`), (input) => {
    const { judge, ...run } = readExactly<Given>(input, ['orders', 'sent', 'unsent', 'judge']);
    return tell(evidenceIn({ orders, ...run }), judge).join('\n') || 'nothing';
  });

function lineOf(result: Result): string {
  const at = 'exchange' in result && result.exchange ? nameOf(result.exchange) : '';
  if (isHeld(result)) return `held by ${at || result.note}`;
  if (isBroken(result)) {
    const { message, expected, actual, at: place, or = [] } = result;
    return [`broken by ${at}, ${place}`, message, expected, actual, ...or].join(' | ');
  }
  const { unjudged, reason, scenario, waitsFor } = result;
  return `${unjudged}: ${reason}${scenario ? ` | in ${scenario}` : ''}${waitsFor ? ` | waits for ${JSON.stringify(waitsFor)}` : ''}`;
}

/** The results of a requirement's rule, or the observations of an ambiguity. */
function linesOf(id: string, evidence: Evidence): readonly string[] {
  const question = storeOrdersInterface.questions.find(({ ambiguity }) => ambiguity.id === id);
  const lines = question
    ? question.observe(evidence).map(({ observed }) => `observed: ${observed}`)
    : judged(id, evidence).map(lineOf);
  return (lines.length === 0 ? ['nothing'] : lines).map((line) => `${id} ${line}`);
}

test('requirements are judged as the transcript says', async () => {
  const orders = { pending: [101, 102, 103], shipped: [201, 202], other: [301] };
  await hold('judged', orders, (evidence, judge = []) => judge.flatMap((id) => linesOf(id, evidence)));
});

/** The requirements that a changed order may break. */
const DECIDED = [
  'auth.no-effect',
  'cancel.not-int64',
  'cancel.others-untouched',
  'cancel.pending.status',
  'cancel.shipped.status',
  'cancel.shipped.unchanged',
  'cancel.told-apart',
  'list.complete',
  'orders.conserved',
];

/** The diagnoses of a broken or open requirement, with others that would explain the same. */
function diagnosesOf(id: string, evidence: Evidence): readonly string[] {
  return judged(id, evidence).flatMap((result) => {
    if (isBroken(result)) return [`${id}: ${['broken', ...(result.or ?? [])].join(' or ')}`, result.message];
    return isUnjudged(result) && result.reason.startsWith('Order ') ? [`${id}: open`, result.reason] : [];
  });
}

const windowText = (window: Report['orders'][number]['window']): string =>
  window ? `from ${window.after ?? 'the start'} to ${window.before}` : 'no window';

const timelineOf = ({ id, state, stages, window, suspects }: Report['orders'][number]): readonly string[] => [
  `order ${id}, ${state}: ${windowText(window)}; suspects: ${suspects.join(', ')}`,
  ...stages.map(({ stage, exchange, text, kind, shows }) => `  ${stage}, ${exchange}: ${text} (${shows ?? kind})`),
];

test('an order that looks changed has a diagnosis and a timeline', async () => {
  // 103 is cancelled by cancel-pending, 104 by auth-cancel-pending, 101, 105 and 102 by cancel-witness; texts look like 105.
  const orders = { pending: [101, 102, 103, 104, 105], shipped: [201], other: [301] };
  await hold('orders', orders, (evidence) => [
    ...new Set(DECIDED.flatMap((id) => diagnosesOf(id, evidence))),
    ...ordersIn(evidence).flatMap(timelineOf),
  ]);
});

test('an order had changed before the first of simultaneous listings ended', () => {
  const cancelled = {
    listed: { status: { pending: [101, 103, 104, 105], cancelled: [102], shipped: [201], delivered: [301] } },
  };
  const made = evidenceIn({
    orders: { pending: [101, 102, 103, 104, 105], shipped: [201], other: [301] },
    sent: [
      {
        'listing/before': {
          listed: { status: { pending: [101, 102, 103, 104, 105], shipped: [201], delivered: [301] } },
        },
      },
      { 'auth-cancel-pending/missing-after-valid': 401 },
      { 'kept-connections/list-valid-after-cancel': cancelled, 'listing/left-alone': cancelled },
      { 'cancel-pending/cancel': 204 },
    ],
  });
  // The listing that began first was slow: it ended after the cancel of another order.
  const slow = made.exchanges.filter((exchange) => nameOf(exchange) === 'kept-connections/list-valid-after-cancel');
  for (const exchange of slow) Object.assign(exchange, { ended: 100 });
  const order = ordersIn(made).find(({ id }) => id === '102');
  expect(order).toMatchObject({
    window: { after: 'listing/before', before: 'listing/left-alone' },
    suspects: ['auth-cancel-pending/missing-after-valid'],
  });
  expect(DECIDED.flatMap((id) => diagnosesOf(id, made)).filter((_, index) => index % 2 === 0)).toEqual([
    'auth.no-effect: broken',
    'orders.conserved: broken',
  ]);
});

test('deviations that share a trait are one cause, whose headline says it', async () => {
  const orders = { pending: [2n ** 53n + 1n, 102, 103], shipped: [201], other: [301] };
  await hold('causes', orders, (evidence) =>
    reportOn(storeOrdersInterface, evidence).causes.flatMap((cause) => [
      `${cause.id}: ${cause.headline}`,
      `  ${cause.exchange}, ${cause.at} (${cause.answers}): ${cause.actual} | ${cause.expected}`,
      ...(cause.blocks.length > 0 ? [`  blocks ${familiesOf(cause.blocks, requirements)}`] : []),
    ]),
  );
});

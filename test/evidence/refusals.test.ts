import { join } from 'node:path';
import { test } from 'vitest';
import { parse } from 'yaml';
import { Evidence } from '../../evidence/evidence.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { isBroken, isHeld, type Result } from '../../suites/terms/rule.js';
import { holdCases } from '../cases.js';
import { listingOf, nameOf } from '../engine/made-up.js';
import { planFor } from '../engine/plans.js';
import { type Answered, evidenceOf } from '../suites/evidence.js';

const plan = planFor({ orders: { pending: [7] }, fresh: true, concurrency: 8 });

interface Listed extends Partial<Extract<Answered, { readonly status: number }>> {
  /** The orders in it, or nothing if it is not a listing. */
  readonly lists: readonly number[] | 'nothing';
}

/** A status, why no answer came, or an answer. */
type Written = number | string | Exclude<Answered, number> | Listed;

interface Given {
  readonly baseUrl?: string;
  readonly proxy?: string;
  /** Steps in their order; the answers of a step come at the same time. The first listing is added if it is missing. */
  readonly sent: readonly Readonly<Record<string, Written>>[];
  /** Begin and end of each exchange, in place of steps. */
  readonly times?: readonly (readonly [begun: number, ended: number])[];
  /** The requirements to judge. Without it, the obstacle to the run is shown. */
  readonly judged?: readonly string[];
}

const noListing = listingOf([], { problem: { code: 'not-an-array', offset: 0, message: 'No.', excerpt: '' } });

function answered(written: Written): Answered {
  if (typeof written === 'number') return written;
  if (typeof written === 'string') return { failure: written };
  if (!('lists' in written)) return written;
  const { lists, ...answer } = written;
  return { status: 200, ...answer, reading: lists === 'nothing' ? noListing : listingOf(lists.map(BigInt)) };
}

function lineOf(result: Result): string {
  if (isHeld(result)) return `held by ${result.exchange ? nameOf(result.exchange) : result.note}`;
  if (isBroken(result)) return `broken by ${result.exchange ? nameOf(result.exchange) : ''}: ${result.actual}`;
  return `${result.unjudged}: ${result.reason}`;
}

function outcomeOf({ baseUrl = 'http://a.example/v1', proxy, sent, times = [], judged }: Given): string {
  const first: Given['sent'] = [{ 'listing/before': { lists: [7] } }];
  const steps = sent.some((step) => 'listing/before' in step) ? sent : [...first, ...sent];
  const answers = steps.map((step) =>
    Object.fromEntries(Object.entries(step).map(([id, written]) => [id, answered(written)])),
  );
  const untimed = evidenceOf(plan, answers, { target: { baseUrl, keyFrom: 'the file', proxy } });
  const exchanges = untimed.exchanges.map((exchange, index) => {
    const [begun, ended] = times[index] ?? [exchange.begun, exchange.ended];
    return { ...exchange, begun, ended };
  });
  const evidence = new Evidence({ ...untimed, exchanges: exchanges.sort((a, b) => a.begun - b.begun) });
  if (!judged) return evidence.obstacle ?? 'nothing: it is judged';
  const lost = exchanges.find((exchange) => evidence.outage?.hides(exchange));
  const rules = storeOrdersInterface.rules.filter(({ requirement }) => judged.includes(requirement));
  const lines = rules.flatMap(({ requirement, judge }) =>
    judge(evidence).map((result) => `${requirement} ${lineOf(result)}`),
  );
  return [...(lost ? [`The outage begins with ${nameOf(lost)}.`] : []), ...new Set(lines)].join('\n');
}

test.each([
  ['the obstacle to a run is named', 'obstacles'],
  ['refusals are told from noise, and lockouts from both', 'refusals'],
])('%s as the cases say', async (_, name) => {
  await holdCases(join(import.meta.dirname, `expected/${name}.txt`), (input) => outcomeOf(parse(input)));
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../evidence/exchange.js';
import { allRequestsOf, type PlannedScenario, requestsOf } from '../../evidence/plan.js';
import { idText, type Request } from '../../evidence/request.js';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { groupBy } from '../../interface/helpers/helpers.js';
import { UsageError } from '../../interface/helpers/usage-error.js';
import { conditionText } from '../../runner/engine/condition.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import type { ConformanceOptions } from '../../runner/settings/options.js';
import { idsByState } from '../../servers/reference.js';
import { storeOrdersInterface } from '../../suites/contract.js';
import { gatherInMemory } from '../detection/in-memory.js';
import { familiesOf } from '../families.js';
import { expectGolden } from '../golden.js';
import { processorMs } from '../processor-ms.js';
import { fakeTransport, listingBody } from './fake-transport.js';
import { nameOf } from './made-up.js';
import { gatherOver, planFor } from './plans.js';
import { stepsOf } from './steps.js';

const orders = idsByState(demoOrders);

/** A request with its repetitions and its condition. */
const textOf = ({ id, times = 1, when }: Request): string =>
  [id.name, ...(times > 1 ? [`×${times}`] : []), ...(when ? [`(${conditionText(when, idText)})`] : [])].join(' ');

test('the plan says which requests are sent in which stage, how often, and on which condition', async () => {
  const requests = requestsOf(planFor({ orders, repeat: 3 })).filter(({ notSentBecause }) => !notSentBecause);
  const lines = [...groupBy(requests, ({ stage }) => stage)].flatMap(([stage, all]) => [
    `${stage}:`,
    ...[...groupBy(all, ({ id }) => id.scenario)].map(
      ([scenario, own]) => `  ${scenario}: ${own.map(textOf).join(', ')}`,
    ),
  ]);
  await expectGolden(`${lines.join('\n')}\n`, join(import.meta.dirname, 'expected/plan.txt'));
});

type Selected = readonly [what: string, Partial<ConformanceOptions>];

const SELECTIONS: readonly Selected[] = [
  ['nothing', {}],
  ['a suite', { suites: ['auth-list'] }],
  ['a scenario', { scenarios: ['listing-orders'] }],
  ['two scenarios by patterns', { scenarios: ['cancel-unknown-pl*', 'cancel-pend*'] }],
  ['a requirement', { requirements: ['cancel.race'] }],
  ['requirements by a pattern', { requirements: ['cancel.unknown.*'] }],
  ['a clause', { clauses: ['9.1'] }],
  ['a clause with those below it', { clauses: ['8'] }],
  ['a scenario of a suite, and a requirement', { suites: ['cancel-*'], requirements: ['list.*', 'cancel.race'] }],
  ['a suite that does not exist', { suites: ['auth-lst'] }],
  ['a `?` for any character', { scenarios: ['cancel-pend?ng'] }],
  ['a `*` before the end', { suites: ['*-list'] }],
  ['a `*` before the end, and at it', { requirements: ['cancel.race', '*.unknown.*'] }],
  ['a dot for any character', { requirements: ['cancel.race', 'cancel.r.ce'] }],
  ['half a clause', { clauses: ['4.'] }],
  ['a scenario of another suite', { suites: ['auth-list'], scenarios: ['cancel-pending'] }],
  ['a requirement that no scenario of the suite shows', { suites: ['auth-list'], requirements: ['cancel.race'] }],
  ['a pattern of a stranger, of 1,000 characters', { scenarios: ['*?'.repeat(500)] }],
];

/** The scenarios and requirements of a selection, or its error message. */
function selectionOf(options: Partial<ConformanceOptions>): readonly string[] {
  try {
    const { scenarios, selected, named, listings } = planFor({ orders, ...options });
    const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
    const isSelected = (scenario: PlannedScenario) =>
      !('reason' in scenario && scenario.reason.includes('not selected'));
    const requirements = familiesOf(selected, idsOf(storeOrdersInterface.requirements));
    return [
      `scenarios: ${familiesOf(idsOf(scenarios.filter(isSelected)), idsOf(scenarios), '-')}`,
      `requirements: ${requirements}${named.length > 0 ? ' (named)' : ''}`,
      `listings: ${listings.flatMap(({ id, when }) => (when ? [] : id.name)).join(' ')}`,
    ];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.message];
  }
}

test('the plan has the selected requests, and a listing after each possible change', async () => {
  const from = processorMs();
  const texts = SELECTIONS.map(([what, options]) => [what, ...selectionOf(options), ''].join('\n  ').trimEnd());
  expect(processorMs() - from).toBeLessThan(1_000);
  await expectGolden(`${texts.join('\n')}\n`, join(import.meta.dirname, 'expected/selections.txt'));
});

test('a plan probes some of the orders that nobody owns, and not a whole store', () => {
  const pending = Array.from({ length: 30 }, (_, n) => 101n + BigInt(n));
  const spares = requestsOf(planFor({ orders: { ...orders, pending } })).filter(({ role }) => role === 'spare');
  expect(spares).toHaveLength(20);
});

describe('a run of the reference', () => {
  let gathered: ReturnType<typeof gatherInMemory> | undefined;
  const exchangesOfRun = async () => {
    gathered ??= gatherInMemory();
    return (await gathered).evidence.exchanges;
  };

  test('sends what is planned, and not more than 180 requests: the conditions of all later cancels hold there', async () => {
    const exchanges = await exchangesOfRun();
    const called = allRequestsOf(planFor({ orders, disposable: true })).filter(
      ({ notSentBecause, when }) => !notSentBecause && (!when || typeof when === 'object'),
    );
    expect(exchanges.map(nameOf).sort()).toEqual(called.map(({ id }) => idText(id)).sort());
    expect(exchanges.length).toBeLessThanOrEqual(180);
  });

  test('waits for at most 20 answers in turn', async () => {
    const exchanges = await exchangesOfRun();
    const turns = new Map<Exchange, number>();
    for (const exchange of exchanges) {
      const before = [...turns].flatMap(([{ ended }, turn]) => (ended < exchange.begun ? turn : []));
      turns.set(exchange, 1 + Math.max(0, ...before));
    }
    expect(turns.size).toBeGreaterThan(150);
    expect(Math.max(...turns.values())).toBeLessThanOrEqual(20);
  });
});

describe('a run with repetitions', () => {
  const sent: OutgoingRequest[] = [];
  const transport = fakeTransport((outgoing) => {
    const { request, method } = outgoing;
    sent.push(outgoing);
    if (request.credential !== 'valid') return { status: 401 };
    return method === 'GET' ? { status: 200, body: listingBody(...orders.pending) } : { status: 404 };
  });
  const planned = planFor({ orders, repeat: 5 });
  let gathered: ReturnType<typeof gatherOver> | undefined;
  const exchangesOfRun = async () => {
    gathered ??= gatherOver(() => planned, transport);
    return (await gathered).exchanges;
  };

  test('sends each repetition once, by turns on a connection of its own and on one that they share', async () => {
    await exchangesOfRun();
    const probes = sent.filter(({ request: { id } }) => id.scenario === 'cancel-unknown-plain' && id.name === 'cancel');
    const sentOn = probes.map((request) => [nameOf(request), [request.connection, request.closes]]);
    const probe = 'cancel-unknown-plain/cancel';
    expect([probes.length, Object.fromEntries(sentOn)]).toEqual([
      5,
      {
        [probe]: [undefined, false],
        [`${probe}#2`]: [`${probe}#kept`, false],
        [`${probe}#3`]: [`${probe}#3`, true],
        [`${probe}#4`]: [`${probe}#kept`, true],
        [`${probe}#5`]: [`${probe}#5`, true],
      },
    ]);
  });

  test('sends nothing before all repetitions of earlier steps have ended', async () => {
    const steps = (await exchangesOfRun()).map((exchange) => ({ exchange, ...stepsOf(exchange.request) }));
    const early = steps.filter(({ exchange, first }) =>
      steps.some((other) => other.last < first && other.exchange.ended > exchange.begun),
    );
    expect(early.map(({ exchange }) => nameOf(exchange))).toEqual([]);
  });
});

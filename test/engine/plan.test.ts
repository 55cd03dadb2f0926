import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { conditionText } from '../../runner/engine/condition.js';
import type { Exchange } from '../../runner/evidence/exchange.js';
import { allRequestsOf, requestsOf } from '../../runner/evidence/plan.js';
import { idText, type Request } from '../../runner/evidence/request.js';
import { groupBy } from '../../runner/helpers/helpers.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { idsByState } from '../../servers/reference.js';
import { gatherInMemory, judgeInMemory } from '../detection/in-memory.js';
import { fakeTransport, listingBody } from './fake-transport.js';
import { scenarioOf } from './judgement.js';
import { nameOf } from './made-up.js';
import { gatherOver, planFor } from './plans.js';
import { stepsOf } from './steps.js';
import type { Received } from './store.js';

const orders = idsByState(demoOrders);

/** A request, how often it is sent, and on which condition. */
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
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'expected/plan.txt'));
});

describe('a plan', () => {
  test('probes some of the orders that nobody owns, and not a whole store', () => {
    const pending = Array.from({ length: 30 }, (_, n) => 101n + BigInt(n));
    const spares = requestsOf(planFor({ orders: { ...orders, pending } })).filter(({ role }) => role === 'spare');
    expect(spares).toHaveLength(20);
  });

  test('names the requirements that were asked for by their ids, and not those of a clause', () => {
    const byId = { selected: ['cancel.race'], named: ['cancel.race'] };
    expect(planFor({ requirements: ['cancel.race'] })).toMatchObject(byId);
    expect(planFor({ clauses: ['9.1'] })).toMatchObject({ selected: ['base.version-prefix'], named: [] });
  });

  test.each<[readonly string[], readonly string[]]>([
    [['listing-orders'], ['before']],
    [['cancel-pending'], ['before', 'refused', 'left-alone', 'after', 'last']],
  ])('of %s has the listings %s: a further one where the store may have changed', (scenarios, expected) => {
    const { listings } = planFor({ orders, scenarios });
    expect(listings.filter(({ when }) => !when).map(({ id }) => id.name)).toEqual(expected);
  });
});

describe('a run of the reference', () => {
  let gathered: ReturnType<typeof gatherInMemory> | undefined;
  const exchangesOfRun = async () => {
    gathered ??= gatherInMemory();
    return (await gathered).evidence.exchanges;
  };

  test('sends what is planned, and not more than 180 requests: the conditions of all later cancels hold there', async () => {
    const exchanges = await exchangesOfRun();
    const called = allRequestsOf(planFor({ orders })).filter(
      ({ notSentBecause, when }) => !notSentBecause && (!when || typeof when === 'object'),
    );
    expect(exchanges.map(nameOf).sort()).toEqual(called.map(({ id }) => idText(id)).sort());
    expect(exchanges.length).toBeLessThanOrEqual(180);
  });

  // So it takes 2 s where each answer takes 100 ms; one after the other, all answers would take more than 15 s.
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

  test('that is read-only sends no DELETE, is not complete, and says what was left out', async () => {
    const received: Received[] = [];
    const report = await judgeInMemory({}, { readOnly: true, received });
    expect(received.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect([received.length > 10, report.deletions, report.complete]).toEqual([true, [], false]);
    const reason = expect.stringContaining('read-only');
    expect(scenarioOf(report, 'cancel-pending')).toMatchObject({ state: 'skipped', reason });
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

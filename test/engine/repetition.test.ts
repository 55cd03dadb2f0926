import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../runner/evidence/plan.js';
import { idText, repetitionsOf } from '../../runner/evidence/request.js';
import type { OutgoingRequest } from '../../runner/http/transport.js';
import { fakeTransport, listingBody } from './fake-transport.js';
import { nameOf } from './made-up.js';
import { gatherOver, planFor } from './plans.js';

const orders = { pending: [9_007_199_254_740_993n, 101, 102, 103], shipped: [201, 202], other: [301] };
const plan = (repeat: number) => planFor({ orders, repeat });

describe('a plan with repetitions', () => {
  test('repeats every request but those that use up an order, and what goes over their connections', () => {
    const once = requestsOf(plan(10)).filter(({ times, notSentBecause }) => times === undefined && !notSentBecause);
    expect(once.map(({ id }) => idText(id))).toEqual([
      ...['control', 'control-2', 'control-3'].map((name) => `listing/${name}`),
      'auth-cancel-pending/opener',
      'auth-cancel-pending/cancel',
      'auth-cancel-pending/next',
      'cancel-pending/cancel',
      ...['first', 'second', 'third', 'fourth', 'fifth', 'after-texts-102'].map((name) => `cancel-witness/${name}`),
    ]);
  });
});

/** Sorted by id. */
const connectionsOf = (requests: readonly OutgoingRequest[]) =>
  requests
    .map((request) => [nameOf(request), request.connection, request.closes] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));

describe('a run with repetitions', () => {
  const run = async (repeat: number) => {
    const sent: OutgoingRequest[] = [];
    const transport = fakeTransport((outgoing) => {
      const { request, method } = outgoing;
      sent.push(outgoing);
      if (request.credential !== 'valid') return { status: 401 };
      return method === 'GET' ? { status: 200, body: listingBody(9_007_199_254_740_993n, 101n) } : { status: 404 };
    });
    const planned = plan(repeat);
    const { exchanges } = await gatherOver(() => planned, transport);
    return { planned, exchanges, sent };
  };

  test('sends each repetition once, by turns on a connection of its own and on one that they share', async () => {
    const { sent } = await run(5);
    const probes = sent.filter(({ request: { id } }) => id.scenario === 'cancel-unknown-plain' && id.name === 'cancel');
    expect(connectionsOf(probes)).toEqual([
      ['cancel-unknown-plain/cancel', undefined, false],
      ['cancel-unknown-plain/cancel#2', 'cancel-unknown-plain/cancel#kept', false],
      ['cancel-unknown-plain/cancel#3', 'cancel-unknown-plain/cancel#3', true],
      ['cancel-unknown-plain/cancel#4', 'cancel-unknown-plain/cancel#kept', true],
      ['cancel-unknown-plain/cancel#5', 'cancel-unknown-plain/cancel#5', true],
    ]);
  });

  test('cancels a pending order once every repetition of what it waits for has ended', async () => {
    const { planned, exchanges } = await run(4);
    const cancel = requestsOf(planned).find(({ id }) => idText(id) === 'auth-cancel-pending/cancel');
    const sent = exchanges.find(({ request }) => request === cancel);
    const earlier = requestsOf(planned)
      .filter(({ stage, when, notSentBecause }) => !when && !notSentBecause && ['refused', 'not-found'].includes(stage))
      .flatMap(repetitionsOf);
    const ended = exchanges.filter(({ request }) => earlier.includes(request)).map((exchange) => exchange.ended);
    expect(ended).toHaveLength(earlier.length);
    expect(Math.max(...ended)).toBeLessThan(sent?.begun ?? 0);
  });
});

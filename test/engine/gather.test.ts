import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../runner/engine/scenario.js';
import { Stop } from '../../runner/engine/stop.js';
import { Evidence } from '../../runner/evidence/evidence.js';
import type { Look, Plan } from '../../runner/evidence/plan.js';
import { idText } from '../../runner/evidence/request.js';
import { blocked, inconclusive } from '../../runner/evidence/unjudged.js';
import { deletionsOf } from '../../runner/judge/exchanges.js';
import { NO_ORDERS } from '../../runner/orders/declared.js';
import { type FakeAnswer, fakeTransport, listingBody } from './fake-transport.js';
import { cancelOwn, idOf, madeUpScenario, nameOf } from './made-up.js';
import { gatherOver, planOfContract } from './plans.js';

const STOPPED = inconclusive('It was not sent, because the run was interrupted. Run again.');

const planOf =
  (scenarios: readonly Scenario[], differs: Parameters<typeof planOfContract>[1] = {}) =>
  (look?: Look): Plan =>
    planOfContract(
      { suites: [{ id: 'suite', title: 'Suite', scenarios }], requirements: [], rules: [] },
      { orders: { ...NO_ORDERS, pending: [101n, 102n] }, ...differs },
      look,
    );

/** A store in which all cancels succeed. */
const cancelling = (differs: (id: string) => FakeAnswer | undefined = () => undefined) =>
  fakeTransport(
    (request) =>
      differs(nameOf(request)) ??
      (request.method === 'GET' ? { status: 200, body: listingBody(101n, 102n) } : { status: 204 }),
  );

const twice = (id: string, purpose: 'told-apart' | 'alone'): Scenario =>
  madeUpScenario({
    id,
    order: { state: 'pending', for: purpose },
    reads: ['before', 'after'],
    requests: {
      cancel: cancelOwn,
      again: { ...cancelOwn, stage: 'again', role: 'again', when: { succeeded: 'cancel' } },
    },
  });

const one = twice('cancel-1', 'told-apart');
const two = twice('cancel-2', 'alone');

describe('a run', () => {
  test('sends each request after those that it waits for, and records the order of what happened', async () => {
    const transport = cancelling();
    const { exchanges } = await gatherOver(planOf([one, two]), transport);
    const [before, ...later] = transport.sent;
    expect(before).toBe('listing/before');
    expect([...later].sort()).toEqual([
      'cancel-1/again',
      'cancel-1/cancel',
      'cancel-2/again',
      'cancel-2/cancel',
      'listing/after',
      'listing/last',
    ]);
    expect(exchanges.map(nameOf)).toEqual(transport.sent);
    const events = exchanges.flatMap(({ begun, ended }) => [begun, ended]);
    expect([...events].sort((a, b) => a - b)).toEqual(events.map((_, index) => index));
    const byId = new Map(exchanges.map((exchange) => [nameOf(exchange), exchange]));
    const inOrder = [
      'listing/before',
      'cancel-1/cancel',
      'cancel-2/cancel',
      'listing/after',
      'cancel-1/again',
      'listing/last',
    ];
    const moments = inOrder.map((id) => byId.get(id)).flatMap((exchange) => [exchange?.begun, exchange?.ended]);
    expect(moments.every((moment) => moment !== undefined)).toBe(true);
    expect([...moments].sort((a, b) => Number(a) - Number(b))).toEqual(moments);
  });

  test('sends what follows the second listing without it, where that is not in the plan', async () => {
    const follower = madeUpScenario({
      id: 'follower',
      requests: { list: { stage: 'again', role: 'accept', credential: 'valid' } },
    });
    const alone = cancelling();
    const planned = planOf([one, follower], { select: { scenarios: ['follower'] } });
    const { unsent } = await gatherOver(planned, alone);
    expect([alone.sent.toSorted?.() ?? alone.sent, [...unsent]]).toEqual([['follower/list', 'listing/before'], []]);

    const both = cancelling();
    await gatherOver(planOf([one, follower]), both);
    expect(both.sent.indexOf('follower/list')).toBeGreaterThan(both.sent.indexOf('listing/after'));
  });

  test('leaves out what no answer calls for, and says nothing about it', async () => {
    const transport = cancelling((id) => (id === 'cancel-1/cancel' ? { status: 409 } : undefined));
    const data = await gatherOver(planOf([one]), transport);
    expect(transport.sent).toEqual(['listing/before', 'cancel-1/cancel', 'listing/after', 'listing/last']);
    expect([[...data.unsent], new Evidence(data).answer(idOf('cancel-1/again'))]).toEqual([[], undefined]);
  });

  test('reads listings, and says what was listed', async () => {
    const { readings } = await gatherOver(planOf([one]), cancelling());
    const reading = readings.get('listing/before');
    expect([reading?.count, reading?.lists(101n), reading?.lists(103n)]).toEqual([2, true, false]);
  });

  test('tells when each stage begins', async () => {
    const begun: string[] = [];
    await gatherOver(planOf([one, two]), cancelling(), { recorder: { stage: (stage) => begun.push(stage) } });
    // What goes beside others begins once they have.
    expect(begun).toEqual(['look', 'refused', 'beside', 'not-found', 'cancelled', 'texts', 'again']);
  });

  test('gives every exchange to what keeps the evidence, as it ends, and the bodies of listings before it', async () => {
    const kept: string[] = [];
    const { exchanges } = await gatherOver(planOf([one]), cancelling(), {
      recorder: {
        body: ({ id }) => ({ write: (chunk) => kept.push(`${idText(id)}: ${Buffer.from(chunk)}`) }),
        exchange: (exchange) => kept.push(nameOf(exchange)),
        end: () => kept.push('end'),
      },
    });
    const body = listingBody(101n, 102n);
    const ids = [...exchanges].sort((a, b) => a.ended - b.ended).map(nameOf);
    expect(kept).toEqual(ids.flatMap((id) => (id.startsWith('listing/') ? [`${id}: ${body}`, id] : [id])));
  });
});

describe('a run that is ended', () => {
  test('before it begins sends nothing, and says so of every request', async () => {
    const transport = cancelling();
    const data = await gatherOver(planOf([one]), transport, { stop: new Stop(60_000, AbortSignal.abort()) });
    expect([transport.sent, data.exchanges, deletionsOf(new Evidence(data))]).toEqual([[], [], []]);
    expect([...data.unsent].map(([id]) => id).sort()).toEqual([
      'cancel-1/cancel',
      'listing/after',
      'listing/before',
      'listing/last',
    ]);
    expect([...data.unsent].every(([, why]) => why.reason === STOPPED.reason)).toBe(true);
  });

  test('while requests are in flight sends nothing after them, and says nothing of it was sent', async () => {
    const ending = new AbortController();
    const transport = fakeTransport((request, signal) => {
      if (nameOf(request) === 'listing/before') return { status: 200, body: listingBody(101n, 102n) };
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ fails: 'aborted' }));
        setImmediate(() => ending.abort());
      });
    });
    // One at a time: the second cancel waits for its turn.
    const data = await gatherOver(planOf([one, two], { concurrency: 1 }), transport, {
      stop: new Stop(60_000, ending.signal),
    });
    expect(transport.sent).toEqual(['listing/before', 'cancel-1/cancel']);
    expect(deletionsOf(new Evidence(data)).map(({ orderId }) => orderId)).toEqual(['102']);
    expect([...data.unsent].sort()).toEqual(
      ['cancel-2/cancel', 'listing/after', 'listing/last'].map((id) => [id, STOPPED]),
    );
  });
});

test('a DELETE that nobody can note is not sent, and everything left says why', async () => {
  const transport = cancelling();
  const data = await gatherOver(planOf([one]), transport, { recorder: { delete: () => Promise.resolve(false) } });
  expect([transport.sent, data.exchanges.map(nameOf)]).toEqual([['listing/before'], ['listing/before']]);
  const why = {
    ...inconclusive(''),
    reason: expect.stringContaining('the file that records each DELETE could not be written'),
  };
  expect([...data.unsent].sort()).toEqual(['cancel-1/cancel', 'listing/after', 'listing/last'].map((id) => [id, why]));
});

describe('a target', () => {
  const unknown = madeUpScenario({
    id: 'unknown',
    requests: {
      cancel: {
        stage: 'not-found',
        role: 'unknown',
        credential: 'valid',
        order: { unknown: 'plain' },
        purpose: 'must not be found',
      },
    },
  });

  test.each(['connect', 'tls'] as const)('that cannot be reached (%s) is sent nothing more', async (fails) => {
    const transport = cancelling((id) => (id === 'listing/before' ? { fails } : undefined));
    const data = await gatherOver(planOf([one, unknown]), transport);
    expect(transport.sent).toEqual(['listing/before']);
    expect([...data.unsent].sort()).toEqual(
      ['cancel-1/cancel', 'listing/after', 'listing/last', 'listing/not-found', 'unknown/cancel'].map((id) => [
        id,
        inconclusive('No answer came.'),
      ]),
    );
  });

  test('that refuses the key is sent no DELETE', async () => {
    const transport = cancelling((id) => (id === 'listing/before' ? { status: 401 } : undefined));
    const { unsent } = await gatherOver(planOf([one, unknown]), transport);
    expect(transport.sent).toEqual(['listing/before']);
    const refused = { ...inconclusive(''), reason: expect.stringContaining('The target refuses the API key') };
    expect([...unsent].sort()).toEqual(
      ['cancel-1/cancel', 'listing/after', 'listing/last', 'listing/not-found', 'unknown/cancel'].map((id) => [
        id,
        refused,
      ]),
    );
  });

  test('whose listing cannot be read is asked about no unknown order', async () => {
    const transport = cancelling((id) => (id === 'listing/before' ? { status: 200, body: '[' } : undefined));
    const { unsent } = await gatherOver(planOf([one, unknown]), transport);
    const reason = expect.stringContaining('The listing could not be read to its end');
    expect([...unsent]).toEqual([['unknown/cancel', { ...blocked('', 'unknown'), reason }]]);
  });
});

describe('an error of the suite', () => {
  const throwing = (thrown: unknown) =>
    cancelling((id) => {
      if (id === 'cancel-1/cancel') throw thrown;
      return undefined;
    });

  test.each([new Error('lost it'), 'lost it'])('is kept, and nothing else: %s', async (thrown) => {
    const transport = throwing(thrown);
    const { defects, unsent, exchanges } = await gatherOver(planOf([one, two]), transport);
    expect(defects).toEqual([{ scenario: 'cancel-1', reason: expect.stringContaining('lost it') }]);
    expect([...unsent]).toEqual([['cancel-1/cancel', expect.objectContaining({ unjudged: 'inconclusive' })]]);
    expect(exchanges.map(nameOf).sort()).toEqual([
      'cancel-2/again',
      'cancel-2/cancel',
      'listing/after',
      'listing/before',
      'listing/last',
    ]);
  });
});

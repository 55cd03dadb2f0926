import { describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Behaviour } from '../../servers/steps.js';
import { variant } from './servers.js';
import { asChanged, deletesOf, orderIdOf } from './store.js';
import { demoAnd, judgeWorld, takenPicks, type World, withStrangers } from './world.js';

describe('unknown ids', () => {
  test('that are all taken block the scenarios, which say what is to be declared', async () => {
    const { report, existing, store } = await judgeWorld(...withStrangers(takenPicks));
    const plain = report.scenarios.find(({ id }) => id === 'cancel-unknown-plain');
    expect(plain).toMatchObject({
      verdict: 'blocked',
      reason: expect.stringContaining('(1735928401). Declare that order in its own state'),
    });
    const strangers = existing.filter((id) => !demoOrders.some((order) => order.id === id)).map(String);
    expect(
      deletesOf(store)
        .map(orderIdOf)
        .filter((id) => strangers.includes(id)),
    ).toEqual([]);
  });

  test('that are declared but listed are left alone and named', async () => {
    const { report, store } = await judgeWorld({ orders: demoAnd([999n]) }, { shipped: [201n, 202n], unknown: [999n] });
    expect(report.fixtures).toEqual([
      'Order 999 is declared unknown, but the target lists it. It is left alone; declare another id.',
    ]);
    expect(deletesOf(store).map(orderIdOf)).not.toContain('999');
    expect([report.verdict, report.complete]).toEqual(['conformant', true]);
  });

  test('that are declared are used where the listing shows no ids; without them the scenarios are blocked', async () => {
    const orders = variant('orders-without-id');
    const declared = await judgeWorld(asChanged(orders));
    expect([declared.report.verdict, declared.report.complete]).toEqual(['conformant', true]);
    const undeclared = await judgeWorld({ behaviour: orders.behaviour });
    expect(undeclared.report.verdict).toBe('inconclusive');
    expect(undeclared.report.scenarios.filter(({ verdict }) => verdict === 'blocked').map(({ id }) => id)).toEqual([
      'auth-cancel-unknown',
      'auth-cancel-unknown-long',
      'kept-connections',
      'accept',
      'cancel-pending',
      'cancel-witness',
      'cancel-unknown-plain',
      'cancel-unknown-above-2-31',
      'cancel-unknown-above-2-53',
      'cancel-unknown-max-int64',
      'cancel-unknown-zero-negative',
      'cancel-not-int64',
      'cancel-shipped',
    ]);
  });
});

describe('declared orders that the listing leaves out', () => {
  const verdictsOf = ({ report }: World, ids: readonly string[]) =>
    report.scenarios.filter(({ id }) => ids.includes(id)).map(({ id, verdict, reason }) => ({ id, verdict, reason }));

  test('and that answer 404 show that the fixture is wrong: blocked, not failed', async () => {
    const world = await judgeWorld({}, { pending: [555n, 556n, 557n], shipped: [558n], other: [559n] });
    const ids = ['cancel-pending', 'cancel-witness', 'cancel-shipped', 'cancel-other'];
    expect(verdictsOf(world, ids)).toEqual(
      ids.map((id) => ({ id, verdict: 'blocked', reason: expect.stringContaining('the fixture is wrong') })),
    );
    const { report } = world;
    expect(report.fixtures).toEqual(
      [
        ['pending', 555],
        ['pending', 556],
        ['pending', 557],
        ['shipped', 558],
        ['other', 559],
      ].map(
        ([state, id]) =>
          `Order ${id} is declared ${state}, but the target does not list it: the fixture may be wrong, or the listing incomplete.`,
      ),
    );
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([]);
    expect(report.verdict).toBe('inconclusive');
  });

  test('and that are cancelled with 204 show that the listing is incomplete', async () => {
    const hiding: Behaviour = () => ({ select: (orders) => orders.all().filter(({ id }) => id !== 101n) });
    const { report } = await judgeWorld({ behaviour: hiding });
    expect(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([
      'list.complete',
    ]);
    expect(report.scenarios.find(({ id }) => id === 'listing-complete')?.findings).toMatchObject([
      {
        requirement: 'list.complete',
        message: expect.stringContaining('Order 101 exists'),
        exchange: 'listing/before',
      },
    ]);
    expect(report.fixtures).toEqual([
      expect.stringContaining('Order 101 is declared pending, but the target does not list it'),
    ]);
  });

  test('and that are listed as pending, though declared shipped, are not blamed on the target', async () => {
    const { report } = await judgeWorld({}, { pending: [9_007_199_254_740_993n, 101n, 102n], shipped: [103n] });
    expect(report.requirements.find(({ id }) => id === 'cancel.shipped.status')).toMatchObject({
      verdict: 'blocked',
      reason:
        'Order 103 is declared shipped, but the listing shows it as "pending": the fixture is wrong. Declare an order that is shipped.',
    });
  });
});

import { describe, expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { onStatus } from '../../servers/changes.js';
import type { Fault } from '../../servers/fault.js';
import { intermittentFaults } from '../../servers/faults/intermittent.js';
import { intermittent } from '../../servers/intermittent.js';
import { Service } from '../../servers/service.js';

const fault: Fault = {
  id: 'gone',
  summary: 'answers 410',
  who: 'A test.',
  requirements: ['list.status'],
  behaviour: onStatus([200, 404], (reply) => ({ ...reply, status: 410 })),
};

const apiKey = 'Test-Key-1234';

/** The statuses that these requests get, one after the other: `GET on a` goes over the connection `a`. */
async function statuses({ behaviour }: Fault, requests: readonly string[]): Promise<readonly number[]> {
  const service = new Service({ apiKey, orders: demoOrders, behaviour });
  const connections = new Map<string, object>();
  const got: number[] = [];
  for (const request of requests) {
    const [, method = '', id = '', name] = /^(\w+)(?: (\d+))?(?: on (\w))?$/.exec(request) ?? [];
    const connection = (name !== undefined && connections.get(name)) || {};
    if (name !== undefined) connections.set(name, connection);
    const url = `/v1/store/orders${id && `/${id}`}`;
    const headers = { authorization: `Bearer ${apiKey}` };
    got.push((await service.answer({ method, url, headers, connection, isKept: true })).reply.status);
  }
  return got;
}

describe('an intermittent fault', () => {
  test('shows in every third answer of each operation', async () => {
    const requests = ['GET', 'DELETE 999', 'GET', 'GET', 'GET', 'DELETE 999', 'DELETE 999', 'GET', 'GET'];
    expect(await statuses(intermittent(fault, { every: 3 }), requests)).toEqual([
      200, 404, 200, 410, 200, 404, 410, 200, 410,
    ]);
  });

  test('shows in all answers of every second connection', async () => {
    const requests = ['GET on a', 'GET on b', 'GET on a', 'GET on b', 'DELETE 999 on b', 'GET', 'GET on a'];
    const changed = intermittent(fault, { every: 2, of: 'connections' });
    expect(await statuses(changed, requests)).toEqual([200, 410, 200, 410, 410, 200, 200]);
  });

  test('shows at its rate by chance, the same for a seed, and afresh in each server', async () => {
    const requests = Array.from({ length: 300 }, () => 'GET on a');
    const seen = async (seed: number) => await statuses(intermittent(fault, { every: 10, seed }), requests);
    const [first, again, other] = [await seen(1), await seen(1), await seen(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    for (const answers of [first, other]) {
      const count = answers.filter((status) => status === 410).length;
      expect(count).toBeGreaterThan(15);
      expect(count).toBeLessThan(50);
    }
  });

  test('says how often in its id and summary', () => {
    expect(intermittent(fault, { every: 3, of: 'connections' })).toMatchObject({
      id: 'gone-in-1-of-3-connections',
      summary: 'answers 410, in 1 of 3 connections',
      requirements: ['list.status'],
    });
  });
});

test('six faults are intermittent, by answers and by connections', () => {
  const ways = intermittentFaults.map(({ id }) => id.replace(/^.*-in-/, ''));
  expect(ways).toEqual(Array(6).fill(['1-of-3-answers', '1-of-3-connections']).flat());
});

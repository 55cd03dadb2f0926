import { expect, test } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import { finishing, listingEach } from '../../servers/changes.js';
import { withBody, withHeader } from '../../servers/reply.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { inPart } from '../in-part.js';
import { play } from './transcript.js';

const behaviour = finishing((reply) => withHeader(reply, 'X-Echo', 'not_found 9007199254740993 application/json'));

const values = ['application/json', '9007199254740993', 'Unauthorized', 'X-Echo: not', '/v1/store/orders'];

test.each(inPart(values, 5))('the value %s of a gateway header fails no target', async (value) => {
  const report = await judgeInMemory({ behaviour }, { headers: { 'X-Word': value } });
  expect(report).toMatchObject({ complete: true, counts: { fail: 0, warn: 0 } });
});

test('headers', async () => {
  const said = 'Sample-\\u004bey-0001';
  const error = `{"code":"${said}","message":["${said}"],"status":"${said}"}`;
  await play(import.meta.url, 'headers', {
    stores: {
      'an echo of ordinary words': { behaviour },
      'a key of digits': { apiKey: '900719925474' },
      'the key in each error, with a letter escaped': {
        behaviour: finishing((reply) => (reply.status < 400 ? reply : withBody(reply, error))),
      },
    },
  });
});

test('fresh', async () => {
  const orders = demoOrders.map((order) =>
    [101n, 103n].includes(order.id) ? { ...order, status: 'cancelled' as const } : order,
  );
  await play(import.meta.url, 'fresh', {
    stores: {
      'orders that are used up, and show no state': {
        orders,
        behaviour: listingEach(({ status, ...rest }) => rest),
      },
    },
  });
});

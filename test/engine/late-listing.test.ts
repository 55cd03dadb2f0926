import { expect, test } from 'vitest';
import type { Order } from '../../servers/order.js';
import type { Behaviour } from '../../servers/steps.js';
import { judgeInMemory } from '../detection/in-memory.js';

/** The listing shows the orders as they were some requests before. The first cancel of a shipped order changes it. */
const following =
  (requests: number): Behaviour =>
  ({ finish }) => {
    const history: (readonly Order[])[] = [];
    return {
      select: (orders) => history[Math.max(0, history.length - requests)] ?? orders.all(),
      finish: (reply, call) => {
        const shipped = call.orders.get(201n);
        if (reply.status === 409 && call.idText === '201' && shipped)
          call.orders.put({ ...shipped, members: { ...shipped.members, quantity: 99 } });
        history.push([...call.orders.all()]);
        return finish(reply, call);
      },
    };
  };

test.each([42, 48, 54])(
  'cancels that a listing does not show yet are not blamed for it (%i requests late)',
  async (late) => {
    const { findings } = await judgeInMemory({ behaviour: following(late) }, { concurrency: 1, fresh: false });
    const messages = findings
      .filter(({ requirement }) => requirement === 'orders.conserved')
      .map(({ message }) => message);
    expect(messages.join()).toContain('own refused cancel changed it');
    expect(messages.join()).not.toContain('another id');
  },
);

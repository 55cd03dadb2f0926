import { expect, test } from 'vitest';
import { together } from '../../servers/changes.js';
import type { Behaviour } from '../../servers/steps.js';
import { SimulatedClock } from '../detection/clock.js';
import { judgeInMemory } from '../detection/in-memory.js';
import { late } from '../situations/situation.js';

/** The first cancel of a shipped order changes it. */
const changingShipped: Behaviour = ({ finish }) => ({
  finish: (reply, call) => {
    const shipped = call.orders.get(201n);
    if (reply.status === 409 && call.idText === '201' && shipped)
      call.orders.put({ ...shipped, members: { ...shipped.members, quantity: 99 } });
    return finish(reply, call);
  },
});

test.each([42, 48, 54])(
  'cancels that a listing does not show yet are not blamed for it (%i requests late)',
  async (requests) => {
    const behaviour = together(late(requests), changingShipped);
    const clock = new SimulatedClock();
    const options = { concurrency: 1, fresh: false, clock, pause: clock.wait };
    const { findings } = await judgeInMemory({ behaviour }, options);
    const messages = findings
      .filter(({ requirement }) => requirement === 'orders.conserved')
      .map(({ message }) => message);
    expect(messages.join()).toContain('own refused cancel changed it');
    expect(messages.join()).not.toContain('another id');
  },
);

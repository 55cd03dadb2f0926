import { expect, test } from 'vitest';
import { errorReply } from '../../servers/reply.js';
import { judgeReference } from './judgement.js';

test.each([404, 405])(
  'a service without a route for cancels, which answers them with %i, has one cause',
  async (status) => {
    const unserved = errorReply({ status, code: 'no_route', message: 'No.' });
    const { causes } = await judgeReference(
      {},
      { behaviour: () => ({ intercept: ({ operation }) => (operation === 'cancelOrder' ? unserved : undefined) }) },
    );
    const [cause, ...others] = causes;
    expect(cause).toMatchObject({
      id: `every-cancel-${status}`,
      headline: `Every cancel gets ${status}, with any key or none. Is DELETE /store/orders/{orderId} served at this path?`,
      repair: 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.',
    });
    expect(cause?.requirements).toEqual(expect.arrayContaining(['auth.cancel.missing', 'cancel.pending.status']));
    expect(others.flatMap(({ requirements }) => requirements)).toEqual([]);
  },
);

import { expect, test } from 'vitest';
import { errorReply } from '../../servers/reply.js';
import { judgeReference } from './judgement.js';

const unserved = (status: number): Parameters<typeof judgeReference>[1] => {
  const reply = errorReply({ status, code: 'no_route', message: 'No.' });
  return { behaviour: () => ({ intercept: ({ operation }) => (operation === 'cancelOrder' ? reply : undefined) }) };
};

test('without a pending order, nothing shows that every cancel is answered alike', async () => {
  const { causes } = await judgeReference({ orders: { pending: [] } }, unserved(404));
  expect(causes.map(({ id }) => id)).not.toContain('every-cancel-404');
});

test.each([404, 405])(
  'a service without a route for cancels, which answers them with %i, has one cause',
  async (status) => {
    const { causes } = await judgeReference({}, unserved(status));
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

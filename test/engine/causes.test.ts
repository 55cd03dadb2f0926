import { expect, test } from 'vitest';
import { onStatus } from '../../servers/changes.js';
import { errorReply, jsonReply, withoutHeader } from '../../servers/reply.js';
import { judgeReference } from './judgement.js';

test('403 instead of 401 is one cause, also where the scheme in lower case gets it', async () => {
  const forbidden = errorReply({ status: 403, code: 'forbidden', message: 'No.' });
  const { causes } = await judgeReference(
    {},
    {
      behaviour: () => ({
        intercept: ({ authorization, apiKey }) => (authorization === `Bearer ${apiKey}` ? undefined : forbidden),
      }),
    },
  );
  expect(causes.map(({ id, headline }) => [id, headline])).toEqual([
    [
      'refused-403',
      expect.stringMatching(/^Requests with no Authorization header, .* other wrong credentials get 403, not 401\.$/),
    ],
  ]);
});

test('a missing WWW-Authenticate is a cause of its own, with its own repair', async () => {
  const { causes } = await judgeReference(
    {},
    {
      behaviour: onStatus([401], () => withoutHeader(jsonReply(401, { detail: 'No.' }), 'WWW-Authenticate')),
    },
  );
  expect(causes.map(({ id, requirements }) => [id, requirements])).toEqual([
    ['fastapi-detail', ['error.401.code', 'error.401.message', 'error.401.status']],
    ['auth.www-authenticate', ['auth.www-authenticate']],
  ]);
  expect(causes[1]?.repair).toContain('WWW-Authenticate');
});

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

import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Fault } from '../../servers/fault.js';
import { intermittent } from '../../servers/intermittent.js';
import { errorReply, jsonReply, textReply } from '../../servers/reply.js';
import { judgeReference } from './judgement.js';
import { fault } from './servers.js';

const unserved = (status: number): Parameters<typeof judgeReference>[1] => {
  const reply = errorReply({ status, code: 'no_route', message: 'No.' });
  return { behaviour: () => ({ intercept: ({ operation }) => (operation === 'cancelOrder' ? reply : undefined) }) };
};

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

test('what waits for the repair of the listing is listed under its cause, with the ids to declare until then', async () => {
  const report = await judgeReference({}, fault('list-envelope-data'));
  expect(report.causes.map(({ id }) => id)).toEqual(['list.array']);
  const open = report.requirements.filter(({ verdict }) => verdict === 'blocked' || verdict === 'inconclusive');
  expect(report.causes[0]?.blocks).toEqual(open.map(({ id }) => id));
  const text = renderReport(report, 'terminal');
  expect(text).not.toContain('Not judged');
  expect(text).toMatch(/^ {2}until then {2}Declare /m);
});

test('what waits for a status does not wait for bodies that are broken as well', async () => {
  const { causes } = await judgeReference(
    {},
    {
      behaviour: ({ send }) => ({
        send: (reply, call) =>
          send(
            reply.status === 204
              ? jsonReply(200, { deleted: true })
              : reply.status < 400
                ? reply
                : textReply(reply.status, 'text/html', '<h1>No.</h1>'),
            call,
          ),
      }),
    },
  );
  const blocks = Object.fromEntries(causes.map((cause) => [cause.id, cause.blocks]));
  expect(blocks['pending-200']).toEqual(['cancel.pending.no-body']);
  expect(blocks['error-as-html']?.every((id) => id.startsWith('error.'))).toBe(true);
});

const failing: Fault = {
  ...{ id: 'fails', summary: 'fails', who: 'A pool that is empty.', requirements: [] },
  behaviour: () => ({ intercept: () => errorReply({ status: 500, code: 'failed', message: 'No.' }) }),
};

const RATES = [20, 20, 20, 10, 3, 3, 3, 2, 2].map((every, index) => ({ every, seed: index + 1 }));

test.each(RATES)('failures at random are one cause, with how many of how many (1 in $every)', async (rate) => {
  const { causes } = await judgeReference({}, intermittent(failing, rate));
  const [cause, ...others] = causes.filter(({ id }) => id.startsWith('unsteady'));
  expect([others, causes.length]).toEqual([[], 1]);
  expect(cause).toMatchObject({
    id: 'unsteady-500',
    headline: expect.stringMatching(
      /^\d+ of \d+ answers are 500, at no particular request: look into the log of the service\.$/,
    ),
    repair: expect.stringMatching(/^Other requests like these get the right answer/),
  });
});

test('with repetitions, a cause says in how many of the answers it shows', async () => {
  const { causes } = await judgeReference({ repeat: 4 }, intermittent(fault('404-html-page'), { every: 3 }));
  expect(causes.map(({ headline }) => headline)).toContainEqual(
    expect.stringMatching(/ Intermittent: \d+ of \d+ answers to the same requests\.$/),
  );
});

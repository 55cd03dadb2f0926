import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Fault } from '../../servers/fault.js';
import { intermittent } from '../../servers/intermittent.js';
import { errorReply, jsonReply, textReply } from '../../servers/reply.js';
import type { Call } from '../../servers/steps.js';
import { judgeReference } from './judgement.js';
import { fault } from './servers.js';

test('a service without a route for cancels has one cause', async () => {
  const reply = errorReply({ status: 405, code: 'no_route', message: 'No.' });
  const intercept = ({ operation }: Call) => (operation === 'cancelOrder' ? reply : undefined);
  const { causes } = await judgeReference({}, { behaviour: () => ({ intercept }) });
  expect(causes).toMatchObject([
    {
      id: 'every-cancel-405',
      headline: 'Every cancel gets 405, with any key or none. Is DELETE /store/orders/{orderId} served at this path?',
      repair: 'Serve DELETE /store/orders/{orderId} below the base address, at exactly that path.',
    },
  ]);
  const broken = ['auth.cancel.missing', 'cancel.pending.status'];
  expect(causes[0]?.requirements).toEqual(expect.arrayContaining(broken));
});

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

test.each([
  { every: 20, seed: 1 },
  { every: 10, seed: 4 },
  { every: 2, seed: 8 },
])('failures at random are one cause, with how many of how many (1 in $every)', async (rate) => {
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

import { expect, test } from 'vitest';
import { judgeServer } from '../../cli/reference/detection.js';
import { refusing } from '../../servers/changes.js';

test('an Error that is longer than what is kept of a body fails nobody', async () => {
  const server = {
    id: 'long-message',
    summary: 'sends a message of 2 MiB with a 401',
    behaviour: refusing('unauthorized', { message: 'x'.repeat(2 * 1024 * 1024) }),
  };
  const report = await judgeServer(server, { scenarios: ['listing-answer', 'auth-list-*'] });
  expect(report.requirements.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  expect(report.requirements.find(({ id }) => id === 'error.401.json')).toMatchObject({
    verdict: 'inconclusive',
    reason: 'The body is longer than what the suite keeps of it (1 MiB, and less once many were long).',
  });
});

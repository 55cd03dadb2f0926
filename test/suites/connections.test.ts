import { describe, expect, test } from 'vitest';
import { type Answered, listed, resultsOf, type Sent } from './evidence.js';

const orders = { pending: [101n, 102n, 103n, 104n, 105n] };
const before = { 'listing/before': listed(orders.pending) };
const of = (requirement: string, ...sent: Sent) => resultsOf(requirement, { orders, sent: [before, ...sent] });
const brokenIn = (requirement: string, ...sent: Sent) =>
  of(requirement, ...sent).flatMap((result) => (result instanceof Object && 'message' in result ? [result] : []));

describe('after a 204 that bytes followed on its connection', () => {
  const stray = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  const opener = { 'auth-cancel-pending/opener': { ...(listed(orders.pending) as object), kept: 0 } as Answered };
  const cancelled = { 'auth-cancel-pending/cancel': { status: 204, stray, kept: 1 } };
  const next = (kept: number) => ({ 'auth-cancel-pending/next': { status: 200, kept } });
  const requirements = ['cancel.unknown.status', 'cancel.status-table'];

  test.each(requirements)('what comes next breaks no %s', (requirement) => {
    expect(brokenIn(requirement, opener, cancelled, next(2))).toEqual([]);
  });

  test.each(requirements)('what comes on a new connection is judged by %s', (requirement) => {
    expect(brokenIn(requirement, opener, cancelled, next(0))).toMatchObject([{ actual: 'status 200' }]);
    const clean = { 'auth-cancel-pending/cancel': { status: 204, stray: '', kept: 1 } };
    expect(brokenIn(requirement, opener, clean, next(2))).toMatchObject([{ actual: 'status 200' }]);
  });

  test('the key of what comes next cannot be judged', () => {
    const first = { 'kept-connections/cancel-valid-wrong': { status: 204, stray, kept: 0 } };
    const second = { 'kept-connections/cancel-wrong-after-valid': { status: 200, kept: 1 } };
    expect(of('auth.kept-connection', { 'auth-cancel-unknown/wrong': 401 }, first, second)).toEqual([
      {
        unjudged: 'inconclusive',
        reason:
          'Bytes followed an earlier 204 on this connection, so what was read next may not be the response to this request.',
        scenario: 'kept-connections',
        waitsFor: { for: 'exchange', id: 'kept-connections/cancel-valid-wrong' },
      },
    ]);
  });
});

describe('where a second request goes over a new connection, the reason is', () => {
  const second = { 'kept-connections/list-wrong-after-valid': { status: 401, kept: 0 } };
  const keptElsewhere = { 'kept-connections/cancel-valid-after-wrong': { status: 404, kept: 2 } };

  test.each<[what: string, opener: Answered, reason: string]>([
    [
      'that no response came before it',
      { failure: 'It took too long.', kind: 'timeout', kept: 0 },
      'A request on a kept connection got no response that was read to its end, so the next one did not go over that connection.',
    ],
    [
      'that the response before it could not be read',
      { status: 200, record: { end: 'truncated' }, kept: 0 },
      'A request on a kept connection got no response that was read to its end, so the next one did not go over that connection.',
    ],
    [
      'that the target closed it',
      listed(orders.pending),
      'The target closed a connection after its first response, so no second request went over it.',
    ],
  ])('%s', (_what, opener, reason) => {
    expect(
      of('auth.kept-connection', { 'kept-connections/list-valid-wrong': opener }, second, keptElsewhere),
    ).toContainEqual({
      unjudged: 'not-applicable',
      reason,
      scenario: 'kept-connections',
    });
  });
});

import { finishing, refusing, together } from '../changes.js';
import type { Fault } from '../fault.js';
import { errorReply, type Reply } from '../reply.js';
import { type Behaviour, cancelPending, parseInt64 } from '../steps.js';
import { refused } from './conflicts.js';

const aboveInt32 = [
  'cancel.unknown.above-2-31',
  'cancel.unknown.above-2-53',
  'cancel.unknown.max-int64',
  'cancel.told-apart',
  'cancel.told-apart.above-2-53',
];
const aboveDouble = aboveInt32.filter((id) => id !== 'cancel.unknown.above-2-31');
const everyUnknown = ['cancel.unknown.status', ...aboveInt32, 'cancel.unknown.zero-negative'];
const outsideTable = 'cancel.status-table';

const refusal = (status: number): Reply =>
  status === 204 ? { status, headers: [] } : errorReply({ status, code: 'refused', message: 'No such order.' });

/** Replaces the 404 for some of the ids that no order has. */
const insteadOf404 = (concerns: (id: bigint) => boolean, status: number): Behaviour =>
  finishing((reply, { idText }) => {
    const id = parseInt64(idText);
    return reply.status === 404 && id !== undefined && concerns(id) ? refusal(status) : reply;
  });

const isRefusedText = ({ status }: Reply, idText: string): boolean =>
  status === 404 && parseInt64(idText) === undefined;

const always = (): boolean => true;

const statusFaults: readonly Fault[] = [
  { status: 400, who: 'Validation layers that check for existence.' },
  { status: 403, who: 'Services that hide which orders exist.' },
  { status: 410, who: 'Services that take every unknown order for a deleted one.' },
  { status: 422, who: 'Validation rules such as Laravel’s `exists:orders`.' },
  { status: 500, who: 'An exception for “not found” that is not mapped to a status.' },
  { status: 200, who: 'Interfaces of the RPC kind, which put the error into the body.' },
].map(({ status, who }) => ({
  id: `unknown-${status}`,
  summary: `answers a cancel of an unknown order with ${status}`,
  who,
  requirements: [...everyUnknown, outsideTable],
  behaviour: insteadOf404(always, status),
}));

const rangeFaults: readonly Fault[] = [
  {
    id: 'unknown-204',
    summary: 'answers a cancel of an unknown order with 204',
    who: 'Services that read “idempotent” as “always successful”; `DELETE … WHERE id = ?` without a check of the row count.',
    requirements: everyUnknown,
    behaviour: insteadOf404(always, 204),
  },
  {
    id: 'unknown-204-removes-cancelled',
    summary: 'removes cancelled orders, and answers a cancel of an unknown order with 204',
    who: 'An idempotent `DELETE`: an order that does not exist counts as cancelled.',
    requirements: [...everyUnknown, 'cancel.again', 'cancel.race'],
    behaviour: together(insteadOf404(always, 204), () => ({
      cancel: (orders, order) => {
        const outcome = cancelPending(orders, order);
        if (outcome === 'cancelled') orders.remove(order.id);
        return outcome;
      },
    })),
  },
  {
    id: 'unknown-409',
    summary: 'answers a cancel of an unknown order with 409',
    who: '`UPDATE … WHERE id = ? AND status = "pending"`, where no row means a conflict.',
    requirements: everyUnknown,
    behaviour: insteadOf404(always, 409),
  },
  {
    id: 'unknown-409-after-first-cancel',
    summary: 'answers a cancel of an unknown order with 409 once an order has been cancelled',
    who: 'A cache of the last outcome that is asked where no row is found.',
    requirements: everyUnknown.filter((id) => id !== 'cancel.told-apart.above-2-53'),
    behaviour: () => ({
      finish: (reply, { operation, orders }) => {
        const hasCancelled = orders.all().some(({ status }) => status === 'cancelled');
        return operation === 'cancelOrder' && reply.status === 404 && hasCancelled ? refused(409) : reply;
      },
    }),
  },
  {
    id: 'unknown-401',
    summary: 'answers a cancel of an unknown order with 401, with any key',
    who: 'Access rules that look the owner up, and find none.',
    requirements: everyUnknown,
    behaviour: insteadOf404(always, 401),
  },
  {
    id: 'errors-behind-the-key',
    summary: 'answers as without a key where it refuses a cancel for another reason',
    who: 'Frameworks that write an error by a second dispatch, which asks for the key again: Spring’s `/error`.',
    requirements: [...everyUnknown, 'cancel.shipped.status'],
    behaviour: ({ errors: { unauthorized } }) => ({
      errors: {
        unauthorized,
        'not-an-id': unauthorized,
        'not-found': unauthorized,
        shipped: unauthorized,
        'already-cancelled': unauthorized,
        'other-state': unauthorized,
      },
    }),
  },
  {
    id: 'int32-ids-400',
    summary: 'answers unknown ids above 2^31-1 with 400',
    who: 'Path parameters of type `int`.',
    requirements: [...aboveInt32, outsideTable],
    behaviour: insteadOf404((id) => id >= 2n ** 31n, 400),
  },
  {
    id: 'int32-ids-500',
    summary: 'fails with 500 for unknown ids above 2^31-1',
    who: 'PostgreSQL’s “out of range for type integer”.',
    requirements: [...aboveInt32, outsideTable],
    behaviour: insteadOf404((id) => id >= 2n ** 31n, 500),
  },
  {
    id: 'safe-ids-only-400',
    summary: 'answers unknown ids above 2^53-1 with 400',
    who: '`Number.isSafeInteger`, and zod’s `.int()`.',
    requirements: [...aboveDouble, outsideTable],
    behaviour: insteadOf404((id) => id >= 2n ** 53n, 400),
  },
  {
    id: 'safe-ids-only-422',
    summary: 'answers unknown ids above 2^53-1 with 422',
    who: 'JSON Schema with a `maximum` of 9007199254740991.',
    requirements: [...aboveDouble, outsideTable],
    behaviour: insteadOf404((id) => id >= 2n ** 53n, 422),
  },
  {
    id: 'largest-id-400',
    summary: 'answers the id 2^63-1 with 400',
    who: 'A comparison with `<` in place of `<=`; doubles, in which it is 2^63.',
    requirements: ['cancel.unknown.max-int64', outsideTable],
    behaviour: insteadOf404((id) => id === 2n ** 63n - 1n, 400),
  },
  {
    id: 'largest-id-500',
    summary: 'fails with 500 for the id 2^63-1',
    who: 'An overflow in `id + 1`.',
    requirements: ['cancel.unknown.max-int64', outsideTable],
    behaviour: insteadOf404((id) => id === 2n ** 63n - 1n, 500),
  },
  {
    id: 'largest-id-204',
    summary: 'answers 204 for the id 2^63-1',
    who: 'The largest value that serves as “all orders” somewhere.',
    requirements: ['cancel.unknown.max-int64'],
    behaviour: insteadOf404((id) => id === 2n ** 63n - 1n, 204),
  },
];

const unusualFaults: readonly Fault[] = [
  {
    id: 'zero-204',
    summary: 'answers 204 for the id 0',
    who: '`if (!id) return done()`.',
    requirements: ['cancel.unknown.zero-negative'],
    behaviour: insteadOf404((id) => id === 0n, 204),
  },
  {
    id: 'negative-409',
    summary: 'answers 409 for negative ids',
    who: 'Ids whose sign marks drafts.',
    requirements: ['cancel.unknown.zero-negative'],
    behaviour: insteadOf404((id) => id < 0n, 409),
  },
  {
    id: 'zero-500',
    summary: 'fails with 500 for the id 0',
    who: 'An assertion that ids are positive.',
    requirements: ['cancel.unknown.zero-negative'],
    behaviour: insteadOf404((id) => id === 0n, 500),
  },
  {
    id: 'positive-ids-only-400',
    summary: 'answers 0 and negative ids with 400',
    who: 'Validation such as `@Positive` or `min: 1`, which the contract does not have.',
    requirements: ['cancel.unknown.zero-negative'],
    behaviour: insteadOf404((id) => id <= 0n, 400),
  },
  ...[500, 501].map((status) => ({
    id: `not-int64-${status}`,
    summary: `answers ${status} for an id that is not an int64`,
    who:
      status === 500
        ? '`Long.parseLong` without a handler for its exception.'
        : 'A parser of ids that is not finished.',
    requirements: ['cancel.not-int64'],
    behaviour: refusing('not-an-id', { status }),
  })),
  {
    id: 'above-int64-503',
    summary: 'answers 503 for 2^63, which is more than an int64',
    who: 'A worker that crashes over a number that it cannot hold, and the proxy in front of it.',
    requirements: ['cancel.not-int64'],
    behaviour: finishing((reply, { idText }) =>
      idText === String(2n ** 63n) && reply.status !== 401 ? refusal(503) : reply,
    ),
  },
  ...[200, 204].map((status) => ({
    id: `not-int64-${status}`,
    summary: `answers ${status} for an id that is not an int64`,
    who: 'A handler that returns early for an id that it cannot parse, without an error.',
    requirements: ['cancel.not-int64'],
    behaviour: finishing((reply, { idText }) => (isRefusedText(reply, idText) ? refusal(status) : reply)),
  })),
];

export const unknownOrderFaults: readonly Fault[] = [...statusFaults, ...rangeFaults, ...unusualFaults];

import { erring, listingEach, listingWith } from '../changes.js';
import { literal } from '../json.js';
import type { Variant } from '../variant.js';

/** Written as text, since a recursive writer has limits of its own. */
const nested = (levels: number) => literal(`${'[{"deeper":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`);

const errors = [401, 404, 409];

/** Large or deep values that conform. */
export const sizeVariants: readonly Variant[] = [
  {
    id: 'deeply-nested-members',
    summary: 'lists a member nested 2,000 levels deep',
    behaviour: listingWith({ tree: nested(2_000) }),
  },
  {
    id: 'very-long-element',
    summary: 'lists an order of 1 MB',
    behaviour: listingEach((members, { id }) =>
      id === 202n ? { ...members, photo: 'iVBORw0KGgo'.repeat(90_909) } : members,
    ),
  },
  {
    id: 'long-error-bodies',
    summary: 'sends Errors of 70 KB',
    behaviour: erring(errors, (members) => ({ ...members, trace: 'at Orders.cancel (orders.js:1)\n'.repeat(2_300) })),
  },
  {
    id: 'deeply-nested-errors',
    summary: 'sends Errors with a member nested 2,000 levels deep',
    behaviour: erring(errors, (members) => ({ cause: nested(2_000), ...members })),
  },
  {
    id: 'error-members-twice',
    summary: 'sends Errors that repeat a member, the last time with the right value',
    behaviour: erring(errors, (_, { code, message, status }) =>
      literal(`{"status":500,"code":null,"message":"${message}","code":"${code}","status":${status}}`),
    ),
  },
];

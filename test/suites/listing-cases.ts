import { listingOf } from '../engine/made-up.js';
import { type Answered, listed, type Sent } from './evidence.js';

// Answers that no server of the matrix gives, or not in this order, by the requirement that judges them.

export type Step = Sent[number];
/** Where the requirement is judged, and the answers after the first listing, which has all orders unless a step says so. */
export type Case = readonly [where: string, ...sent: Step[]];
export type Cases = Readonly<Record<string, readonly Case[]>>;

export const LONG = 2n ** 53n + 1n;
/** cancel-pending has 102, auth-cancel-pending 101, and several cancels race for 103. */
export const orders = { pending: [101n, 102n, 103n], shipped: [201n, 202n], other: [301n] };
export const all = Object.values(orders).flat();
export const first = (answered: Answered | undefined): Step => ({ 'listing/before': answered });
export const without = (id: bigint, count?: number) =>
  listed(
    all.filter((other) => other !== id),
    count === undefined ? {} : { count },
  );
const unread = first(listed([], { unread: 'Too deep.' }));
const broken = { code: 'truncated', offset: 7, message: 'No.', excerpt: '[{' } as const;
const notArray = { code: 'not-an-array', offset: 0, message: 'Not so.', excerpt: '{}' } as const;
export const truncated = { status: 200, record: { end: 'truncated' } } as const;
const lost: Answered = { failure: 'Reset.' };
const stopped = (mebibytes: number): Answered => ({
  status: 200,
  record: { end: 'stopped', length: mebibytes * 2 ** 20 + 1 },
});

const examples = [{ pointer: '/0/petId', actual: '"7"' }];
const wrongType = { path: '/petId', keyword: 'type', params: { type: 'integer' }, message: '', count: 1, examples };
const page: Answered = { status: 200, headers: [['Content-Range', '0-0/2']], reading: listingOf(all) };
const query = (answered: Answered): Step => ({ 'listing-queries/limit=1': answered });
const counting = (count: number) => listed(all, { count });
const control = (count = all.length): Step => ({ 'listing/not-found': counting(count) });

export const listings: Cases = {
  'order.pet-id': [
    ['the listing broke off', first(listed(all, { problem: broken }))],
    ['it broke off after a deviation', first(listed(all, { problem: broken, deviations: [wrongType] }))],
    [
      'several listings came, the earliest first',
      { 'accept/listing-any': listed(all) },
      { 'listing/after': listed(all) },
    ],
  ],
  'order.id-unique': [
    [
      'not all ids were compared',
      first(listed(all, { repeatedIds: { count: 0, examples: [], incomplete: 'Too many.' } })),
    ],
  ],
  'list.json': [
    ['more came than a page has', first(stopped(65))],
    ['it was not read', unread],
    ['it is over a limit of the suite', first(stopped(1))],
    ['nothing came', first(truncated)],
  ],
  'list.array': [
    ['it was not read', unread],
    ['a later one got no answer: another requirement says so', { 'listing/after': lost }],
    ['the first one got no answer', first(lost)],
  ],
  'list.status': [
    ['it redirects', first({ status: 302, headers: [['location', '/login']], body: 'Go.' })],
    ['it is not found, and a bad key is refused', { ...first(404), 'auth-list-missing/probe': 401 }],
    [
      'it refuses the key, and a cancel accepts it',
      { ...first(401), 'auth-list-missing/probe': 403 },
      { 'cancel-pending/cancel': 404 },
    ],
    [
      'it refuses the key, and no cancel accepts it',
      { ...first(401), 'auth-list-missing/probe': 403 },
      { 'cancel-pending/cancel': 500 },
    ],
  ],
  'list.complete': [
    ['an order is not listed that is cancelled', first(without(102n)), { 'cancel-pending/cancel': 204 }],
    ['an order is not listed and was not cancelled', first(without(102n))],
    ['it is shipped', first(without(201n))],
    ...[2, 1].map(
      (count): Case => [
        `elements have no ids, and a later listing has ${count}`,
        first(listed([], { count: 6, withoutId: 6 })),
        { 'cancel-shipped/cancel': 409, 'cancel-other/cancel': 409, 'cancel-pending/cancel': 404 },
        { 'listing/after': listed([], { count, withoutId: count }) },
      ],
    ),
  ],
  'list.query-ignored': [
    ['the parameter is refused', query(400)],
    ['it gets another status', query(500)],
    ['it gets another status than the control', query(500), control()],
    ['it gets another body', query(listed([], { problem: notArray }))],
    ['it gets another body than the control', query(listed([], { problem: notArray })), control()],
    ['orders may be elements without an id', query(listed([], { count: 6, withoutId: 6 })), control()],
    ['it gets other orders', query(listed([7n])), control()],
    ['it breaks off', query({ ...truncated, reading: listingOf([], { problem: broken }) }), control()],
    ['more comes than a page has', query(stopped(65))],
    ['it is a page', { 'accept/listing-any': listed(all), ...query(page) }],
    ['it is a page, as it is without', { 'accept/listing-any': { status: 206 }, ...query(page) }],
    ['it has more elements', query(counting(9)), control()],
    ['an order was placed meanwhile', query(counting(7)), control(7)],
    ['more were placed after it', query(counting(7)), control(9), { 'listing/after': counting(9) }],
    ['a later listing has as many', query(counting(7)), control(), { 'listing/after': counting(7) }],
    [
      'a later one has as many but for a cancelled one',
      query(counting(7)),
      control(),
      { 'cancel-pending/cancel': 204 },
      { 'listing/after': without(102n, 6) },
    ],
  ],
};

const wide = 2n ** 32n + 7n;
const many = Array.from({ length: 102 }, (_, index) => BigInt(index + 1));

/** Cases of `list.complete` with pending orders of their own: their ids, and those that are listed. */
export const images: readonly (readonly [
  where: string,
  pending: readonly bigint[],
  shown: readonly bigint[],
  longId?: bigint,
])[] = [
  ['none is declared', [], [7n]],
  ['a double rounds an id', [LONG], [2n ** 53n]],
  ['a double rounds an id to that of a declared order', [LONG, 2n ** 53n], [2n ** 53n]],
  ['a double rounds an id, and another long id is whole', [LONG], [2n ** 53n], LONG + 2n],
  ['an id is cut with a sign', [2n ** 32n + 2n ** 31n + 9n], [-(2n ** 31n) + 9n]],
  ['ids are cut', [wide, wide + 1n], [7n, 8n]],
  ['one of two ids is cut, and one whole', [wide, wide + 1n], [7n, wide + 1n]],
  ['one of two ids is cut, and one absent', [wide, wide + 1n], [7n]],
  ['more than a hundred orders are absent', many, [777n]],
];

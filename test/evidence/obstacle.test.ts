import { expect, test } from 'vitest';
import { evidence, type Sent } from '../suites/evidence.js';

const orders = { pending: [101n] };
const obstacleOf = (...sent: Sent) => evidence({ orders, sent }).obstacle;
const redirect = { status: 301, headers: [['location', '/login']] } as const;
const listings = { 'listing/before': redirect, 'auth-list-missing/probe': redirect };

const THE_SAME =
  'gets the same answer, a redirect (301 to "/login"), with any key or none. Is the base address right? It ends with /v1, directly above /store/orders';

test('the same answer to everything is said of what was asked, and of everything where cancels got it, too', () => {
  expect(obstacleOf(listings)).toBe(`Every request for http://127.0.0.1/v1/store/orders ${THE_SAME}.`);
  expect(obstacleOf({ ...listings, 'auth-cancel-unknown/missing': redirect })).toBe(
    `Every request below http://127.0.0.1/v1 ${THE_SAME}: requests go to http://127.0.0.1/v1/store/orders.`,
  );
});

test('a redirect to the same path with a slash is the answer of the target', () => {
  const slash = { status: 301, headers: [['location', '/v1/store/orders/']] } as const;
  expect(obstacleOf({ 'listing/before': slash, 'auth-list-missing/probe': slash })).toBeUndefined();
});

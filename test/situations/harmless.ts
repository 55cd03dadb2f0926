import { expect } from 'vitest';
import { demoOrders } from '../../fixtures/demo-orders.js';
import type { Report } from '../../judge/report/report.js';
import { idsByState } from '../../servers/reference.js';
import { deletesOf, orderIdOf, type Store } from '../engine/store.js';
import type { Situation } from './situation.js';

/** Fails for cancels that must never be sent, for any target and fixtures. `careless.test.ts` tries careless servers. */
export function expectHarmless(
  { store: { orders = demoOrders }, declared: differs, options }: Situation,
  { apiKey, received }: Pick<Store, 'apiKey' | 'received'>,
  { deletions, exchanges, counts }: Report,
): void {
  const declared = { ...idsByState(orders), ...differs };
  const owned = [...declared.pending, ...declared.shipped, ...declared.other].map(String);
  const strangers = orders.map(({ id }) => String(id)).filter((id) => !owned.includes(id));
  const deletes = deletesOf({ received });
  const validKey = new RegExp(`^bearer ${apiKey}$`, 'i');
  const withKey = deletes.filter(({ authorization = '' }) => validKey.test(authorization)).map(orderIdOf);
  expect(withKey.filter((id) => strangers.includes(id))).toEqual([]);
  if (options.readOnly) expect(deletes).toEqual([]);
  // A run that judges nothing may use up no order. `base.version-prefix` needs no answer.
  if (counts.pass + counts.fail + counts.warn <= 1) {
    expect(deletes.filter(({ authorization }) => authorization === `Bearer ${apiKey}`)).toEqual([]);
  }

  // The report has each DELETE. Those that may have an effect were sent once.
  expect(deletes.map(orderIdOf).sort()).toEqual(deletions.map(({ orderId }) => orderId).sort());
  const repeated = exchanges.filter(({ request: { method, url, headers }, attempts }) => {
    const isValid = headers.some(([, value]) => /^bearer \$STORE_ORDERS_API_KEY$/i.test(value));
    return method === 'DELETE' && attempts > 1 && isValid && owned.includes(url.slice(url.lastIndexOf('/') + 1));
  });
  expect(repeated).toEqual([]);

  for (const id of [...declared.pending, ...declared.other].map(String)) {
    const users = deletions.filter(({ orderId, authorized }) => authorized && orderId === id);
    expect([id, new Set(users.map(({ scenario }) => scenario)).size]).toEqual([id, users.length > 0 ? 1 : 0]);
  }
  const lines = received.flatMap(({ url, headers }) => [url, ...headers]);
  expect(lines.filter((line) => line.includes(apiKey) && !/^authorization:/i.test(line))).toEqual([]);
}

import { type Answered, listed } from './evidence.js';

/** 103 is cancelled by cancel-pending, 104 by auth-cancel-pending, 101, 102 and 105 by cancel-witness; texts look like 105. */
export const orders = { pending: [101n, 102n, 103n, 104n, 105n], shipped: [201n], other: [301n] };
export const all = [101n, 102n, 103n, 104n, 105n, 201n, 301n];

/** A listing without states, of these orders; or with the states of these. */
export const listing = (shown: readonly bigint[] | Readonly<Record<string, string>> = all): Answered => {
  if (Array.isArray(shown)) return listed(shown as readonly bigint[]);
  const states = Object.entries(shown as Readonly<Record<string, string>>);
  return listed(
    states.map(([id]) => BigInt(id)),
    { elements: new Map(states.map(([id, status]) => [BigInt(id), `{"id":${id},"status":"${status}"}`])) },
  );
};

export const STATES = {
  101: 'pending',
  102: 'pending',
  103: 'pending',
  104: 'pending',
  105: 'pending',
  201: 'shipped',
  301: 'delivered',
};

export const race = (status: Answered) => ({ 'cancel-witness/first': status });
export const cancelled103 = { 'cancel-pending/cancel': 204 };

import type { Evidence } from '../../runner/evidence/evidence.js';
import { declaredOrders } from '../../runner/evidence/plan.js';
import type { Order } from '../../runner/evidence/request.js';
import { shownState } from './state.js';

// Declared orders that the first listing contradicts, and whether a seed made them for this run.

export const STATE_TEXT = { pending: 'pending', shipped: 'shipped', other: 'neither pending nor shipped' } as const;

/** Declared pending orders that the listing before the cancels shows in another state. */
export function notShownPending(evidence: Evidence): readonly { readonly id: bigint; readonly text: string }[] {
  return declaredOrders(evidence.plan).flatMap((order) => {
    const shown = shownState(evidence, order);
    return order.state === 'pending' && shown?.means === 'not-pending' ? [{ id: order.id, text: shown.text }] : [];
  });
}

const isProvisioned = ({ plan }: Evidence, id: bigint): boolean => plan.orders.provisioned?.includes(id) ?? false;

/** Whose mistake a wrong fixture is, and what to do: an earlier run may have used it up, but not one that was made for this run. */
export const whoseMistake = (evidence: Evidence, { id, state }: Order): string =>
  isProvisioned(evidence, id)
    ? `your seed returned it for this run, so look into the seed: it must make an order that is ${STATE_TEXT[state]}.`
    : `the fixture is wrong, or an earlier run used it up. To judge it, declare another order that is ${STATE_TEXT[state]}, or let the fixtures provision one.`;

/** What the listing before the cancels contradicts of what a seed returned: a clause, with `returned` before it. */
export function wronglyMade(evidence: Evidence): string | undefined {
  const other = notShownPending(evidence).map(({ id, text }) => ({ id, how: `as ${text}` }));
  const absent = declaredOrders(evidence.plan).filter((order) => evidence.standing(order) === 'not-listed');
  const wrong = [...other, ...absent.map(({ id }) => ({ id, how: undefined }))].filter(({ id }) =>
    isProvisioned(evidence, id),
  );
  const [first] = wrong;
  if (!first) return undefined;
  const others = wrong.length - 1;
  const more = others === 0 ? '' : others === 1 ? ' (1 other is wrong, too)' : ` (${others} others are wrong, too)`;
  const seen = first.how === undefined ? 'did not show it' : `showed it ${first.how}`;
  return `order ${first.id}, but the listing ${seen} before any DELETE${more}`;
}

import type { Effect } from '../mutation.js';
import { store } from '../store.js';
import { conforming, type Expectation, open, violating, violatingSomeOf } from './expectation.js';

/** Ways to say that an order was listed before, and is not any more. */
const leftOutLater = ['list.complete', 'cancel.others-untouched', 'cancel.shipped.unchanged'];

const isPending = (order: number): boolean => store[order]?.status === 'pending';

/** What can be seen of each effect through the two operations, and what the contract says of it. */
export function judgeEffect(effect: Effect): Expectation {
  switch (effect.effect) {
    case 'cancel-does-nothing': // an Order has no member for the status: only a second 204 shows it
    case 'cancels-again':
      return violating(['cancel.again', 'cancel.race']);
    case 'cancel-not-atomic':
      return violating(['cancel.race']);
    case 'takes-pending-along':
      // Of three pending orders one at least is touched before its own cancel; which cancel touched it does not show.
      return violatingSomeOf([
        'cancel.others-untouched',
        'auth.no-effect',
        'cancel.told-apart',
        'cancel.pending.status',
        'list.complete',
      ]);
    case 'removes-along':
      return violatingSomeOf([
        'cancel.others-untouched',
        'cancel.shipped.unchanged',
        'cancel.shipped.status',
        'list.complete',
        // An order that only refused cancels went to may have been removed by these.
        'auth.no-effect',
      ]);
    case 'cancels-though-refused':
      return effect.with.length === 0 ? conforming : violating(['auth.no-effect']);
    case 'shipped-becomes':
      return violating(['cancel.shipped.unchanged']);
    case 'cancels-shipped':
      return violating(['cancel.shipped.status'], ['cancel.shipped.unchanged']);
    case 'leaves-out':
      // Whether a cancelled order stays listed is not shown, and when each is cancelled is up to the client.
      if (effect.since === 'first-cancel' && isPending(effect.order)) return open;
      return effect.since === 'ever' ? violating(['list.complete']) : violatingSomeOf(leftOutLater);
    case 'lists-twice':
      return violating(['order.id-unique']);
    case 'lists-without-ids': // §2: no member is required
      return conforming;
    case 'filters':
      return store.every((_, order) => effect.to.includes(order)) ? conforming : violating(['list.query-ignored']);
    case 'takes-ids-for-one':
      return violating(['cancel.told-apart']);
    case 'rewrites': // §1: only the order itself is cancelled
      return store[effect.order]?.members[effect.name] === effect.text
        ? conforming
        : violating(['cancel.others-untouched']);
    case 'remembers-connection': // §5.3: each request has its own key
      return violating(['auth.kept-connection']);
    case 'accepts':
      return judgeAccepted(effect);
  }
}

/** §5.3. What unknown and shipped orders are asked for without a key shows that authentication does not come first. */
function judgeAccepted({ operation, with: credentials }: Extract<Effect, { effect: 'accepts' }>): Expectation {
  const name = operation === 'listOrders' ? 'list' : 'cancel';
  return violating(
    credentials.map((credential) => `auth.${name}.${credential}`),
    operation === 'cancelOrder' ? ['auth.first'] : [],
  );
}

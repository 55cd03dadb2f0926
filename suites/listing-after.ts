import { KEY_REFUSED } from '../runner/engine/listings.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { statusOf } from '../runner/evidence/exchange.js';
import { answerRequirements, judgeAnswer } from './listing-answer.js';
import { judgeOrders, orderRequirements } from './listing-orders.js';
import { readable } from './readable-listing.js';
import { scenario } from './scenario.js';

/** The store has changed; the listing that serves the state proofs shows what the implementation makes of that. */
export const afterCancels = scenario({
  id: 'listing-after-cancels',
  title: 'The listing keeps to the contract after orders have been cancelled',
  requirements: ['list.status'],
  alsoJudges: [...answerRequirements, ...orderRequirements].filter((id) => id !== 'list.status'),
  needs: { listingAfter: true, cancelledOrders: true },
  requests: {},
  async run(context) {
    const [before, after] = await Promise.all([context.before(), context.after()]);
    const unjudgeable =
      context.unjudgeable(after.exchange) ?? (statusOf(before.exchange) === 401 ? KEY_REFUSED : undefined);
    if (unjudgeable !== undefined) throw new CannotJudge('inconclusive', unjudgeable);
    judgeAnswer(context, after);
    const usable = readable(context, after);
    if (usable.kind === 'readable') judgeOrders(context, usable.reading, after.exchange);
  },
});

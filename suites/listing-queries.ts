import { statusOf } from '../runner/exchange.js';
import type { Listing, ListingReading } from '../runner/listing/listing.js';
import type { RequestSpec } from '../runner/scenario.js';
import { CannotJudge } from '../runner/signal.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';

/** The parameters that frameworks page and filter by, one a probe. */
const QUERIES = ['limit=1', 'page=2', 'per_page=1', 'offset=1', 'status=pending', 'status=shipped'] as const;

type Query = (typeof QUERIES)[number];

const requests = Object.fromEntries(
  QUERIES.map((query): [Query, RequestSpec] => [query, { operation: 'listOrders', credential: 'valid', query }]),
) as Record<Query, RequestSpec>;

export const queries = scenario({
  id: 'listing-queries',
  title: 'Query parameters do not change the orders that are listed',
  requirements: ['list.query-ignored'],
  needs: {},
  requests: { ...requests, control: { operation: 'listOrders', credential: 'valid', conditional: true } },
  async run(context) {
    const before = readable(context, await context.before());
    if (before.kind === 'unreadable') throw new CannotJudge('inconclusive', before.reason);
    const answers = await Promise.all(QUERIES.map(async (query) => ({ query, listing: await context.list(query) })));
    const shorter: { query: Query; listing: Listing }[] = [];
    for (const { query, listing } of answers) {
      const status = statusOf(listing.exchange);
      if (status !== undefined) context.observe('query-parameter-status', `?${query}: ${status}`);
      if (status !== undefined && status >= 400 && context.unjudgeable(listing.exchange) === undefined) continue;
      const answer = readable(context, listing);
      if (answer.kind === 'unreadable') context.cannotJudge('list.query-ignored', 'inconclusive', answer.reason);
      else if (!judgeDeclared(context, query, before.reading, answer.reading, listing)) continue;
      else if (isShorter(context, before.reading, answer.reading)) shorter.push({ query, listing });
    }
    if (shorter.length > 0) await judgeNumber(context, shorter, await context.list('control'));
  },
});

/** Orders that this run does not cancel and that were listed before must be listed under the parameter as well. */
function judgeDeclared(
  context: Context,
  query: Query,
  before: ListingReading,
  under: ListingReading,
  { exchange }: Listing,
): boolean {
  const missing = context.declared.filter(
    ({ id, state }) => state !== 'pending' && before.lists(id) && !under.lists(id),
  );
  return context.check('list.query-ignored', missing.length === 0, () => ({
    message: `With ?${query}, the listing leaves orders out that it holds without it.`,
    expected: 'the same orders as without the parameter',
    actual: `${under.count} elements instead of ${before.count}; without ${missing.map(({ id }) => id).join(', ')}`,
    at: 'body',
    exchange,
  }));
}

/** Fewer elements, even if all pending orders that this run cancels have left the listing by now. */
const isShorter = (context: Context, before: ListingReading, under: ListingReading): boolean =>
  under.count < before.count - context.declared.filter(({ state }) => state === 'pending').length;

/** The store may have become smaller by itself: a listing without parameters, taken after the probes, tells. */
async function judgeNumber(
  context: Context,
  shorter: readonly { query: Query; listing: Listing }[],
  control: Listing,
): Promise<void> {
  const now = readable(context, control);
  for (const { query, listing } of shorter) {
    if (now.kind === 'unreadable' || !listing.reading) {
      context.cannotJudge(
        'list.query-ignored',
        'inconclusive',
        'The listing became shorter, and a control listing could not be read.',
      );
      continue;
    }
    const { count } = listing.reading;
    context.check('list.query-ignored', !isShorter(context, now.reading, listing.reading), () => ({
      message: `With ?${query}, the listing has fewer elements than without it.`,
      expected: 'the same orders as without the parameter',
      actual: `${count} elements instead of ${now.reading.count}`,
      at: 'body',
      exchange: listing.exchange,
    }));
  }
}

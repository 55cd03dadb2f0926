import { responseOf, statusOf } from '../runner/exchange.js';
import type { Listing, ListingReading } from '../runner/listing/listing.js';
import type { RequestSpec } from '../runner/scenario.js';
import { CannotJudge } from '../runner/signal.js';
import { readable } from './readable-listing.js';
import { type Context, scenario } from './scenario.js';

/** The parameters that frameworks page and filter by, one a probe. */
const QUERIES = ['limit=1', 'page=2', 'per_page=1', 'offset=1', 'status=pending', 'status=shipped'] as const;

/** A listing may have gigabytes, and each probe would read them all; no page or filter of orders is so long. */
const LONGER_THAN_ANY_PAGE = 64 * 1024 * 1024;

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
    const answers = await Promise.all(
      QUERIES.map(async (query) => ({ query, listing: await context.list(query, LONGER_THAN_ANY_PAGE) })),
    );
    const shorter = answers.filter((answer) => !judgeAnswer(context, before.reading, answer));
    if (shorter.length === 0) return;
    await judgeNumber(context, shorter, await context.list('control', Number.POSITIVE_INFINITY));
  },
});

interface Answer {
  readonly query: Query;
  readonly listing: Listing;
}

/** False where the listing is shorter than before, which may have another reason; all else is judged. */
function judgeAnswer(context: Context, before: ListingReading, { query, listing }: Answer): boolean {
  const { exchange } = listing;
  const status = statusOf(exchange);
  if (status !== undefined) context.observe('query-parameter-status', `?${query}: ${status}`);
  if (responseOf(exchange)?.body.end === 'stopped') {
    context.note(`?${query} was answered with more than 64 MiB, which is no page; the rest was not compared.`);
  } else if (context.unjudgeable(exchange) !== undefined || (status ?? 0) < 400) {
    const answer = readable(context, listing);
    if (answer.kind === 'unreadable') {
      context.cannotJudge('list.query-ignored', 'inconclusive', answer.reason);
      return true;
    }
    if (!judgeDeclared(context, query, before, answer.reading, listing)) return true;
    return !isShorter(context, before, answer.reading);
  }
  // Refusing the parameter is left open (§4.1), and changes nothing.
  context.held('list.query-ignored');
  return true;
}

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
async function judgeNumber(context: Context, shorter: readonly Answer[], control: Listing): Promise<void> {
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

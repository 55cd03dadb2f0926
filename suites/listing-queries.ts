import type { RequestSpec } from '../runner/engine/scenario.js';
import { CannotJudge } from '../runner/engine/signal.js';
import { responseOf, statusOf } from '../runner/evidence/exchange.js';
import type { Listing, ListingReading } from '../runner/listing/listing.js';
import { type Readable, readable } from './readable-listing.js';
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
    const suspects = answers.filter((answer) => !holds(context, before.reading, answer));
    if (suspects.length === 0) return;
    // The store may have changed by itself, or by the cancels of this run: what counts is a listing taken afterwards.
    const control = readable(context, await context.list('control', Number.POSITIVE_INFINITY));
    for (const suspect of suspects) judgeSuspect(context, suspect, control);
  },
});

interface Answer {
  readonly query: Query;
  readonly listing: Listing;
}

/** Records what needs no second look; false where the answer holds other orders than the listing before. */
function holds(context: Context, before: ListingReading, { query, listing }: Answer): boolean {
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
    if (difference(context, before, answer.reading) !== undefined) return false;
  }
  // Refusing the parameter is left open (§4.1), and changes nothing.
  context.held('list.query-ignored');
  return true;
}

/** What a listing under a parameter lacks. Pending orders do not count: this run cancels them. */
function difference({ declared }: Context, without: ListingReading, under: ListingReading): string | undefined {
  const count = `${under.count} ${under.count === 1 ? 'element' : 'elements'} instead of ${without.count}`;
  const missing = declared.filter(({ id, state }) => state !== 'pending' && without.lists(id) && !under.lists(id));
  if (missing.length > 0) return `${count}; without ${missing.map(({ id }) => id).join(', ')}`;
  const pending = declared.filter(({ state }) => state === 'pending').length;
  return under.count < without.count - pending ? count : undefined;
}

function judgeSuspect(context: Context, { query, listing }: Answer, control: Readable): void {
  if (control.kind === 'unreadable' || !listing.reading) {
    const reason = `With ?${query}, the listing held other orders, and a control listing could not be read.`;
    context.cannotJudge('list.query-ignored', 'inconclusive', reason);
    return;
  }
  const lacks = difference(context, control.reading, listing.reading);
  context.check('list.query-ignored', lacks === undefined, () => ({
    message: `With ?${query}, the listing leaves orders out that it holds without it.`,
    expected: 'the same orders as without the parameter',
    actual: lacks ?? '',
    at: 'body',
    exchange: listing.exchange,
  }));
}

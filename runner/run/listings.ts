import { type OutgoingRequest, responseOf, type Transport } from '../exchange.js';
import type { Listing, ListingRequest } from '../listing/listing.js';
import { ListingReader } from '../listing/reader.js';
import { sendWithRetry } from '../transport/retry.js';

export const LISTING_PATH = '/store/orders';

/**
 * Sends a GET of the listing and reads its body as it streams.
 * @param most bytes after which the rest is not wanted; the exchange then ends as `stopped`
 */
export async function fetchListing(
  transport: Transport,
  request: OutgoingRequest,
  ask: ListingRequest,
  signal: AbortSignal,
  most = Number.POSITIVE_INFINITY,
): Promise<Listing> {
  const { exchange, sink } = await sendWithRetry(transport, request, signal, () => new BoundedReader(ask, most));
  const response = responseOf(exchange);
  if (!sink || !response || response.body.end === 'stopped') return { exchange };
  return { exchange, reading: sink.reading() };
}

class BoundedReader extends ListingReader {
  #left: number;

  constructor(ask: ListingRequest, most: number) {
    super(ask);
    this.#left = most;
  }

  override write(chunk: Uint8Array): boolean {
    this.#left -= chunk.length;
    return this.#left >= 0 && super.write(chunk);
  }
}

/** 200, read to its end, and a JSON array: what a proof by the listing needs. */
export function isUsable(listing: Listing): listing is Required<Listing> {
  const { outcome } = listing.exchange;
  return (
    outcome.kind === 'response' &&
    outcome.response.status === 200 &&
    outcome.response.body.end === 'complete' &&
    listing.reading !== undefined &&
    listing.reading.problem === undefined
  );
}

type FetchShared = (id: 'listing/before' | 'listing/after', purpose: ListingRequest['purpose']) => Promise<Listing>;

/** One listing before and one after the cancels, however many scenarios ask for them. */
export class SharedListings {
  readonly #fetch: FetchShared;
  readonly #awaited: Set<string>;
  readonly #after: Promise<Listing>;
  #before: Promise<Listing> | undefined;
  #startAfter: () => void = () => undefined;

  /** @param awaited ids of the scenarios that have to arrive before the second listing is taken */
  constructor(fetch: FetchShared, awaited: Iterable<string>) {
    this.#fetch = fetch;
    this.#awaited = new Set(awaited);
    const everybodyArrived = new Promise<void>((resolve) => {
      this.#startAfter = resolve;
    });
    this.#after = everybodyArrived.then(() => fetch('listing/after', 'presence'));
  }

  before(): Promise<Listing> {
    this.#before ??= this.#fetch('listing/before', 'judge');
    return this.#before;
  }

  after(scenario: string): Promise<Listing> {
    this.arrive(scenario);
    return this.#after;
  }

  /** This scenario has cancelled what it wanted to, or has ended. */
  arrive(scenario: string): void {
    if (this.#awaited.delete(scenario) && this.#awaited.size === 0) this.#startAfter();
  }
}

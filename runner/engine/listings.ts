import { type Exchange, type Failure, type OutgoingRequest, responseOf, type Transport } from '../evidence/exchange.js';
import { sendWithRetry } from '../http/retry.js';
import type { Listing, ListingRequest } from '../listing/listing.js';
import { ListingReader } from '../listing/reader.js';

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

export const KEY_REFUSED =
  'The target refuses the API key (401), so nothing that needs it can be judged. Check STORE_ORDERS_API_KEY or --api-key-file.';

/** The target cannot be reached, or refuses the key. */
function obstacleOf({ outcome }: Exchange): string | undefined {
  if (outcome.kind === 'response') return outcome.response.status === 401 ? KEY_REFUSED : undefined;
  return isUnreachable(outcome.failure) ? outcome.failure.message : undefined;
}

export const isUnreachable = ({ kind }: Failure): boolean => kind === 'connect' || kind === 'tls';

type FetchShared = (id: 'listing/before' | 'listing/after') => Promise<Listing>;

/** One listing before and one after the cancels, however many scenarios ask for them. */
export class SharedListings {
  readonly #fetch: FetchShared;
  readonly #awaited: Set<string>;
  #obstacle: string | undefined;
  readonly #after: Promise<Listing>;
  #before: Promise<Listing> | undefined;
  #startAfter: () => void = () => undefined;

  /**
   * @param awaited ids of the scenarios that have to arrive before the second listing is taken
   * @param isUnchanged no cancel comes between them, so that the first one will do for both
   */
  constructor(fetch: FetchShared, awaited: Iterable<string>, isUnchanged: boolean) {
    this.#fetch = fetch;
    this.#awaited = new Set(awaited);
    const everybodyArrived = new Promise<void>((resolve) => {
      this.#startAfter = resolve;
    });
    this.#after = everybodyArrived.then(() => (isUnchanged ? this.before() : fetch('listing/after')));
  }

  before(): Promise<Listing> {
    this.#before ??= this.#fetch('listing/before').then((listing) => {
      this.#obstacle = obstacleOf(listing.exchange);
      return listing;
    });
    return this.#before;
  }

  /** Why nothing can be judged at all, once the first listing has shown it. */
  get obstacle(): string | undefined {
    return this.#obstacle;
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

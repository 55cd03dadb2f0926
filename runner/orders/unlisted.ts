import { showsAbsence, whyNoIds } from '../evidence/evidence.js';
import { mistakesOf } from '../evidence/mistakes.js';
import type { Candidate } from '../evidence/request.js';
import type { ListingReading } from '../listing/index.js';
import type { DeclaredOrders } from './declared.js';

/** What is known to exist: the guard of every cancel that must not find its order. */
export class KnownOrders {
  readonly #pending: ReadonlySet<bigint>;
  readonly #refusable: ReadonlySet<bigint>;
  readonly #unknown: ReadonlySet<string>;
  /** Read to its end; absent where it was not. */
  #listing: ListingReading | undefined;

  constructor({ pending, shipped, other, unknown }: DeclaredOrders) {
    this.#pending = new Set(pending);
    this.#refusable = new Set([...shipped, ...other]);
    this.#unknown = new Set(unknown.map(String));
  }

  /** The listing before any cancel is what shows that an order does not exist; only one that was read to its end. */
  admit(listing: ListingReading): void {
    this.#listing = listing;
  }

  /** The first of them that may be cancelled. */
  choose(candidates: readonly Candidate[]): Candidate | undefined {
    return candidates.find((candidate) => this.isHarmless(candidate));
  }

  /** Whether a cancel does no harm: no order is known that it is, or that a careless server could take it for. */
  isHarmless(candidate: Candidate): boolean {
    if (this.#atRisk(candidate) !== undefined) return false;
    return (this.#listing !== undefined && showsAbsence(this.#listing)) || this.#unknown.has(candidate.text);
  }

  /**
   * What a careless server could take a declared order for: one that is listed, but not declared. Where the order itself
   * is not listed, its double is taken for it: a target that keeps ids in doubles lists that.
   */
  endangeredBy(id: bigint): bigint | undefined {
    const listing = this.#listing;
    if (!listing) return undefined;
    const rounded = listing.lists(id) ? id : BigInt(Number(id));
    const isOurs = (other: bigint) => other === rounded || this.#pending.has(other) || this.#refusable.has(other);
    return mistakesOf(String(id)).find((other) => !isOurs(other) && listing.lists(other));
  }

  /** Why `choose` finds none, and what to do. */
  whyNone(candidates: readonly Candidate[]): string {
    const listing = this.#listing;
    if (!listing || !showsAbsence(listing)) {
      const why = listing ? whyNoIds(listing) : 'The listing could not be read to its end';
      return `${why}, so it does not show which orders do not exist. ${candidates.some(isInt64) ? DECLARE : LIST_IDS}`;
    }
    const taken = [...new Set(candidates.flatMap((candidate) => this.#atRisk(candidate) ?? []))];
    const ids = taken.slice(0, 3).join(', ') + (taken.length > 3 ? ', …' : '');
    return `Every id that the suite could use here is an existing order, or a careless server could take it for one (${ids}). Remove that order, or declare it as shipped or other if it is, and the suite may ask for its cancel.`;
  }

  /** It may be taken for one that is declared shipped or other: that is refused anyway. */
  #atRisk({ text, mistakenFor }: Candidate): bigint | undefined {
    return mistakenFor.find((id) => {
      if (this.#refusable.has(id)) return String(id) === text;
      return this.#pending.has(id) || this.#listing?.lists(id) === true;
    });
  }
}

const DECLARE = 'Declare such an id in the fixtures, under `orders.unknown`.';

const LIST_IDS =
  'What is sent here is not an int64, which the fixtures cannot declare: the listing must carry an `id` that is an int64 in each element.';

const isInt64 = ({ text, mistakenFor }: Candidate): boolean => mistakenFor.some((id) => String(id) === text);

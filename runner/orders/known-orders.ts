import { showsAbsence, whyNoIds } from '../evidence/evidence.js';
import { likelyMistakesOf } from '../evidence/mistakes.js';
import type { Aim, Candidate } from '../evidence/request.js';
import { blocked, notApplicable, type Unjudged } from '../evidence/unjudged.js';
import type { ListingReading } from '../listing/index.js';
import type { DeclaredOrders } from './declared.js';

type Unknown = Extract<Aim, { readonly kind: 'unknown' }>;

/** What is known to exist: it decides which declared order, and which id that no order has, may be asked for. */
export class KnownOrders {
  readonly #orders: DeclaredOrders;
  readonly #pending: ReadonlySet<bigint>;
  readonly #refusable: ReadonlySet<bigint>;
  readonly #unknown: ReadonlySet<string>;
  readonly #listing: ListingReading | undefined;

  readonly #asked: ReadonlySet<bigint>;

  /**
   * @param listing read to its end; absent where it was not: then nothing shows that an order does not exist
   * @param asked what the listing was asked for: any other id may be taken
   */
  constructor(orders: DeclaredOrders, listing: ListingReading | undefined, asked: readonly bigint[]) {
    this.#asked = new Set(asked);
    const { pending, shipped, other, unknown } = orders;
    this.#orders = orders;
    this.#listing = listing;
    this.#pending = new Set(pending);
    this.#refusable = new Set([...shipped, ...other]);
    this.#unknown = new Set(unknown.map(String));
  }

  /** The first that may be cancelled: a neighbour of the order that it is to be near, and one that confuses nobody, if there is one. */
  choose({ candidates, near }: Pick<Unknown, 'candidates' | 'near'>): Candidate | undefined {
    const free = candidates.filter((candidate) => this.isHarmless(candidate));
    const safe = free.filter((candidate) => this.#atRisk(candidate).length === 0);
    const best = safe.length > 0 ? safe : free;
    return best.find((candidate) => candidate.near === near) ?? best[0];
  }

  /** Whether a cancel does no harm: no order is known that it is, or that a careless server could take it for. */
  isHarmless(candidate: Candidate): boolean {
    if (this.#orders.disposable ? this.#exists(candidate) : this.#atRisk(candidate).length > 0) return false;
    return (this.#listing !== undefined && showsAbsence(this.#listing)) || this.#unknown.has(candidate.text);
  }

  /** Why a declared order is not asked for with the valid key, and what to do; undefined where it may be. */
  whyHeldBack(id: bigint): string | undefined {
    const other = this.#endangeredBy(id);
    if (other === undefined) return undefined;
    return `A server that rounds ids or cuts them to 32 bits would take order ${id} for order ${other}, which is listed, but not in your fixtures. Declare another order in place of ${id}, or declare ${other} in its own state, or write \`disposable: true\` in the fixtures if the whole store was made for tests.`;
  }

  /** Why `choose` finds none, and what to do. */
  whyNone({ candidates, near, unknown }: Unknown): Unjudged {
    const listing = this.#listing;
    if (!listing || !showsAbsence(listing)) {
      const why = listing ? whyNoIds(listing) : 'The listing could not be read to its end';
      const usable = candidates.find((candidate) => isInt64(candidate) && this.#atRisk(candidate).length === 0);
      const remedy = usable
        ? `Declare such an id in the fixtures, under \`orders.unknown\`: here ${usable.text}, if no order has it.`
        : LIST_IDS;
      return blocked(`${why}, so it does not show which orders do not exist. ${remedy}`);
    }
    if (unknown === 'zero' && listing.lists(0n)) return notApplicable('An order has the id 0, so 0 is not unknown.');
    const neighbours = candidates.filter((candidate) => candidate.near === near);
    const isDense = neighbours.every((candidate) => this.#exists(candidate));
    // Without the declaration, an order with a free neighbour is asked for.
    if (unknown === 'shares-double' && isDense && this.#orders.disposable) {
      return notApplicable(`Each id that shares the double of order ${near} is an order, so no unknown id shares it.`);
    }
    const isPending = (id: bigint): boolean => this.#pending.has(id);
    // Ids that block the candidate that needs the fewest declarations.
    const [{ text, ids } = { text: '', ids: [] }] = candidates
      .map((candidate) => ({ text: candidate.text, ids: this.#blocking(candidate) }))
      .sort(
        (one, other) =>
          one.ids.filter(isPending).length - other.ids.filter(isPending).length || one.ids.length - other.ids.length,
      );
    const [which, them] =
      ids.length === 1 ? ['which is', 'it in its own state'] : ['which are', 'them in their own states'];
    const remedy = ids.some(isPending)
      ? `. Pending in your fixtures: ${ids.filter(isPending).join(', ')}. Declare other pending orders`
      : `, ${which} not in your fixtures. Declare ${them}`;
    const sent = text.replace(/^(\d+)\.25$/, (_, own) => `${text} and …/${BigInt(own) - 1n}.75`);
    return blocked(
      `The suite would send DELETE …/${sent}. A server that reads ids loosely could read that as order ${ids.join(' or ')}${remedy}, or write \`disposable: true\` in the fixtures if the whole store was made for tests.`,
    );
  }

  /** A fraction goes out on either side of its order, so the orders on both sides are named at once. */
  #blocking(candidate: Candidate): readonly bigint[] {
    const [, whole = '', part] = /^(-?\d+)\.(\d+)$/.exec(candidate.text) ?? [];
    const own = BigInt(whole) + (part === '75' ? 1n : 0n);
    const beside = part === undefined ? [] : [own - 1n, own + 1n].filter((id) => this.#listing?.lists(id));
    const isDeclared = (id: bigint): boolean => this.#pending.has(id) || this.#refusable.has(id);
    return [...new Set([...this.#atRisk(candidate), ...beside.filter((id) => !isDeclared(id))])];
  }

  /**
   * The listed order that nobody declared and that a server could really take this declared one for. Where the order itself
   * is not listed, its double is taken for it: a target that keeps ids in doubles lists that.
   */
  #endangeredBy(id: bigint): bigint | undefined {
    const listing = this.#listing;
    if (!listing || this.#orders.disposable) return undefined;
    const itself = listing.lists(id) ? id : BigInt(Number(id));
    const isDeclared = (other: bigint): boolean => this.#pending.has(other) || this.#refusable.has(other);
    return likelyMistakesOf(id).find((other) => other !== itself && listing.lists(other) && !isDeclared(other));
  }

  /** Which orders it may be taken for; one that is declared shipped or other is refused anyway. */
  #atRisk({ text, mistakenFor }: Candidate): readonly bigint[] {
    return mistakenFor.filter((id) => (this.#refusable.has(id) ? String(id) === text : this.#isTaken(id)));
  }

  #exists({ text, mistakenFor }: Candidate): boolean {
    return mistakenFor.some((id) => String(id) === text && (this.#refusable.has(id) || this.#isTaken(id)));
  }

  #isTaken(id: bigint): boolean {
    return this.#pending.has(id) || !this.#asked.has(id) || this.#listing?.lists(id) === true;
  }
}

const LIST_IDS =
  'The orderId sent here is not an int64, so it cannot be declared in the fixtures: the listing must carry an `id` that is an int64 in each element.';

const isInt64 = ({ text, mistakenFor }: Candidate): boolean => mistakenFor.some((id) => String(id) === text);

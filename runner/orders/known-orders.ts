import { showsAbsence, whyNoIds } from '../evidence/evidence.js';
import { imagesOf, isAtEnd, likelyMistakesOf, listedImages } from '../evidence/mistakes.js';
import { declaredOrders, type Look } from '../evidence/plan.js';
import { type Aim, type Candidate, idText, type Order, sharedListing, type UnknownKind } from '../evidence/request.js';
import { blocked, NOT_DISPOSABLE, notApplicable, type Unjudged } from '../evidence/unjudged.js';
import { int64From } from '../helpers/helpers.js';
import type { ListingReading } from '../listing/index.js';
import { besideOf, isPlain } from './candidates.js';
import type { DeclaredOrders } from './declared.js';

type Unknown = Extract<Aim, { readonly kind: 'unknown' }>;

/** The orders that are known to exist. They decide which declared orders and which unknown ids a run may cancel. */
export class KnownOrders {
  readonly #orders: DeclaredOrders;
  /** The ids of all declared orders. */
  readonly #ids: readonly bigint[];
  readonly #pending: ReadonlySet<bigint>;
  readonly #refusable: ReadonlySet<bigint>;
  readonly #unknown: ReadonlySet<string>;
  /**
   * Ids that no further cancel endangers: cancels of declared orders endanger them anyway, or the vendor says that no
   * order has them.
   */
  readonly #risked: ReadonlySet<bigint>;
  readonly #listing: ListingReading | undefined;
  /**
   * Says why the listing does not show which ids are free, as the start of a sentence. Undefined if it does, provided
   * that it is complete.
   */
  readonly #whyNoAbsence: string | undefined;
  /**
   * A declared order that the listing does not show. A pending one may be used up; any other one means that the listing
   * is incomplete.
   */
  readonly #lacked: Order | undefined;
  readonly #asked: ReadonlySet<bigint>;
  /** The other ids under which the listing shows a declared order. */
  readonly #imagesIn: ReturnType<typeof listedImages>;

  /**
   * @param look without a listing if it was not read to its end: then nothing shows that an id is free
   * @param asked the ids that the listing was searched for; any other id may be taken
   */
  constructor(orders: DeclaredOrders, { listing, isPage = false }: Look, asked: readonly bigint[]) {
    this.#asked = new Set(asked);
    const { pending, shipped, other, unknown } = orders;
    this.#orders = orders;
    const all = declaredOrders({ orders });
    this.#ids = all.map(({ id }) => id);
    this.#listing = listing;
    this.#imagesIn = listing ? listedImages(this.#ids, listing) : () => [];
    this.#pending = new Set(pending);
    this.#refusable = new Set([...shipped, ...other]);
    this.#unknown = new Set(unknown.map(String));
    this.#risked = new Set([...this.#ids.flatMap(likelyMistakesOf), ...unknown]);
    this.#whyNoAbsence = whyNoAbsence(listing, isPage);
    const lacked = this.#whyNoAbsence === undefined ? all.filter(({ id }) => !this.#isListed(id)) : [];
    this.#lacked = lacked.find(({ state }) => state !== 'pending') ?? lacked[0];
  }

  /**
   * The first candidate that may be cancelled. Candidates that no server confuses with a pending order are preferred,
   * then neighbours of the order `neighbourOf`.
   */
  choose({ candidates, neighbourOf }: Pick<Unknown, 'candidates' | 'neighbourOf'>): Candidate | undefined {
    const free = candidates.filter((candidate) => this.isHarmless(candidate));
    const safe = free.filter((candidate) => this.#atRisk(candidate).length === 0);
    const best = safe.length > 0 ? safe : free;
    return best.find((candidate) => candidate.neighbourOf === neighbourOf) ?? best[0];
  }

  /**
   * True if cancelling this candidate harms nobody: it is not a known order, and no careless server could read it as
   * one.
   */
  isHarmless(candidate: Candidate): boolean {
    return mayBeSent(candidate, this.#orders) && this.#isUntaken(candidate) && this.#isFree(candidate);
  }

  #isUntaken(candidate: Candidate): boolean {
    return this.#orders.disposable ? !this.#exists(candidate) : this.#atRisk(candidate).length === 0;
  }

  /** True if neither the candidate nor any likely reading of it can be an order that the listing does not show. */
  #isFree({ text, neighbourOf, riskyPending }: Candidate): boolean {
    const id = int64From(text);
    if (id === undefined || (this.#whyNoAbsence === undefined && this.#lacked === undefined)) return true;
    const isNamed = this.#unknown.has(text);
    const showsNothing = this.#whyNoAbsence !== undefined || this.#lacked?.state !== 'pending';
    if (showsNothing && !isNamed) return false;
    // Next to an order that is not listed, or that belongs to a sequence, there may be more orders.
    const isLonely = (own: bigint): boolean =>
      this.#isListed(own) && !besideOf(own).some((other) => this.#isStranger(other));
    const beside = neighbourOf ?? riskyPending?.find((own) => own > FAR);
    const isBeyond = beside === undefined || isNamed || isLonely(beside);
    const isFar = (reading: bigint): boolean => reading < 0n || isAtEnd(reading) || (reading > FAR && isBeyond);
    // The double next to a declared order is often the next order of a sequence.
    const isRisked = (reading: bigint): boolean =>
      this.#orders.disposable === true || (reading > FAR ? this.#isDeclared(reading) : this.#risked.has(reading));
    return likelyMistakesOf(id).every((reading) => isFar(reading) || (reading === id ? isNamed : isRisked(reading)));
  }

  /** True if the listing shows the order under its own id, or as a double or 32 bits would change the id. */
  #isListed(id: bigint): boolean {
    return this.#listing?.lists(id) === true || this.#imagesIn(id).length > 0;
  }

  #isDeclared(id: bigint): boolean {
    return this.#pending.has(id) || this.#refusable.has(id) || this.#unknown.has(String(id));
  }

  /** Why a declared order is not asked for with the valid key, and what to do; undefined where it may be. */
  whyHeldBack(id: bigint): Unjudged | undefined {
    const other = this.#endangeredBy(id);
    if (other === undefined) return undefined;
    const image = this.#imageAmong([other]);
    if (image !== undefined) return this.#untilListed(image);
    return blocked(
      `A server that rounds ids or cuts them to 32 bits would take order ${id} for order ${other}, which is listed, but not in your fixtures. Declare another order in place of ${id}, or declare ${other} in its own state, or write \`disposable: true\` in the fixtures if the whole store was made for tests.`,
    );
  }

  /** Says why `choose` finds no candidate, and what to do. */
  whyNone({ candidates, neighbourOf, unknown }: Unknown): Unjudged {
    const kept = whyNotAllowed(unknown, candidates, this.#orders, (candidate) => this.#isUntaken(candidate));
    if (kept !== undefined) return kept;
    const reason = this.#whyNotShown(candidates);
    if (reason !== undefined) return this.#untilListed(reason);
    if (unknown === 'zero' && this.#listing?.lists(0n))
      return notApplicable('An order has the id 0, so 0 is not unknown.');
    const image = this.#imageAmong(candidates.flatMap((candidate) => this.#atRisk(candidate)));
    if (image !== undefined) return this.#untilListed(image);
    const neighbours = candidates.filter((candidate) => candidate.neighbourOf === neighbourOf);
    const isDense = neighbours.every((candidate) => this.#exists(candidate));
    // Without `disposable`, another order that has a free neighbour is chosen.
    if (unknown === 'shares-double' && isDense && this.#orders.disposable) {
      return notApplicable(
        `Each id that shares the double of order ${neighbourOf} is an order, so no unknown id shares it.`,
      );
    }
    // Ids that block the candidate that needs the fewest declarations.
    const [{ text, ids } = { text: '', ids: [] }] = candidates
      .map((candidate) => ({ text: candidate.text, ids: this.#atRisk(candidate) }))
      .sort((one, other) => one.ids.length - other.ids.length);
    return blocked(
      `The suite would send DELETE …/${text}. A server that reads ids loosely could read that as order ${declareThem(ids)}, or write \`disposable: true\` in the fixtures if the whole store was made for tests.`,
    );
  }

  /** Nothing is missing once the listing shows which orders exist. */
  #untilListed(reason: string): Unjudged {
    const id = idText(sharedListing('before'));
    return blocked(reason, undefined, { for: this.#listing ? 'ids' : 'listing', id });
  }

  /** Says why nothing shows that these ids are free, and what to do. Undefined if the listing shows it. */
  #whyNotShown(candidates: readonly Candidate[]): string | undefined {
    const why = this.#whyNoAbsence;
    const lacked = this.#lacked;
    if (lacked) {
      return `The listing lacks order ${lacked.id}, which your fixtures declare as ${lacked.state}, so it does not show which orders do not exist. Declare a listed order in its place; or, if it exists, ids that no order has, under \`orders.unknown\`.`;
    }
    if (why === undefined) return undefined;
    const usable = candidates.find(
      (candidate) =>
        this.#atRisk(candidate).length === 0 &&
        likelyMistakesOf(BigInt(candidate.text)).every(
          (id) => this.#orders.disposable || isAtEnd(id) || this.#risked.has(id) || String(id) === candidate.text,
        ),
    );
    const remedy = usable
      ? `Declare such an id in the fixtures, under \`orders.unknown\`: here ${usable.text}, if no order has it.`
      : LIST_IDS;
    return `${why}, so it does not show which orders do not exist. ${remedy}`;
  }

  /**
   * The listed, undeclared order that a real server could read this declared id as. The listing may have changed the id
   * of this very order; but the order may also be a stranger's.
   */
  #endangeredBy(id: bigint): bigint | undefined {
    const listing = this.#listing;
    if (!listing || this.#orders.disposable) return undefined;
    const readings = [...likelyMistakesOf(id), ...imagesOf(id).map(([, image]) => image)];
    return readings.find((other) => other !== id && this.#isStranger(other));
  }

  /**
   * Says that the listing shows a declared order under one of these ids, so that the listing must be repaired first.
   */
  #imageAmong(ids: readonly bigint[]): string | undefined {
    const found = this.#ids
      .flatMap((id) => this.#imagesIn(id).map(([how, image]) => ({ id, how, image })))
      .find(({ image }) => ids.includes(image));
    return (
      found &&
      `Order ${found.id} is listed as ${found.image}, its id ${found.how}, so the listing does not show which ids are free. Let it keep ids whole.`
    );
  }

  /** True if the order is listed and nobody declared it. */
  #isStranger(id: bigint): boolean {
    return this.#listing?.lists(id) === true && !this.#pending.has(id) && !this.#refusable.has(id);
  }

  /**
   * Orders that a server may read the candidate as, without those declared shipped or other: their cancel is refused
   * anyway.
   */
  #atRisk({ text, readings }: Candidate): readonly bigint[] {
    return readings.filter((id) => (this.#refusable.has(id) ? String(id) === text : this.#isTaken(id)));
  }

  #exists({ text, readings }: Candidate): boolean {
    return readings.some((id) => String(id) === text && (this.#refusable.has(id) || this.#isTaken(id)));
  }

  #isTaken(id: bigint): boolean {
    return this.#pending.has(id) || !this.#asked.has(id) || this.#listing?.lists(id) === true;
  }
}

/** Some requests may cancel an order that no listing shows: the store must be disposable, or the fixtures name the id. */
export function mayBeSent({ text, neighbourOf }: Candidate, { disposable, unknown }: DeclaredOrders): boolean {
  if (disposable) return true;
  const sharesDouble = neighbourOf !== undefined && Number(text) === Number(neighbourOf);
  return isPlain(text) && (!sharesDouble || unknown.includes(BigInt(text)));
}

/** Says what the fixtures must say, so that one of these may be sent. Undefined if something else keeps them back. */
export function whyNotAllowed(
  unknown: UnknownKind,
  candidates: readonly Candidate[],
  orders: DeclaredOrders,
  isUntaken: (candidate: Candidate) => boolean = () => true,
): Unjudged | undefined {
  if (orders.disposable) return undefined;
  if (candidates.every(({ text }) => !isPlain(text))) return blocked(NOT_DISPOSABLE);
  const usable = candidates.find((candidate) => !mayBeSent(candidate, orders) && isUntaken(candidate));
  if (unknown !== 'shares-double' || usable === undefined) return undefined;
  return blocked(
    `Only a cancel of ${usable.text} tells the ids above 2^53 apart, and an order that the listing does not show may have it. If no order has it, add it to the fixtures: \`unknown: [${usable.text}]\`. Or is everything in this store test data? Then write \`disposable: true\`.`,
  );
}

/** Ends a sentence that names these orders, and begins the remedy. */
const declareThem = (ids: readonly bigint[]): string =>
  ids.length === 1
    ? `${ids[0]}, which is not in your fixtures. Declare it in its own state`
    : `${ids.join(' or ')}, which are not in your fixtures. Declare them in their own states`;

function whyNoAbsence(listing: ListingReading | undefined, isPage: boolean): string | undefined {
  if (!listing) return 'The listing could not be read to its end';
  if (!showsAbsence(listing)) return whyNoIds(listing);
  return isPage ? 'The listing says that it is one page of several' : undefined;
}

/** An incomplete listing may omit any order of a sequence, but hardly one this far from the declared orders. */
const FAR = 2n ** 42n;

const LIST_IDS = 'The listing must be whole, and carry an `id` that is an int64 in each element.';

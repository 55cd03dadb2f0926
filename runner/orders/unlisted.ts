import type { ListingReading } from '../listing/listing.js';
import type { DeclaredOrders } from '../settings/settings.js';
import type { Candidate } from './candidates.js';

export type Resolution =
  | { readonly found: true; readonly candidate: Candidate }
  | { readonly found: false; readonly reason: string };

/** A listing that was read to its end, and in which every element carries an `id`, shows that an order does not exist. */
export const showsAbsence = (listing: ListingReading | undefined): listing is ListingReading =>
  listing !== undefined && listing.problem === undefined && listing.withoutId === 0;

/**
 * The first candidate that may be cancelled without harm: the fixtures declare that it exists nowhere, or the
 * listing shows that neither it nor any order that a careless server could take it for exists.
 */
export function resolveUnknown(
  candidates: readonly Candidate[],
  declared: DeclaredOrders,
  listing: ListingReading | undefined,
): Resolution {
  const existing = new Set([...declared.pending, ...declared.shipped, ...declared.other]);
  const proof = showsAbsence(listing) ? listing : undefined;
  const harmless = candidates.find(({ text, mistakenFor }) => {
    if (mistakenFor.some((id) => existing.has(id) || proof?.lists(id))) return false;
    return proof !== undefined || mistakenFor.length === 0 || declared.unknown.some((id) => String(id) === text);
  });
  if (harmless) return { found: true, candidate: harmless };
  const reason = proof
    ? 'Every id that the suite could have used is taken by a listed order, or could be mistaken for one.'
    : listing && listing.problem === undefined
      ? 'Elements of the listing carry no `id`, so it does not show which orders do not exist.'
      : 'The listing could not be read to its end, so it does not show which orders do not exist.';
  return { found: false, reason: `${reason} Declare such an id in the fixtures, under \`orders.unknown\`.` };
}

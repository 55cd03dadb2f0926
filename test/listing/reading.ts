import { ListingReader, type ListingReading } from '../../evidence/listing/index.js';

/** Reads a body that comes in chunks of the given size. */
export function readListing(
  body: Uint8Array | string,
  { chunk = Number.POSITIVE_INFINITY, complete = true }: { chunk?: number; complete?: boolean } = {},
  { use = 'elements', ask = [] }: Partial<ConstructorParameters<typeof ListingReader>[0]> = {},
): ListingReading {
  const bytes = Buffer.from(body);
  const reader = new ListingReader({ use, ask });
  const size = Math.min(chunk, Math.max(bytes.length, 1));
  for (let from = 0; from < bytes.length; from += size) reader.write(bytes.subarray(from, from + size));
  reader.end(complete);
  return reader.reading();
}

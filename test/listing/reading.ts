import {
  ListingReader,
  type ListingReaderOptions,
  type ListingReading,
  type ListingRequest,
} from '../../runner/listing/index.js';

/** Reads a body that comes in chunks of the given size; through the shape lane, however small it is. */
export async function readListing(
  body: Uint8Array | string,
  {
    chunk = Number.POSITIVE_INFINITY,
    complete = true,
    ...options
  }: ListingReaderOptions & { chunk?: number; complete?: boolean } = {},
  { use = 'elements', ask = [] }: Partial<ListingRequest> = {},
): Promise<ListingReading> {
  const bytes = Buffer.from(body);
  const reader = new ListingReader({ use, ask }, { laneBytes: 0, ...options });
  const size = Math.min(chunk, Math.max(bytes.length, 1));
  for (let from = 0; from < bytes.length; from += size) reader.write(bytes.subarray(from, from + size));
  reader.end(complete);
  return reader.reading();
}

/** The place of a deviation in a response, as reports show it: `header Content-Type`, `body /3/id` (a JSON Pointer). */
export type Place =
  | 'status'
  /** The whole response is missing. */
  | 'response'
  | `header ${'Content-Encoding' | 'Content-Length' | 'Content-Range' | 'Content-Type' | 'Link' | 'Transfer-Encoding' | 'WWW-Authenticate'}`
  /** The body as a whole. */
  | 'body'
  | `body byte ${number}`
  | `body /${string}`
  | 'bytes after the header'
  | 'base address';

/** The part of a response that a place is in. */
export type PlacePart = 'header' | 'byte' | 'member' | Exclude<Place, `header ${string}` | `body ${string}`>;

export function partOf(place: Place): PlacePart {
  if (place.startsWith('header ')) return 'header';
  if (place.startsWith('body byte ')) return 'byte';
  return place.startsWith('body /') ? 'member' : (place as PlacePart);
}

const BODY: ReadonlySet<PlacePart> = new Set(['body', 'byte', 'member']);

export const isInBody = (place: Place): boolean => BODY.has(partOf(place));

/** @param pointer a JSON Pointer, empty for the whole body */
export const placeOf = (pointer: string): Place => (pointer === '' ? 'body' : `body /${pointer.slice(1)}`);

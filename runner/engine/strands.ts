import { idText, orderOf, type Request } from '../evidence/request.js';

/** The requests on one connection, in order. */
export type Strand = readonly Request[];

export function strandsOf(requests: readonly Request[]): Strand[] {
  const strands = new Map<string, Request[]>();
  for (const request of requests) {
    const name = request.connection ?? idText(request.id);
    strands.set(name, [...(strands.get(name) ?? []), request]);
  }
  return [...strands.values()];
}

/** True if the request can use up an order. */
export const mayCancel = (request: Request): boolean =>
  request.credential === 'valid' && orderOf(request)?.state === 'pending';

import { idText, orderOf, type Request } from '../evidence/request.js';

/** What goes over one connection, in its order. */
export type Strand = readonly Request[];

export function strandsOf(requests: readonly Request[]): Strand[] {
  const strands = new Map<string, Request[]>();
  for (const request of requests) {
    const name = request.connection ?? idText(request.id);
    strands.set(name, [...(strands.get(name) ?? []), request]);
  }
  return [...strands.values()];
}

/** It uses up an order. */
export const mayCancel = (request: Request): boolean =>
  request.credential === 'valid' && orderOf(request)?.state === 'pending';

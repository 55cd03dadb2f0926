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

/** What only opens a connection that others of these use. Of repetitions, thousands of connections would be open. */
export const openersOf = (requests: readonly Request[]): readonly Request[] =>
  strandsOf(requests).flatMap(([first]) => (first?.role === 'opener' && first.id.nth === 1 ? [first] : []));

/** It uses up an order. */
export const mayCancel = (request: Request): boolean =>
  request.credential === 'valid' && orderOf(request)?.state === 'pending';

import { type Plan, requestsOf } from '../evidence/plan.js';
import { idText, isCancel, type Request } from '../evidence/request.js';

/** The silence after a response on a kept connection, in exchanges: as long as many of them are on a network nearby. */
const SILENCE = 10;

/**
 * How many exchanges long the longest chain is that begins with each request, by the text of its id: what waits for it,
 * what waits for that, and so on.
 */
export function chainLengths(plan: Plan): ReadonlyMap<string, number> {
  const requests = requestsOf(plan);
  const followers = new Map<string, Request[]>();
  for (const request of requests) {
    for (const earlier of request.after) {
      const id = idText(earlier);
      followers.set(id, [...(followers.get(id) ?? []), request]);
    }
  }
  const lengths = new Map<string, number>();
  const lengthOf = ({ id, connection }: Request): number => {
    const text = idText(id);
    const known = lengths.get(text);
    if (known !== undefined) return known;
    const rest = (followers.get(text) ?? []).map((next) => {
      const waits = connection !== undefined && next.connection === connection ? SILENCE : 0;
      return waits + lengthOf(next);
    });
    const length = 1 + Math.max(0, ...rest);
    lengths.set(text, length);
    return length;
  };
  for (const request of requests) lengthOf(request);
  const cancels = requests.filter((request) => isCancel(request) && request.after.length > 0);
  const first = Math.max(0, ...cancels.map(lengthOf));
  for (const request of requests.filter(showsMoreBefore)) {
    lengths.set(idText(request.id), Math.max(lengthOf(request), first));
  }
  return lengths;
}

/** What a store shows that nobody has touched: it goes out before any cancel that waits for more. */
const showsMoreBefore = ({ aim, after, role }: Request): boolean =>
  aim.kind === 'listing'
    ? after.length === 0
    : role === 'cancel' && aim.kind === 'order' && aim.order.state !== 'pending';

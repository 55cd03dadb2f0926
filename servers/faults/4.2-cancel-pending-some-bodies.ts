import { setTimeout as delay } from 'node:timers/promises';
import { onStatus, together } from '../changes.js';
import type { Fault } from '../fault.js';
import { withHeader } from '../reply.js';
import { type Behaviour, type Call, cancelPending } from '../steps.js';

/** Announces a body with some 204s, and sends none. */
const announcingBody = (concerns: (call: Call) => boolean): Behaviour =>
  onStatus(204, (reply, call) => (concerns(call) ? withHeader(reply, 'Content-Length', '16') : reply));

const idOf = ({ idText }: Call): bigint => BigInt(idText);

/** Announces a body with the nth 204 of a server. */
const announcingBodyOfNth =
  (concerns: (nth: number) => boolean): Behaviour =>
  (reference) => {
    let count = 0;
    return announcingBody(() => {
      count += 1;
      return concerns(count);
    })(reference);
  };

/** Announces a body only if another cancel of the same order arrived during the first one. */
const announcingBodyInRace: Behaviour = (reference) => {
  const running = new Map<bigint, number>();
  const contested = new Set<bigint>();
  return together(
    () => ({
      cancel: async (orders, order) => {
        const before = running.get(order.id) ?? 0;
        running.set(order.id, before + 1);
        if (before > 0) contested.add(order.id);
        const outcome = cancelPending(orders, order);
        await delay(20, undefined, { ref: false });
        running.set(order.id, (running.get(order.id) ?? 1) - 1);
        return outcome;
      },
    }),
    announcingBody((call) => contested.has(idOf(call))),
  )(reference);
};

/** Faults that announce a body with some 204s only. */
export const someNoContentFaults: readonly Fault[] = [
  {
    id: 'no-content-length-for-long-ids',
    summary: 'sends a Content-Length above 0 with the 204 for an id above 2^53',
    who: 'A second route for ids that are texts, with another handler.',
    behaviour: announcingBody((call) => idOf(call) > 2n ** 53n),
  },
  {
    id: 'no-content-length-for-small-ids',
    summary: 'sends a Content-Length above 0 with the 204 for an id below 2^31',
    who: 'A second route for ids of the old system, with another handler.',
    behaviour: announcingBody((call) => idOf(call) < 2n ** 31n),
  },
  {
    id: 'first-no-content-with-length',
    summary: 'sends a Content-Length above 0 with the first 204 only',
    who: 'A header that stays from the warm-up of a cache.',
    behaviour: announcingBodyOfNth((nth) => nth === 1),
  },
  {
    id: 'later-no-content-with-length',
    summary: 'sends a Content-Length above 0 with every 204 but the first',
    who: 'A response object that is used again with the headers of the one before.',
    behaviour: announcingBodyOfNth((nth) => nth > 1),
  },
  {
    id: 'no-content-length-in-race',
    summary: 'sends a Content-Length above 0 with the 204 of the cancel that wins against simultaneous ones',
    who: 'A path for conflicts that answers with the body of the winner.',
    behaviour: announcingBodyInRace,
  },
].map((fault) => ({ ...fault, requirements: ['cancel.pending.no-body'] }));

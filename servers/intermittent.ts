import type { Fault } from './fault.js';
import type { Call, Steps } from './steps.js';

export interface Rate {
  /** The fault shows in one of this many answers or connections. */
  readonly every: number;
  /** The unit, counted for each operation: answers, or connections, as with a load balancer. Default: answers. */
  readonly of?: 'answers' | 'connections';
  /** With a seed, chance decides, in the same way each time. Otherwise the fault shows at regular intervals. */
  readonly seed?: number;
}

/** Random numbers by mulberry32, which needs only 32 bits. */
const chances = (seed: number): (() => number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const turns = ({ every, seed }: Rate): (() => boolean) => {
  if (seed !== undefined) {
    const next = chances(seed);
    return () => next() * every < 1;
  }
  let count = 0;
  return () => {
    count += 1;
    return count % every === 0;
  };
};

const perOperation = (rate: Rate): ((call: Call) => boolean) => {
  const shows = { listOrders: turns(rate), cancelOrder: turns(rate) };
  return ({ operation }) => shows[operation]();
};

const perConnection = (rate: Rate): ((call: Call) => boolean) => {
  const decided = new WeakMap<object, boolean>();
  const shows = perOperation(rate);
  return (call) => {
    const decision = decided.get(call.connection) ?? shows(call);
    decided.set(call.connection, decision);
    return decision;
  };
};

/** A server with the fault in some answers only: one of several replicas has the old version, or a cache is stale. */
export const intermittent = (fault: Fault, rate: Rate): Fault => {
  const counted = rate.of ?? 'answers';
  return {
    ...fault,
    id: `${fault.id}-in-1-of-${rate.every}-${counted}`,
    summary: `${fault.summary}, in 1 of ${rate.every} ${counted}`,
    behaviour: (reference) => {
      const faulty: Steps = { ...reference, ...fault.behaviour(reference) };
      const shows = counted === 'answers' ? perOperation(rate) : perConnection(rate);
      return {
        prefix: faulty.prefix,
        configure: faulty.configure,
        choose: (call) => (shows(call) ? faulty : reference),
      };
    },
  };
};

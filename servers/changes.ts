import type { Json, JsonObject } from './json.js';
import type { Order } from './order.js';
import type { ErrorRecord, Reply } from './reply.js';
import { type Behaviour, type Call, orderJson, type Refusal, type Steps } from './steps.js';

/** Changes every reply. */
export const finishing =
  (finish: (reply: Reply, call: Call) => Reply): Behaviour =>
  ({ finish: before }) => ({ finish: (reply, call) => finish(before(reply, call), call) });

/** Changes the replies with one of these statuses. */
export const onStatus = (
  statuses: number | readonly number[],
  change: (reply: Reply, call: Call) => Reply,
): Behaviour => finishing((reply, call) => ([statuses].flat().includes(reply.status) ? change(reply, call) : reply));

/** Changes the 200 of the listing. */
export const onListing = (change: (reply: Reply, call: Call) => Reply): Behaviour => onStatus(200, change);

/** Renders each order in the listing differently. `members` are those of the reference. */
export const listingEach =
  (render: (members: JsonObject, order: Order) => Json): Behaviour =>
  () => ({ renderOrder: (order) => render(orderJson(order), order) });

/** Lists each order with these members set. Undefined removes one. */
export const listingWith = (changed: JsonObject): Behaviour => listingEach((members) => ({ ...members, ...changed }));

/** Answers a refusal with another status or Error. */
export const refusing =
  (refusal: Refusal, change: Partial<ErrorRecord>): Behaviour =>
  ({ errors }) => ({ errors: { ...errors, [refusal]: { ...errors[refusal], ...change } } });

/** Sends another body for the Errors with one of these statuses. */
export const erring = (
  statuses: readonly number[],
  render: (members: JsonObject, error: ErrorRecord) => Json,
): Behaviour => {
  return ({ renderError }) => ({
    renderError: (error) => (statuses.includes(error.status) ? render({ ...error }, error) : renderError(error)),
  });
};

/** Combines several changes into one server. Each one builds on those before it. */
export const together =
  (...behaviours: readonly Behaviour[]): Behaviour =>
  (reference) => {
    const changes: Partial<Steps> = {};
    for (const behaviour of behaviours) Object.assign(changes, behaviour({ ...reference, ...changes }));
    return changes;
  };

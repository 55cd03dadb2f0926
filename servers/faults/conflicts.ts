import { onStatus } from '../changes.js';
import type { OrderStatus } from '../order.js';
import { errorReply, jsonReply, type Reply } from '../reply.js';
import { type Behaviour, type Call, parseInt64 } from '../steps.js';

const statusOf = ({ idText, orders }: Call): OrderStatus | undefined => {
  const id = parseInt64(idText);
  return id === undefined ? undefined : orders.get(id)?.status;
};

export const noContent: Reply = { status: 204, headers: [] };

export const succeeded = (status: number): Reply => jsonReply(status, { deleted: true });

export const refused = (status: number): Reply =>
  errorReply({ status, code: 'refused', message: 'The order is not pending.' });

/** Replaces the 409 for orders in one state. */
export const insteadOf409 = (state: OrderStatus, reply: (conflict: Reply, call: Call) => Reply): Behaviour =>
  onStatus(409, (conflict, call) => (statusOf(call) === state ? reply(conflict, call) : conflict));

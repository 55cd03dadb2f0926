/** The states that a run can be told of (§3): the contract names pending and shipped; `other` is any that is neither. */
export const ORDER_STATES = ['pending', 'shipped', 'other'] as const;

export type OrderState = (typeof ORDER_STATES)[number];

/** An order that the fixtures declare to exist. */
export interface Order {
  readonly id: bigint;
  readonly state: OrderState;
}

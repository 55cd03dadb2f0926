import type { PlanInputs } from '../plan.js';

export const saveBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export const loadBytes = (saved: string): Buffer => Buffer.from(saved, 'base64');

/** Converts the saved inputs of a plan, from a validated line: their ids are texts. */
export function loadInputs({ orders, ...inputs }: PlanInputs): PlanInputs {
  const ids = (list: readonly unknown[]): bigint[] => list.map((id) => BigInt(String(id)));
  const { pending, shipped, other, unknown, provisioned, spent } = orders;
  const lists = { pending: ids(pending), shipped: ids(shipped), other: ids(other), unknown: ids(unknown) };
  const marked = { ...(provisioned && { provisioned: ids(provisioned) }), ...(spent && { spent: ids(spent) }) };
  return { ...inputs, orders: { ...orders, ...lists, ...marked } };
}

import type { Plan } from '../plan.js';

/** The members of a plan that hold int64 values: texts in JSON. */
const ID_MEMBERS = ['pending', 'shipped', 'other', 'unknown', 'id', 'near', 'mistakenFor', 'ours'];

/** Turns the texts of order ids back into int64; those of scenarios and requests are not numbers. */
function load(value: unknown, member: string): unknown {
  if (typeof value === 'string') return ID_MEMBERS.includes(member) && /^-?\d+$/.test(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map((item) => load(item, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, load(inner, name)]));
}

/** A plan as JSON has it, in a line that was validated. */
export const loadPlan = (saved: unknown): Plan => load(saved, '') as Plan;

import { type Fault, faults } from '../../servers/faults/index.js';
import { type Variant, variants } from '../../servers/variants/index.js';

export const fault = (id: string): Fault => find(faults, id);

export const variant = (id: string): Variant => find(variants, id);

function find<T extends { readonly id: string }>(known: readonly T[], id: string): T {
  const found = known.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`There is no server "${id}".`);
  return found;
}

import type { ListingReading } from '../../runner/evidence/evidence.js';
import { isUnjudged } from '../../runner/evidence/unjudged.js';
import { parseObject } from '../attribution/shown-state.js';
import type { Observer } from '../rule.js';
import { MEMBERS } from './rules.js';

const quantity: Observer = {
  ambiguity: 'quantity-not-positive',
  observe: (evidence) => {
    const before = evidence.listing('before');
    if (isUnjudged(before)) return [];
    const { quantityNotPositive } = before.reading;
    return [{ observed: quantityNotPositive === 0 ? 'no' : `yes, in ${quantityNotPositive} elements` }];
  },
};

/** A further member whose text is the same for all declared pending orders, and another for the shipped ones. */
const statusMember: Observer = {
  ambiguity: 'status-member',
  observe: (evidence) => {
    const { orders } = evidence.plan;
    const before = evidence.readings.get('listing/before');
    const [pending, shipped] = [elementsOf(orders.pending, before), elementsOf(orders.shipped, before)];
    const [first] = pending;
    if (!first || shipped.length === 0) return [];
    const name = Object.keys(first).find((candidate) => {
      const isSame = (value: unknown) => typeof value === 'string' && value === first[candidate];
      const tells =
        pending.every((order) => isSame(order[candidate])) && !shipped.some((order) => isSame(order[candidate]));
      return !(`/${candidate}` in MEMBERS) && tells;
    });
    return name === undefined ? [] : [{ observed: '', quoted: name }];
  },
};

const elementsOf = (ids: readonly bigint[], reading: ListingReading | undefined): Readonly<Record<string, unknown>>[] =>
  ids.flatMap((id) => {
    const text = reading?.elements.get(id);
    return text === undefined ? [] : [parseObject(text)];
  });

export const orderObservers: readonly Observer[] = [quantity, statusMember];

import { listingEach } from '../changes.js';
import type { Fault } from '../fault.js';
import { type Json, literal, writeJson } from '../json.js';
import type { Behaviour } from '../steps.js';

/** Writes a wrong value of a member before the right one. */
const preceding = (name: string, value: Json): Behaviour =>
  listingEach((members) =>
    members[name] === undefined ? members : literal(`{"${name}":${writeJson(value)},${writeJson(members).slice(1)}`),
  );

/** Members that are listed twice. The last value is right, and it is the one that parsers keep. */
export const repeatedMemberFaults: readonly Fault[] = [
  {
    id: 'quantity-twice-last-right',
    summary: 'lists `quantity` twice, first as a string',
    who: 'A serialiser with an old and a new name for one member, mapped to the same.',
    behaviour: preceding('quantity', '2'),
  },
  {
    id: 'id-twice-last-right',
    summary: 'lists `id` twice, first the one of the database',
    who: 'Objects that are merged as text.',
    behaviour: preceding('id', 'a3f1c2d4'),
  },
  {
    id: 'ship-date-twice-last-right',
    summary: 'lists `shipDate` twice, first as `null`',
    who: 'Templates that write a default, then the value.',
    behaviour: preceding('shipDate', null),
  },
].map((fault) => ({ ...fault, requirements: ['order.members-unique'] }));

import { unknownIds } from '../../fixtures/unknown-ids.js';
import { listingEach, listingWith } from '../changes.js';
import type { Fault } from '../fault.js';
import { type Json, type JsonObject, literal, writeJson } from '../json.js';
import type { Behaviour } from '../steps.js';

/** If elements have no id, the listing does not show which ids are free. */
const withoutIds = { unknown: unknownIds };

const listingAlso =
  (further: JsonObject): Behaviour =>
  ({ renderListing }) => ({
    renderListing: (orders, call) => renderListing([...orders, further], call),
  });

/** Writes a member at the end of each order, even if the order has it already. */
const appending = (member: string): Behaviour =>
  listingEach((members) => literal(writeJson(members).replace(/\}$/, `,${member}}`)));

interface WrongValue {
  readonly member: keyof typeof requirementOf;
  readonly id: string;
  readonly what: string;
  readonly who: string;
  readonly value: Json;
}

const requirementOf = {
  petId: 'order.pet-id',
  quantity: 'order.quantity',
  complete: 'order.complete',
} as const;

const values: readonly WrongValue[] = [
  {
    member: 'petId',
    id: 'pet-id-text',
    what: 'a string of digits',
    who: 'Services that protect JavaScript clients from long integers.',
    value: '9007199254740993',
  },
  {
    member: 'petId',
    id: 'pet-id-null',
    what: '`null`',
    who: 'Serialisers that write members that are not set.',
    value: null,
  },
  { member: 'petId', id: 'pet-id-uint64', what: '2^64-1', who: 'Unsigned columns.', value: 2n ** 64n - 1n },
  { member: 'petId', id: 'pet-id-fraction', what: '1.5', who: 'Columns of a decimal type.', value: 1.5 },
  { member: 'petId', id: 'pet-id-object', what: 'the pet itself', who: 'ORMs that embed relations.', value: { id: 1 } },
  {
    member: 'petId',
    id: 'pet-id-uuid',
    what: 'a UUID',
    who: 'Stores that changed their keys.',
    value: 'a3f1c2d4-0000',
  },
  { member: 'quantity', id: 'quantity-fraction', what: '1.5', who: 'Goods sold by weight.', value: 1.5 },
  {
    member: 'quantity',
    id: 'quantity-text',
    what: 'a string',
    who: 'PHP with MySQL, whose driver returns text.',
    value: '1',
  },
  { member: 'quantity', id: 'quantity-null', what: '`null`', who: 'Nullable columns.', value: null },
  { member: 'quantity', id: 'quantity-true', what: '`true`', who: 'Columns of type `TINYINT(1)`.', value: true },
  {
    member: 'quantity',
    id: 'quantity-rounding-error',
    what: '2.9999999999999996',
    who: 'Sums of doubles.',
    value: literal('2.9999999999999996'),
  },
  {
    member: 'complete',
    id: 'complete-text',
    what: '"true"',
    who: 'Form values that were stored as they came.',
    value: 'true',
  },
  { member: 'complete', id: 'complete-number', what: '1', who: 'MySQL and SQLite, which have no booleans.', value: 1 },
  { member: 'complete', id: 'complete-null', what: '`null`', who: 'Columns with three states.', value: null },
  { member: 'complete', id: 'complete-word', what: '"Y"', who: 'Oracle, which long had no booleans.', value: 'Y' },
];

const valueFaults: readonly Fault[] = values.map(({ member, id, what, who, value }) => ({
  id,
  summary: `lists ${what} as \`${member}\``,
  who,
  requirements: [requirementOf[member]],
  behaviour: listingWith({ [member]: value }),
}));

const idFaults: readonly Fault[] = [
  {
    id: 'id-text',
    summary: 'lists ids as strings',
    who: 'protobuf’s JSON mapping, and services that protect JavaScript clients.',
    requirements: ['order.id'],
    behaviour: listingEach((members, { id }) => ({ ...members, id: String(id) })),
  },
  {
    id: 'id-null',
    summary: 'lists an order with `null` as its id',
    who: 'Orders that are listed before they were saved.',
    requirements: ['order.id'],
    behaviour: listingAlso({ id: null, quantity: 1 }),
    ...withoutIds,
  },
  {
    id: 'id-fraction',
    summary: 'lists an order with a fraction as its id',
    who: 'Split orders that are numbered as parts.',
    requirements: ['order.id'],
    behaviour: listingAlso({ id: 101.5, quantity: 1 }),
    ...withoutIds,
  },
  {
    id: 'id-above-int64',
    summary: 'lists an order with the id 2^63',
    who: 'Unsigned keys, and ids that are hashes.',
    requirements: ['order.id'],
    behaviour: listingAlso({ id: 2n ** 63n, quantity: 1 }),
    ...withoutIds,
  },
  {
    id: 'id-below-int64',
    summary: 'lists an order with the id -2^63-1',
    who: 'Counters of arbitrary precision.',
    requirements: ['order.id'],
    behaviour: listingAlso({ id: -(2n ** 63n) - 1n, quantity: 1 }),
    ...withoutIds,
  },
  {
    id: 'long-ids-as-double',
    summary: 'lists ids rounded to doubles',
    who: 'JavaScript services that parse or write ids as numbers.',
    requirements: ['list.complete'],
    behaviour: listingEach((members, { id }) => ({ ...members, id: BigInt(Number(id)) })),
  },
  {
    id: 'long-ids-as-int32',
    summary: 'lists ids cut to 32 bits',
    who: 'A field of the kind int32 in the message to a back end.',
    requirements: ['list.complete'],
    behaviour: listingEach((members, { id }) => ({ ...members, id: BigInt.asIntN(32, id) })),
  },
  {
    id: 'order-listed-twice',
    summary: 'lists an order twice',
    who: 'Joins with the order’s items.',
    requirements: ['order.id-unique'],
    behaviour: ({ select }) => ({
      select: (orders, call) => select(orders, call).flatMap((order) => (order.id === 202n ? [order, order] : [order])),
    }),
  },
  {
    id: 'same-id-spelled-twice',
    summary: 'lists a shipped order once more, with its id spelled as `202.0`',
    who: 'Exports of two sources, one of which has decimal keys.',
    requirements: ['order.id-unique'],
    behaviour: listingAlso({ id: literal('202.0'), quantity: 3 }),
  },
];

const memberFaults: readonly Fault[] = [
  {
    id: 'repeated-member',
    summary: 'lists a member twice in one object',
    who: 'Encoders that write the fields of a class and of its parent.',
    requirements: ['order.members-unique'],
    behaviour: appending('"status":"PENDING"'),
  },
  {
    id: 'repeated-member-of-delivered',
    summary: 'lists a member twice in delivered orders',
    who: 'A join whose tables both have the column, for the orders that have a row in each.',
    requirements: ['order.members-unique'],
    behaviour: listingEach((members, { status }) =>
      status === 'delivered' ? literal(writeJson(members).replace(/\}$/, ',"status":"DELIVERED"}')) : members,
    ),
  },
  {
    id: 'repeated-nested-member',
    summary: 'lists a member twice in an object inside of an order',
    who: 'String templates for embedded objects.',
    requirements: ['order.members-unique'],
    behaviour: appending('"customer":{"name":"Ada","name":"Ida"}'),
  },
  {
    id: 'repeated-escaped-member',
    summary: 'lists a member twice, once with an escape in its name',
    who: 'Merges of documents by their text.',
    requirements: ['order.members-unique'],
    behaviour: appending('"st\\u0061tus":"PENDING"'),
  },
];

const elements = [
  { id: 'orders-null', what: '`null` for each order', who: 'Go’s nil pointers.', value: null },
  { id: 'orders-text', what: 'the address of each order', who: 'Hypermedia collections.', value: '/orders/1' },
  { id: 'orders-list', what: 'an array for each order', who: 'Database cursors that return rows.', value: [1, 2] },
  { id: 'orders-number', what: 'a number for each order', who: 'Interfaces that list ids only.', value: 1 },
] as const;

const elementFaults: readonly Fault[] = elements.map(({ id, what, who, value }) => ({
  id,
  summary: `lists ${what}`,
  who,
  requirements: ['order.object'],
  behaviour: listingEach(() => value),
  ...withoutIds,
}));

export const listingMemberFaults: readonly Fault[] = [...elementFaults, ...idFaults, ...valueFaults, ...memberFaults];

import { type StoredOrder, store } from '../store.js';
import { dateTimeOf } from './date-time.js';
import { type Expectation, open, violating, violatingSomeOf } from './expectation.js';
import { int64Of, isInteger, type JsonObject, type JsonValue, readJson, repeatsMember, valuesOf } from './json.js';

/** §2. A further member may be anything. */
const orderMembers = {
  id: { requirement: 'order.id', holds: (value: JsonValue) => int64Of(value) !== undefined },
  petId: { requirement: 'order.pet-id', holds: (value: JsonValue) => int64Of(value) !== undefined },
  quantity: { requirement: 'order.quantity', holds: isInteger },
  complete: { requirement: 'order.complete', holds: ({ type }: JsonValue) => type === 'boolean' },
} as const;

/** Of a repeated member, the last value counts: the repetition is told by itself (RFC 8259 §4). */
const lastValueOf = (object: JsonObject, name: string): readonly JsonValue[] => valuesOf(object, name).slice(-1);

const ORDER_REQUIREMENTS = [
  'order.object',
  'order.id-unique',
  'order.members-unique',
  'order.ship-date',
  'order.ship-date-rfc3339',
  ...Object.values(orderMembers).map(({ requirement }) => requirement),
];

const shipDatesOf = (order: JsonObject) =>
  lastValueOf(order, 'shipDate').map((value) => (value.type === 'string' ? dateTimeOf(value.value) : 'neither'));

function brokenByOrder(order: JsonObject): readonly string[] {
  const dates = shipDatesOf(order);
  return [
    ...Object.entries(orderMembers).flatMap(([name, { requirement, holds }]) =>
      lastValueOf(order, name).every(holds) ? [] : [requirement],
    ),
    ...(dates.includes('neither') ? ['order.ship-date'] : []),
    ...(dates.includes('iso8601') ? ['order.ship-date-rfc3339'] : []),
  ];
}

/** The exact ids that are listed, and how many elements have none that can be told. */
interface Listed {
  readonly ids: readonly bigint[];
  readonly without: number;
}

function listedBy(items: readonly JsonValue[], orders: readonly JsonObject[]): Listed {
  const ids = orders.flatMap((order) => lastValueOf(order, 'id').flatMap((id) => int64Of(id) ?? []));
  return { ids, without: items.length - ids.length };
}

const ENDS = [2n ** 31n - 1n, 2n ** 32n - 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 63n - 1n];

/** Orders that a careless server could cancel in place of this one: no client that knows of them asks for its cancel. */
function mistakesFor(id: bigint): readonly bigint[] {
  const read = [id, BigInt(Number(id)), BigInt(Math.fround(Number(id)))];
  const held = read.flatMap((value) => [value, BigInt.asIntN(32, value), BigInt.asUintN(32, value)]);
  return [...held, ...held.map((value) => -value), ...ENDS.filter((end) => id > end)];
}

/** It lists an order that is nobody's, and that could be cancelled in place of one of the store. */
const endangers = ({ ids }: Listed): boolean =>
  store.some(({ id }) =>
    mistakesFor(id).some((other) => ids.includes(other) && !store.some((order) => order.id === other)),
  );

/** An element without an id may stand for any order; one with another id stands for none of these. */
const leavesOut = ({ ids, without }: Listed, existing: readonly StoredOrder[]): boolean =>
  existing.filter(({ id }) => !ids.includes(id)).length > without;

/**
 * §0, §2, §4.1: the body of a listing that should hold every order of the store, before any is cancelled or at some
 * time afterwards. Which pending orders are cancelled by then is up to the client, and whether such an order stays in
 * the listing is not shown.
 */
export function judgeListingBody(bytes: Uint8Array, time: 'before-any-cancel' | 'after-some-cancel'): Expectation {
  const listing = readJson(bytes);
  // What comes before the place where it breaks may be wrong as well.
  if (listing === undefined) return violating(['list.json'], ORDER_REQUIREMENTS);
  if (listing.type !== 'array') return violating(['list.array']);
  const orders = listing.items.filter((item) => item.type === 'object');
  const listed = listedBy(listing.items, orders);
  if (orders.flatMap(shipDatesOf).includes('disputed') || endangers(listed)) return open;
  const broken = [
    ...(orders.length < listing.items.length ? ['order.object'] : []),
    ...orders.flatMap(brokenByOrder),
    ...(new Set(listed.ids).size < listed.ids.length ? ['order.id-unique'] : []),
    ...(repeatsMember(listing) ? ['order.members-unique'] : []),
  ];
  if (time === 'before-any-cancel') {
    return violating([...broken, ...(leavesOut(listed, store) ? ['list.complete'] : [])]);
  }
  const settled = store.filter(({ status }) => status !== 'pending');
  if (leavesOut(listed, settled)) return violatingSomeOf([...broken, ...leftOutLater]);
  return leavesOut(listed, store) ? open : violating(broken);
}

/** Ways to say that an order was listed before, and is not any more. */
export const leftOutLater = ['list.complete', 'cancel.others-untouched', 'cancel.shipped.unchanged'];

/** §2, §7: the body of a 401 or 404. */
export function judgeErrorBody(bytes: Uint8Array, status: '401' | '404'): Expectation {
  const requirement = (name: string) => `error.${status}.${name}`;
  if (bytes.length === 0) return violating([requirement('object')]);
  const error = readJson(bytes);
  if (error === undefined) return violating([requirement('json')]);
  if (error.type !== 'object') return violating([requirement('object')]);
  const isMissingOr = (name: string, holds: (value: JsonValue) => boolean) => {
    const values = lastValueOf(error, name);
    return values.length === 0 || !values.every(holds);
  };
  const otherStatus = lastValueOf(error, 'status').some(
    (value) => isInteger(value) && int64Of(value) !== BigInt(status),
  );
  return violating([
    ...(isMissingOr('code', ({ type }) => type === 'string') ? [requirement('code')] : []),
    ...(isMissingOr('message', ({ type }) => type === 'string') ? [requirement('message')] : []),
    ...(isMissingOr('status', isInteger) ? [requirement('status')] : []),
    ...(otherStatus ? [requirement('status-equals')] : []),
  ]);
}

/** §7: what a 409 for a shipped order says is not shown; §0: it is JSON where it is there. */
export const judgeConflictBody = (bytes: Uint8Array): Expectation =>
  violating(bytes.length > 0 && readJson(bytes) === undefined ? ['cancel.shipped.body-json'] : []);

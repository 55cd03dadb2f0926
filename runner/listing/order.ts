import { integerOf, isHarmless, parseFaithfully } from './exact.js';
import { sourceAt } from './outline.js';
import { type SchemaError, validateOrder } from './schema/validators.generated.js';

/** What is learnt of an element of a listing. */
export interface Order {
  readonly errors: readonly SchemaError[];
  /** An int64, compact; also of a string of its digits, since that shows which ids are taken as well. */
  readonly id: number | bigint | undefined;
  readonly isQuantityPositive: boolean;
}

const OVERFLOWS = /\d[eE]\+?\d{3}/;
const DIGITS = /^(?:0|-?[1-9]\d{0,18})$/;

/** @param longs numbers in it that JSON.parse may have rounded */
export function orderOf(parsed: unknown, longs: readonly string[], text: () => string): Order {
  if (!longs.every(isHarmless)) return orderIn(parseFaithfully(text()), [], text);
  const errors = validateOrder(parsed);
  if (errors.length > 0 && OVERFLOWS.test(text())) return orderIn(parseFaithfully(text()), [], text);
  return orderIn(parsed, longs, text, errors);
}

function orderIn(value: unknown, longs: readonly string[], text: () => string, errors = validateOrder(value)): Order {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const order = (isObject ? value : {}) as Readonly<Record<string, unknown>>;
  const { id, quantity } = order;
  const isQuantityPositive = !(Number.isInteger(quantity) && (quantity as number) <= 0);
  return { errors, id: idFrom(id, order, longs, text), isQuantityPositive };
}

function idFrom(id: unknown, order: object, longs: readonly string[], text: () => string): Order['id'] {
  if (typeof id === 'string') return DIGITS.test(id) ? inInt64(BigInt(id)) : undefined;
  if (typeof id !== 'number' || !Number.isInteger(id)) return undefined;
  if (Number.isSafeInteger(id)) return id;
  const exact = onlyToken(id, order, longs) ?? integerOf(sourceAt(text(), '/id') ?? '');
  return exact === undefined ? undefined : inInt64(exact);
}

/** A number where it is exact as one. */
export const compactId = (id: bigint): number | bigint => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

const inInt64 = (id: bigint): Order['id'] => (BigInt.asIntN(64, id) === id ? compactId(id) : undefined);

/** The integer that was rounded to this id; undefined where another number in the element may have been rounded to the same double. */
function onlyToken(id: number, order: object, longs: readonly string[]): bigint | undefined {
  let sharing = 0;
  for (const value of Object.values(order)) if (value === id || typeof value === 'object') sharing++;
  const [token, other] = longs.filter((long) => Number(long) === id);
  return sharing === 1 && token !== undefined && other === undefined ? BigInt(token) : undefined;
}

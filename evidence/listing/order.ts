import { int64From, isInt64 } from '../../interface/helpers/helpers.js';
import { integerOf, parseFaithfully } from './exact.js';
import { sourceAt, type TextRange } from './outline.js';
import type { Schemas } from './schema/schemas.js';
import { type Item, skipSpace, spaceBefore } from './splitter.js';

/** An int64 in compact form. A string of digits counts, too, since it also shows that the id is taken. */
type Id = number | bigint | undefined;

const OVERFLOWS = /\d[eE]\+?\d{3}/;

/** The source text of an element. */
export const textOf = ({ from, to }: TextRange, bytes: Buffer): string =>
  bytes.toString('utf8', skipSpace(bytes, from, to), spaceBefore(bytes, to));

/** @param parsed an element; no object in it has a name twice, unless `repeats` */
export function orderOf({ validateOrder }: Schemas, parsed: unknown, piece: Item, bytes: Buffer, repeats: boolean) {
  let value = piece.isRounded ? parseFaithfully(textOf(piece, bytes)) : parsed;
  let errors = validateOrder(value);
  if (errors.length > 0 && !piece.isRounded && OVERFLOWS.test(textOf(piece, bytes))) {
    value = parseFaithfully(textOf(piece, bytes));
    errors = validateOrder(value);
  }
  const { id, quantity } = Object(value) as { readonly id?: unknown; readonly quantity?: unknown };
  const isQuantityPositive = !(Number.isInteger(quantity) && (quantity as number) <= 0);
  return { errors, id: idFrom(id, piece, bytes, repeats), isQuantityPositive };
}

function idFrom(id: unknown, piece: Item, bytes: Buffer, repeats: boolean): Id {
  if (typeof id === 'string') return compact(int64From(id));
  if (typeof id !== 'number' || !Number.isInteger(id)) return undefined;
  if (Number.isSafeInteger(id)) return id;
  const { longId } = piece;
  const token = repeats || !longId ? sourceAt(textOf(piece, bytes), '/id') : textOf(longId, bytes);
  const exact = integerOf(token ?? '');
  return exact === undefined || !isInt64(exact) ? undefined : exact;
}

/** The id as a number, if that is exact. */
const compact = (id: bigint | undefined): Id => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

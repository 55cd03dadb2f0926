import { integerOf, isHarmless, parseFaithfully } from './exact.js';
import { sourceAt } from './outline.js';
import { validateOrder } from './schema/validators.generated.js';
import { type Piece, skipSpace, spaceBefore } from './splitter.js';

/** An int64, compact; also of a string of its digits, since that shows which ids are taken as well. */
type Id = number | bigint | undefined;

const OVERFLOWS = /\d[eE]\+?\d{3}/;
const DIGITS = /^(?:0|-?[1-9]\d{0,18})$/;

/** An element as it was sent. */
export const textOf = ({ from, to }: Piece, bytes: Buffer): string =>
  bytes.toString('utf8', skipSpace(bytes, from, to), spaceBefore(bytes, to));

/** @param parsed of an element, which has no name twice unless `repeats` */
export function orderOf(parsed: unknown, piece: Piece, bytes: Buffer, repeats: boolean) {
  const isRounded = !piece.longs.every(({ from, to }) => isHarmless(bytes, from, to));
  let value = isRounded ? parseFaithfully(textOf(piece, bytes)) : parsed;
  let errors = validateOrder(value);
  if (errors.length > 0 && !isRounded && OVERFLOWS.test(textOf(piece, bytes))) {
    value = parseFaithfully(textOf(piece, bytes));
    errors = validateOrder(value);
  }
  const { id, quantity } = Object(value) as { readonly id?: unknown; readonly quantity?: unknown };
  const isQuantityPositive = !(Number.isInteger(quantity) && (quantity as number) <= 0);
  return { errors, id: idFrom(id, piece, bytes, repeats), isQuantityPositive };
}

function idFrom(id: unknown, piece: Piece, bytes: Buffer, repeats: boolean): Id {
  if (typeof id === 'string') return DIGITS.test(id) ? inInt64(BigInt(id)) : undefined;
  if (typeof id !== 'number' || !Number.isInteger(id)) return undefined;
  if (Number.isSafeInteger(id)) return id;
  const exact = integerOf((!repeats && tokenOfId(piece, bytes)) || (sourceAt(textOf(piece, bytes), '/id') ?? ''));
  return exact === undefined || BigInt.asIntN(64, exact) !== exact ? undefined : exact;
}

/** The number after the name `id`, spelled as most services do; it is the id if no name is there twice. */
function tokenOfId({ longs }: Piece, bytes: Buffer): string | undefined {
  for (const { from, to, depth } of longs) {
    const end = spaceBefore(bytes, spaceBefore(bytes, from) - 1);
    if (depth === 1 && bytes.readUInt32BE(end - 4) === ID) return bytes.toString('latin1', from, to);
  }
  return undefined;
}

const ID = Buffer.from('"id"').readUInt32BE();

/** A number where it is exact as one. */
export const compactId = (id: bigint): number | bigint => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

const inInt64 = (id: bigint): Id => (BigInt.asIntN(64, id) === id ? compactId(id) : undefined);

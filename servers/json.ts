/** JSON text that is sent exactly as spelled, valid or not: `1.0`, `NaN`, an object that repeats a member. */
export class Literal {
  constructor(readonly text: string) {}
}

export type JsonObject = { readonly [name: string]: Json | undefined };
export type Json = null | boolean | number | bigint | string | Literal | readonly Json[] | JsonObject;

export const literal = (text: string): Literal => new Literal(text);

/** Writes JSON. Unlike `JSON.stringify`, it writes all digits of a bigint: int64 does not fit a double. */
export const writeJson = (value: Json): string => {
  if (value instanceof Literal) return value.text;
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(',')}}`;
};

/** `Array.isArray` does not narrow readonly arrays. */
const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

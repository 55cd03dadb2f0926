// The texts of values, which JSON.parse does not keep.
import { stepsOf } from '../../interface/helpers/helpers.js';

/** The offsets at which a value begins and ends. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A string, a sign, or a number or word. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},:]|[^\s[\]{},:"]+/gs;

const opens = (token: string): boolean => token === '{' || token === '[';
const closes = (token: string): boolean => token === '}' || token === ']';

/** The parts of the outermost object or array. A name ends with a colon, a value with a comma or a closing bracket. */
function* partsOf(text: string): Generator<TextRange & { readonly end: string }, void> {
  let depth = 0;
  let [from, to] = [-1, -1];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (closes(token)) depth--;
    const isEnd = depth === 0 || (depth === 1 && /^[:,]$/.test(token));
    if (isEnd && from >= 0) yield { from, to, end: token };
    [from, to] = isEnd ? [-1, -1] : [from < 0 ? index : from, index + token.length];
    if (opens(token)) depth++;
  }
}

/**
 * The members of an object by name (of a repeated name, the last one), or the items of an array by index.
 * @param text a text that JSON.parse has accepted, or the beginning of one
 */
export function valuesIn(text: string): ReadonlyMap<string, TextRange> {
  const values = new Map<string, TextRange>();
  let name: string | undefined;
  for (const { from, to, end } of partsOf(text)) {
    if (end === ':') name = JSON.parse(text.slice(from, to));
    else values.set(name ?? String(values.size), { from, to });
  }
  return values;
}

/** The first two values of the first name that an object has twice, at any depth. */
export function repeatedIn(text: string): readonly string[] {
  const open: Map<string, number>[] = [];
  let last = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (opens(token)) open.push(new Map());
    if (closes(token)) open.pop();
    const names = open.at(-1);
    if (token === ':' && names) {
      const name: string = JSON.parse(last);
      const earlier = names.get(name);
      if (earlier !== undefined) return [earlier, index + 1].map((at) => valueAfter(text, at));
      names.set(name, index + 1);
    }
    last = token;
  }
  return [];
}

/** The value that begins at this offset, or after white space. */
function valueAfter(text: string, from: number): string {
  const rest = `[${text.slice(from)}`;
  const { value } = partsOf(rest).next();
  return value ? rest.slice(value.from, value.to) : '';
}

/** The source text of the value at a JSON Pointer. Undefined if there is none. @sent */
export function sourceAt(text: string, pointer: string): string | undefined {
  let source: string | undefined = text.trim();
  for (const step of stepsOf(pointer)) {
    const range = valuesIn(source ?? '').get(step);
    source = range && source?.slice(range.from, range.to);
  }
  return source;
}

export const cut = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters)}…`;

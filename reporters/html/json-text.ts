import { escaped } from '../../runner/helpers/helpers.js';

/** A line of a JSON text that is laid out with a member or an element on each. */
export interface JsonLine {
  readonly text: string;
  /** The JSON Pointer of the value that begins on the line. Undefined on a line that ends one. */
  readonly pointer: string | undefined;
}

/** The parts of a line: the name of a member; a value, or a bracket that begins or ends one; and a comma. */
const LINE =
  /(?:("(?:[^"\\]|\\.)*")\s*:\s*)?("(?:[^"\\]|\\.?)*"?|\{\s*\}|\[\s*\]|[[\]{}]|[^\s[\]{},"]+|(?=,|$))\s*(,?)/gs;

/**
 * Deeper levels are neither indented further nor have a pointer. Otherwise, a text of brackets would become a page of
 * blanks, and take quadratic space.
 */
const MAX_INDENT = 20;

/** An open object or array. */
interface Inside {
  readonly pointer: string;
  readonly isArray: boolean;
  amount: number;
}

/** Splits JSON into lines. Numbers keep their digits, and repeated members stay. Undefined if the text is not JSON. */
export function jsonLines(text: string, isWhole: boolean): readonly JsonLine[] | undefined {
  if (!(isWhole ? isJson(text) : /^\s*[[{]/.test(text))) return undefined;
  const open: Inside[] = [];
  return [...text.matchAll(LINE)].flatMap(([line, name = '', value = '', comma]) => {
    const isEnd = /^[\]}]$/.test(value);
    if (isEnd) open.pop();
    const indent = '  '.repeat(Math.min(open.length, MAX_INDENT));
    const pointer = isEnd || open.length > MAX_INDENT ? undefined : placeIn(open.at(-1), name || value);
    if (!isEnd && /^[[{]$/.test(value)) open.push({ pointer: pointer ?? '', isArray: value === '[', amount: 0 });
    const shown = /^[[{]/.test(value) ? value.replace(/\s+/, '') : value;
    return line === '' ? [] : [{ text: `${indent}${name && `${name}: `}${shown}${comma}`, pointer }];
  });
}

function placeIn(inside: Inside | undefined, name: string): string {
  if (!inside) return '';
  return `${inside.pointer}/${inside.isArray ? inside.amount++ : nameOf(name)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nameOf(token: string): string {
  return escaped(isJson(token) ? String(JSON.parse(token)) : token);
}

/** Top-level members that the other text does not have, or has with a value of another type or with another number. */
export function lackingIn(other: readonly JsonLine[], lines: readonly JsonLine[]): ReadonlySet<string> {
  const likenesses = new Set(other.map(likenessOf));
  const top = lines.filter(({ pointer }) => /^\/[^/]*$/.test(pointer ?? ''));
  return new Set(top.filter((line) => !likenesses.has(likenessOf(line))).flatMap(({ pointer }) => pointer ?? []));
}

function likenessOf({ text, pointer }: JsonLine): string {
  const value = /^ *"(?:[^"\\]|\\.)*": (.*?),?$/s.exec(text)?.[1] ?? '';
  return JSON.stringify([pointer, /^["{[]/.test(value) ? value.charAt(0) : value]);
}

import { keysThatReveal } from './credentials.js';

/** What is shorter occurs in ordinary text by chance: half of a report would vanish with it. */
export const SHORTEST_SAFE_LENGTH = 8;

/** A way in which a text can hold a secret. */
export interface Form {
  /** Of a regular expression. */
  readonly pattern: string;
  /** Every text that matches has it in it: a search for it is quick. */
  readonly core: string;
}

export const formsThatReveal = (secret: string): readonly Form[] => [
  ...keysThatReveal(secret).flatMap(written),
  ...base64(secret),
];

/** Whether a text holds a secret, in whatever letter case. */
export const holdsSecret = (text: string, secret: string): boolean =>
  [...written(secret), ...base64(secret)].some(({ pattern }) => new RegExp(pattern, 'i').test(text));

/** V8 refuses long patterns; such a secret is not looked for with all of its characters escaped. */
const LONG = 1_000;

/** As it is, percent-encoded, escaped as in JSON; read as Latin-1, as headers are, and as UTF-8. */
function written(value: string): readonly Form[] {
  const core = coreOf(value.slice(1, -1));
  const forms = [...new Set([value, Buffer.from(value, 'utf8').toString('latin1')])].flatMap((text): Form[] => [
    { core, pattern: text.replace(/[^A-Za-z0-9]/g, inUrl) },
    { core, pattern: text.replace(/\\+|[^A-Za-z0-9]/g, inJson) },
    ...(text.length > LONG ? [] : [{ core: '%', pattern: text.replace(/./gs, percent) }]),
    ...(text.length > LONG ? [] : [{ core: 'u00', pattern: text.replace(/./gs, unicode) }]),
  ]);
  if (value.length >= SHORTEST_SAFE_LENGTH) return forms;
  return forms.map((form) => ({ ...form, pattern: `(?<![\\w-])(?:${form.pattern})(?![\\w-])` }));
}

/** The longest part that no form changes: the first character may be another one, or the last. */
const coreOf = (text: string): string =>
  text.split(/[^A-Za-z0-9]/).reduce((longest, part) => (part.length > longest.length ? part : longest));

// How a character is written follows from few others, so that no search takes longer than its text.
const digits = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
const hex = (character: string): string =>
  digits(character).replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const literal = (character: string): string => `\\x${digits(character)}`;
const percent = (character: string): string => `%${hex(character)}`;
/** JSON may be a string in JSON. */
const unicode = (character: string): string => `\\\\{1,3}u00${hex(character)}`;

function inUrl(character: string): string {
  if (character === ' ') return '(?: |\\+|%20)';
  return character === '%' ? '%25' : `(?:${literal(character)}|${percent(character)})`;
}

/** @param characters several only of backslashes, each of which another one may escape */
function inJson(characters: string): string {
  const { length } = characters;
  if (!characters.startsWith('\\')) return `(?:\\\\{0,3}${literal(characters)}|${unicode(characters)})`;
  return `(?:\\\\{${length},${4 * length}}|(?:${unicode('\\')}){${length}})`;
}

/**
 * The digits that hold nothing but these bytes, in Base64 (RFC 4648 §4) and Base64url (§5), where that many other bytes
 * (modulo 3) are before them, also percent-encoded; and what ends the text after them. At other edges, up to four bits
 * are in a digit with those of a neighbour, and stay.
 */
const base64 = (secret: string): readonly Form[] =>
  [...new Set([Buffer.from(secret, 'latin1'), Buffer.from(secret, 'utf8')])].flatMap((bytes) =>
    [0, 1, 2].map((shift) => {
      const all = Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .replace(/={1,2}$/, '');
      const end = Math.floor(((shift + bytes.length) * 8) / 6);
      const own = all.slice(Math.ceil((shift * 8) / 6), end);
      const last = all.slice(end).replace(/./, (digit) => `(?:${inBase64(digit)}(?:=|%3[dD])*)?`);
      return { core: coreOf(own), pattern: own.replace(/[+/]/g, inBase64) + last };
    }),
  );

const inBase64 = (digit: string): string =>
  digit === '+' ? '(?:[+-]|%2[bB])' : digit === '/' ? '(?:\\\\?/|_|%2[fF])' : digit;

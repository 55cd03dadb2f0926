/**
 * What a terminal obeys instead of showing (C0, DEL, C1), what reorders a line (bidirectional controls), what is
 * invisible, and what cannot be encoded (lone surrogates).
 */
const commands: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
];

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** In the way of JSON and JavaScript, so that it can be pasted there. */
function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (!commands.some(([first, last]) => code >= first && code <= last)) return character;
  return short[character] ?? character.split('').map(codeUnit).join('');
}

/** One line that shows as it is written, whatever the target put into it: `\u001b[2J` instead of a cleared screen. */
export const printable = (text: string): string => Array.from(text, spelled).join('');

/** Values of the target can be whole documents; this many characters tell what came. */
const longest = 400;

/** A printable line of bounded length, which says how much was left out. */
export function excerpt(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return printable(text);
  const rest = characters.length - longest;
  return `${printable(characters.slice(0, longest).join(''))} … (${rest} more characters; the JSON report has them)`;
}

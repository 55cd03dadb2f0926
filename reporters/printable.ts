/**
 * What a terminal obeys instead of showing, what reorders a line or is invisible, and what cannot be encoded: control and
 * format characters, line separators, lone surrogates, noncharacters. All that XML 1.0 cannot carry (§2.2) is among them.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As JSON and JavaScript escape it, so that it can be pasted there. */
const spelled = (character: string): string => short[character] ?? character.split('').map(codeUnit).join('');

/** Most texts are plain ASCII: only what is not is looked up by its properties, which takes long. */
const escaped = (rest: string): string => rest.replace(unprintable, spelled);

/** What CI systems obey: anywhere in a line (GitHub, Azure, TeamCity), or where a line begins with it (GitHub). */
const withoutCommands = (text: string): string =>
  text.replace(/##(?=\w{0,20}\[)/g, '#\\u0023').replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1\\u003a');

/** One line that shows as it is written, whatever the target put into it: `\u001b[2J` instead of a cleared screen. */
export const printable = (text: string): string => withoutCommands(text.replace(/[^ -~]+/g, escaped));

/** The same for several lines: their line breaks stay. */
export const printableLines = (text: string): string => withoutCommands(text.replace(/[^\n -~]+/g, escaped));

/** Indented JSON. Reports are printed, too: what a terminal would obey or hide is escaped, as strings of JSON allow. */
export const printableJson = (value: object): string => `${printableLines(JSON.stringify(value, null, 2))}\n`;

/** What the target sent can be a whole document; this many characters show what it is. */
const longest = 400;

/** A printable line of bounded length, which says how much was left out. */
export function excerpt(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return printable(text);
  const rest = characters.length - longest;
  return `${printable(characters.slice(0, longest).join(''))} … (${rest} more characters; the JSON report has them)`;
}

/**
 * Breaks a line of printable text at single spaces; what follows has its indent. A word that is longer than the line stays
 * whole, so that it can be copied; one with two colons begins no line, where GitHub's runner would obey it.
 */
export function wrapped(line: string, width: number): string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [first = '', ...words] = line.slice(indent.length).split(' ');
  const lines = [`${indent}${first}`];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (Array.from(longer).length > width && !word.startsWith('::')) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

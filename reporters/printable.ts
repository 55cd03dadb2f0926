import type { Reporter } from './reporter.js';

/**
 * Characters that control a terminal, reorder a line, are invisible, or cannot be encoded: control and format
 * characters, line separators, lone surrogates and noncharacters. They include all characters that XML 1.0 cannot
 * hold.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const codeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The escape of JSON and JavaScript, so that it can be pasted there. */
export const spelled = (character: string): string => short[character] ?? character.split('').map(codeUnit).join('');

/** Most texts are plain ASCII. Only other characters are looked up by their properties, which takes long. */
const escaped = (rest: string): string => rest.replace(unprintable, spelled);

/**
 * Escapes commands to CI systems: `##[` anywhere (GitHub, Azure, TeamCity), and `::` at the start of a line (GitHub).
 */
const withoutCommands = (text: string): string =>
  text.replace(/##(?=\w{0,20}\[)/g, '#\\u0023').replace(/^([^\S\n\r\u2028\u2029]*):(?=:)/gm, '$1\\u003a');

/**
 * Final lines, as they are printed: `\u001b[2J` instead of a cleared screen. Every text passes this last, after it was
 * laid out: wrapping moves the start of a line.
 */
export const safeLines = (text: string): string => withoutCommands(text.replace(/[^\n -~]+/g, escaped));

/** Characters beyond U+FFFF as escapes: YAML 1.1 readers refuse them. */
export const withoutPairs = (text: string): string => text.replace(/[\u{10000}-\u{10ffff}]/gu, spelled);

/** Indented JSON. Characters that a terminal obeys or hides are escaped, as JSON strings allow. */
export const printableJson = (value: object): string => `${safeLines(JSON.stringify(value, null, 2))}\n`;

/** The format `json` of a report. `schemas/report.schema.json` describes it. */
export const json: Reporter = printableJson;

/** A text of the target can be a whole document. This many characters are enough to recognise it. */
const MAX_EXCERPT = 400;

/** So that no quote makes a line that looks like one of ours. */
export const oneLine = (text: string): string => text.replaceAll('\n', '\\n');

/** One line of limited length, which says how much was left out. */
export function excerpt(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_EXCERPT) return oneLine(text);
  const rest = characters.length - MAX_EXCERPT;
  return `${oneLine(characters.slice(0, MAX_EXCERPT).join(''))} … (${rest} more characters; the JSON report has them)`;
}

/**
 * Breaks a line at single spaces. The new lines have its indent. A word that is longer than a line stays whole, so that
 * it can be copied.
 */
export function wrapped(line: string, width: number): string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [first = '', ...words] = line.slice(indent.length).split(' ');
  const lines = [`${indent}${first}`];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (Array.from(longer).length > width) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Text that is HTML or XML; `documentOf` makes its final lines. Only the `markup` template makes it, so that no text gets in unescaped. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Content = string | number | Markup | readonly Markup[];

/** Enough for the content of an element and for a value in double quotes. */
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };

function sourceOf(content: Content): string {
  if (content instanceof Markup) return content.source;
  if (typeof content === 'object') return content.map(({ source }) => source).join('');
  return String(content).replace(/[&<>"]/g, (character) => references[character] ?? character);
}

/** Escapes every value, except for markup, which is inserted as it is. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${sourceOf(values[index] ?? '')}`).join(''));
}

/** A whole document, in final lines. */
export const documentOf = ({ source }: Markup): string => safeLines(source);

/** Text of the suite, which has code between backticks. */
export const prose = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

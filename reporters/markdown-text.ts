import { excerpt, oneLine } from './printable.js';

/**
 * Text of several lines that is never markup or HTML. Each line has a limited length. A word between backticks becomes a
 * code span. So does a whole word that GitHub or GitLab would turn into a link or a mention: they look for `@team`,
 * `#1`, `GH-1`, `!1` and addresses after Markdown, where no escape protects a word.
 */
export const prose = (text: string): string =>
  // A `<br>` alone on a line would begin a block of HTML.
  text.split('\n').map(line).filter(Boolean).join('<br>');

/** Words are separated by spaces outside of code spans. */
const WORD = /((?:`[^`]+`|\S)+)/;

/** Beside code spans: the whole word becomes one span, since spans beside each other merge. */
const UNSAFE = /[`@#]|:\/\/|www\.|GH-\d|[!$%&~^]["\w]/i;

function line(text: string): string {
  const words = excerpt(text).trim().split(WORD).map(word);
  // Prevents the start of a list or a heading.
  return words.join('').replace(/^(\d*)(?=[-+=.)]+(?:\s|$))/, '$1\\');
}

function word(text: string): string {
  const parts = text.split(/(?<!`)`([^`]+)`(?!`)/);
  if (!parts.some((part, index) => index % 2 === 0 && UNSAFE.test(part)))
    return parts.map((part, index) => (index % 2 === 1 ? code(part) : escaped(part))).join('');
  const [quoted = ''] = /^.*[^.,;:)]/s.exec(text) ?? [];
  return code(quoted) + text.slice(quoted.length);
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~#&]/g, '\\$&');

/** A code span. */
export function code(text: string): string {
  const content = oneLine(text);
  const fence = fenceOf(content, 1);
  const padding = /^`|`$|^ .* $|^ *$/.test(content) ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** For the cell of a table, where no escape of a bar works in every code span. */
export const cell = (markdown: string): string => markdown.replaceAll(/\\?\|/g, '¦');

export function block(text: string): string {
  const fence = fenceOf(text, 3);
  return `${fence}text\n${text}\n${fence}`;
}

/** A fence that is longer than every run of backticks in the text (CommonMark §4.5, §6.1). */
function fenceOf(text: string, shortest: number): string {
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length + 1);
  return '`'.repeat(Math.max(shortest, ...runs));
}

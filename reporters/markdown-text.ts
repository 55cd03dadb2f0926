import { excerpt, printable, printableLines } from './printable.js';

/**
 * Text of several lines that is never markup or HTML, in a table as well. Each line has a limited length. A word
 * between backticks becomes a code span. So does a word that GitHub or GitLab would turn into a link or a mention: they
 * look for `@team`, `#1`, `GH-1`, `!1` and addresses after Markdown, where no escape protects a word.
 */
export const prose = (text: string): string => text.split('\n').map(line).join('<br>');

/** A span or a word without backtick, backslash and bar, which could end its code span or its cell too early. */
const spanOrWord = /(`[^`|\\]+`|[^\s`|\\]+)/;

const linked = /[@#]|:\/\/|\bwww\.|\bGH-\d|!\d/i;

function line(text: string): string {
  const shown = excerpt(text)
    .trim()
    .split(spanOrWord)
    .map((part) => {
      if (/^`.+`$/.test(part)) return code(part.slice(1, -1));
      if (!linked.test(part)) return escaped(part);
      const [word = ''] = /^.*[^.,;:)]/.exec(part) ?? [];
      return code(word) + part.slice(word.length);
    });
  // Prevents the start of a list or a heading.
  return shown.join('').replace(/^(\d*)(?=[-+=.)]+(?:\s|$))/, '$1\\');
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~#&]/g, '\\$&');

/** A code span, but not for the cell of a table. */
export function code(text: string): string {
  const shown = printable(text);
  const fence = fenceOf(shown, 1);
  const padding = /^`|`$|^ .* $|^$/.test(shown) ? ' ' : '';
  return `${fence}${padding}${shown}${padding}${fence}`;
}

export function block(text: string): string {
  const shown = printableLines(text);
  const fence = fenceOf(shown, 3);
  return `${fence}text\n${shown}\n${fence}`;
}

/** A fence that is longer than every run of backticks in the text (CommonMark §4.5, §6.1). */
function fenceOf(text: string, shortest: number): string {
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length + 1);
  return '`'.repeat(Math.max(shortest, ...runs));
}

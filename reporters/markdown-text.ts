import { excerpt, printable, printableLines } from './printable.js';

/**
 * Text of several lines, each of bounded length, that stays text, in a table as well: no markup, no HTML. Between backticks, and wherever GitHub or
 * GitLab would make a link or a mention of it, it is a code span: they look for `@team`, `#1`, `GH-1`, `!1` and addresses
 * in the text that is left when Markdown is done, where no escape protects it.
 */
export const prose = (text: string): string => text.split('\n').map(line).join('<br>');

/** A span or a word has no backtick, no backslash and no bar in it: nothing ends its code span, or its cell, too early. */
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
  // Neither a list nor a heading begins here.
  return shown.join('').replace(/^(\d*)(?=[-+=.)]+(?:\s|$))/, '$1\\');
}

const escaped = (text: string): string => text.replace(/[\\`*_[\]<>|~#&]/g, '\\$&');

/** A code span; not for a cell of a table. */
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

/** Longer than every run of backticks in the text (CommonMark §4.5, §6.1). */
function fenceOf(text: string, shortest: number): string {
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length + 1);
  return '`'.repeat(Math.max(shortest, ...runs));
}

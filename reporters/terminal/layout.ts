import { printable } from '../printable.js';
import type { Field } from '../view.js';

/** Breaks printable text at single spaces; a word that is longer than the line stays whole, so that it can be copied. */
function wrap(text: string, width: number): string[] {
  const [first = '', ...words] = text.split(' ');
  const lines: string[] = [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (Array.from(longer).length > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

const indented = (lines: readonly string[], indent: number): string[] =>
  lines.map((line) => `${' '.repeat(indent)}${line}`);

/** A text of the suite's own: its line breaks stay, each line is wrapped and indented. */
export const paragraph = (text: string, indent: number, width: number): string[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line) => indented(wrap(printable(line), width - indent), indent));

/** `name   value`, with the further lines of the value below its first one. */
export function fieldLines([name, value]: Field, indent: number, width: number): string[] {
  const label = 14;
  // A command is on one line, however long, so that it can be copied.
  const columns = name === 'repeat' ? Number.POSITIVE_INFINITY : width - indent - label;
  const [first = '', ...others] = wrap(printable(value), columns);
  return [`${' '.repeat(indent)}${name.padEnd(label)}${first}`, ...indented(others, indent + label)];
}

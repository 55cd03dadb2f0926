import { excerpt, printable } from '../printable.js';

const fallbackWidth = 100;
const narrowest = 40;

export const columns = (width: number | undefined): number => Math.max(narrowest, width ?? fallbackWidth);

/** Breaks printable text at single spaces; a word that is longer than the line stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
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

/** A text of the suite's own: its line breaks stay, each line is wrapped and indented. */
export function paragraph(text: string, indent: number, width: number): string[] {
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => wrap(printable(line), width - indent))
    .map((line) => `${' '.repeat(indent)}${line}`);
}

/** `name   value`, with the further lines of the value below its first one. */
export function field(name: string, value: string, { indent, label, width }: FieldLayout): string[] {
  const [first = '', ...others] = wrap(excerpt(value), width - indent - label);
  return [
    `${' '.repeat(indent)}${name.padEnd(label)}${first}`,
    ...others.map((line) => `${' '.repeat(indent + label)}${line}`),
  ];
}

export interface FieldLayout {
  readonly indent: number;
  /** Columns of the name and the space behind it. */
  readonly label: number;
  readonly width: number;
}

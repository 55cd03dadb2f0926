import { printableLines } from './printable.js';

/** Text that is HTML or XML. Only the `markup` template makes it, so that no text gets in unescaped. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Content = string | number | Markup | readonly Markup[];

/** Enough for the content of an element and for a value in double quotes. */
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };

function sourceOf(content: Content): string {
  if (content instanceof Markup) return content.source;
  if (typeof content === 'object') return content.map(({ source }) => source).join('');
  return printableLines(String(content)).replace(/[&<>"]/g, (character) => references[character] ?? character);
}

/** Escapes every value, except for markup, which is inserted as it is. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${sourceOf(values[index] ?? '')}`).join(''));
}

/** Text of the suite, which has code between backticks. */
export const prose = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

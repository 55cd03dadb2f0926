import { printableLines } from './printable.js';

/** Text that is HTML or XML already. Only the `markup` template makes it, so that nothing gets in unescaped. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Content = string | number | Markup | readonly Markup[];

/** Enough for the content of an element and for a value between double quotes. */
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;' };

function sourceOf(content: Content): string {
  if (content instanceof Markup) return content.source;
  if (typeof content === 'object') return content.map(({ source }) => source).join('');
  return printableLines(String(content)).replace(/[&<>"]/g, (character) => references[character] ?? character);
}

/** Every value is escaped, but for markup, which is inserted as it is. */
export function markup(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${sourceOf(values[index] ?? '')}`).join(''));
}

/** The suite's own text, which writes code between backticks. */
export const prose = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

import { printable } from '../printable.js';

/** Text that is HTML already. Only the `html` template makes it, so that nothing gets into a page unescaped. */
export class Markup {
  constructor(readonly source: string) {}
}

type Content = string | number | Markup | readonly Markup[];

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Line breaks stay; other control characters, which HTML cannot carry, are spelled out. */
const escaped = (text: string): string =>
  text
    .split('\n')
    .map(printable)
    .join('\n')
    .replace(/[&<>"']/g, (character) => references[character] ?? character);

function sourceOf(content: Content): string {
  if (content instanceof Markup) return content.source;
  if (typeof content === 'object') return content.map(({ source }) => source).join('');
  return escaped(String(content));
}

/** HTML with every value escaped, but for markup, which is inserted as it is. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(parts.map((part, index) => `${part}${sourceOf(values[index] ?? '')}`).join(''));
}

export const nothing = html``;

/** The suite's own text, which writes code between backticks. */
export const prose = (text: string): readonly Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

export const section = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0 ? nothing : html`<section>\n<h2>${title}</h2>\n${blocks}</section>\n`;

/** A table with a header row; one line of source a row. */
export const table = (header: readonly string[], rows: readonly (readonly Content[])[]): Markup =>
  html`<table>
<thead><tr>${header.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>
`;

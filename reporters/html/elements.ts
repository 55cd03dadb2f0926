import { type Content, type Markup, markup } from '../markup.js';
import type { Field } from '../view.js';

/** The suite's own text, which writes code between backticks. */
export const prose = (text: string): readonly Markup[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

export const badge = (verdict: string): Markup => markup`<span class="verdict ${verdict}">${verdict}</span>`;

export const fieldList = (fields: readonly Field[]): Markup => markup`<dl>
${fields.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>
`;

/** Nothing where there are no blocks. */
export const section = (title: string, blocks: readonly Markup[]): Markup =>
  blocks.length === 0 ? markup`` : markup`<section>\n<h2>${title}</h2>\n${blocks}</section>\n`;

/** A section with a table; one line of source a row. */
export function tableSection(title: string, header: readonly string[], rows: readonly (readonly Content[])[]): Markup {
  const body = rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`);
  const table = markup`<table>
<thead><tr>${header.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${body}</tbody>
</table>
`;
  return section(title, rows.length === 0 ? [] : [table]);
}

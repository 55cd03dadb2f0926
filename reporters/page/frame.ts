import { type Content, documentOf, Markup, markup } from '../printable.js';
import { fold } from './parts.js';
import { script, scriptHash } from './script.generated.js';
import { style, styleHash } from './style.generated.js';

/** A self-contained page. It loads nothing, and runs only the script with this hash, whatever a target sent. */
export function pageOf(title: string, body: Markup): string {
  const policy = [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `script-src '${scriptHash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return documentOf(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}<script>${new Markup(script)}</script>
</body>
</html>
`);
}

/** A table. A title that is markup is a whole cell. */
export const table = (titles: readonly (string | Markup)[], rows: readonly Markup[]): Markup => markup`<table>
<thead><tr>${titles.map((title) => (title instanceof Markup ? title : markup`<th scope="col">${title}</th>`))}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`;

/** A row of a table. A filter hides it as a whole. */
export const row = (...cells: readonly Content[]): Markup =>
  markup`<tr data-item>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;

/** A filter of a page: name, title, and values with the texts of their buttons. */
type Filter = readonly [name: string, title: string, values: readonly (readonly [value: string, label: Content])[]];

/** Controls that are hidden until the script of the page runs. */
export function filterControls(label: string, placeholder: string, filters: readonly Filter[]): Markup {
  const controls = markup`<div class="filters" role="search" aria-label="${label}">
<div class="search"><label for="filter-q">Search</label> <input id="filter-q" type="search" autocomplete="off" spellcheck="false" placeholder="${placeholder}"></div>
${filters.map(fieldset)}<p class="result"><span id="filter-result" role="status"></span> <button type="button" id="filter-clear" hidden>Show all</button></p>
</div>
`;
  return fold('Search and filter', controls, markup` data-controls hidden`);
}

const fieldset = ([name, title, values]: Filter): Markup => markup`<fieldset><legend>${title}</legend>
${values.map(([value, label]) => markup`<button type="button" data-filter="${name}" data-value="${value}" aria-pressed="false">${label}</button>\n`)}</fieldset>
`;

import { type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';
import { link } from './prose.js';

/** More than these are a click away. */
const LISTED = 12;

/** Ids as links to what they name. `title` says what they are. */
export function idLinks(ids: readonly string[], title: string, anchorOf: (id: string) => string): Markup {
  const links = ids.map((id) => markup` ${link(anchorOf(id), markup`<code>${excerpt(id)}</code>`)}`);
  return ids.length <= LISTED
    ? markup`<p class="ids">${title}:${links}</p>\n`
    : markup`<details class="ids"><summary>${title}</summary>\n<p>${links}</p></details>\n`;
}

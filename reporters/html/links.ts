import { type Content, type Markup, markup } from '../markup.js';
import { excerpt } from '../printable.js';

/** Longer ids are nobody's; two that begin alike would share a place on the page, and nothing else. */
const LONGEST = 200;

/** What an attribute, a fragment and a selector take as it is; any other character by its code point. */
const slug = (id: string): string =>
  id.slice(0, LONGEST).replace(/[^\w./-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}~`);

/** The id of an element of the page, for links: `#req-list.status`. */
export const anchorOf = {
  cause: (id: string): string => `cause-${slug(id)}`,
  clause: (clause: string): string => `clause-${slug(clause)}`,
  requirement: (id: string): string => `req-${slug(id)}`,
  scenario: (id: string): string => `scenario-${slug(id)}`,
  exchange: (id: string): string => `exchange-${slug(id)}`,
};

export const link = (anchor: string, content: Content): Markup => markup`<a href="#${anchor}">${content}</a>`;

/** More than these are a click away. */
const LISTED = 12;

/** Ids as links to what they name. `title` says what they are. */
export function idLinks(ids: readonly string[], title: string, anchor: (id: string) => string): Markup {
  const links = ids.map((id) => markup` ${link(anchor(id), markup`<code>${excerpt(id)}</code>`)}`);
  return ids.length <= LISTED
    ? markup`<p class="ids">${title}:${links}</p>\n`
    : markup`<details class="ids"><summary>${title}</summary>\n<p>${links}</p></details>\n`;
}

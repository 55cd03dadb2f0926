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

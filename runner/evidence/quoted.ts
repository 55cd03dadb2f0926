const LONGEST_QUOTE = 80;

/** Quotes a text of the target in a message, and shortens it. */
export const quoted = (said: string): string =>
  JSON.stringify(said.length > LONGEST_QUOTE ? `${said.slice(0, LONGEST_QUOTE - 1)}…` : said);

const LONGEST_QUOTE = 80;

/** What the target said, as a part of a message. */
export const quoted = (said: string): string =>
  JSON.stringify(said.length > LONGEST_QUOTE ? `${said.slice(0, LONGEST_QUOTE - 1)}…` : said);

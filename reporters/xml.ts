const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The characters of XML 1.0 (§2.2): others cannot stand in a document, not even escaped. */
const isCharacter = (code: number): boolean =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x10000;

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (!isCharacter(code)) return `\\u${code.toString(16).padStart(4, '0')}`;
  // A parser turns a carriage return into a line feed (§2.11), and the C1 controls are discouraged (§2.2).
  if (code === 0xd || (code >= 0x7f && code <= 0x9f)) return `&#${code};`;
  return references[character] ?? character;
}

/** Content of an element. What XML cannot carry (control characters, lone surrogates) is spelled out: `\u001b`. */
export const xmlText = (text: string): string => Array.from(text, escaped).join('');

/** The attributes of a start tag, each after a space; line breaks and tabs survive the parser's normalisation (§3.3.3). */
export const xmlAttributes = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => {
      const text = xmlText(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
      return ` ${name}="${text}"`;
    })
    .join('');

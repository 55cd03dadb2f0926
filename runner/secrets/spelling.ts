/** HTML's names for ASCII punctuation, as encoders write them (https://html.spec.whatwg.org/#named-character-references). */
const entityNames: Readonly<Record<string, string>> = {
  '!': 'excl',
  '"': 'quot|QUOT',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '&': 'amp|AMP',
  "'": 'apos',
  '(': 'lpar',
  ')': 'rpar',
  '*': 'ast|midast',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '<': 'lt|LT',
  '=': 'equals',
  '>': 'gt|GT',
  '?': 'quest',
  '@': 'commat',
  '[': 'lsqb|lbrack',
  '\\': 'bsol',
  ']': 'rsqb|rbrack',
  '^': 'Hat',
  _: 'lowbar|UnderBar',
  '`': 'grave|DiacriticalGrave',
  '{': 'lcub|lbrace',
  '|': 'vert|verbar|VerticalLine',
  '}': 'rcub|rbrace',
};

/** The `&` of an entity, itself escaped as HTML (`&amp;lt;`), JSON (Go writes `\u0026lt;`) or in a URL. */
const ampersand = String.raw`(?:&|\\{1,8}u0026|%26)(?:amp;){0,3}`;

/** A pattern for hexadecimal digits in either letter case. */
export const hexPattern = (hex: string): string => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const bytesOf = (character: string): Buffer[] => {
  const latin1 = Buffer.from(character, 'latin1');
  return character < '\u0080' ? [latin1] : [Buffer.from(character, 'utf8'), latin1];
};

/** The character as itself, with the backslashes that JSON or a shell puts before it, or broken by a wrong charset. */
const literalPatterns = (character: string): string[] => {
  if (character === '\\') return [String.raw`\\{1,8}`];
  if (/["'/]/.test(character)) return [String.raw`\\{0,8}` + literalPattern(character)];
  if (character === ' ') return [' ', String.raw`\+`];
  if (character < '\u0080') return [literalPattern(character)];
  return [Buffer.from(character, 'utf8').toString('latin1'), character, '\uFFFD'];
};

/**
 * A pattern source for every way in which a text can spell one latin1 character: plain, percent-encoded, escaped for
 * JSON or JavaScript, as an HTML or XML entity, each also escaped again.
 */
export const spellingsOf = (character: string): string => {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const name = entityNames[character];
  const forms = [
    String.raw`\\{1,8}u${hexPattern(hex.padStart(4, '0'))}`,
    String.raw`\\{1,8}x${hexPattern(hex.padStart(2, '0'))}`,
    ...bytesOf(character).map((bytes) =>
      [...bytes].map((byte) => `%(?:25){0,3}${hexPattern(byte.toString(16).padStart(2, '0'))}`).join(''),
    ),
    `${ampersand}#(?:0{0,6}${code}|[xX]0{0,6}${hexPattern(hex)});`,
    ...(name === undefined ? [] : [`${ampersand}(?:${name});`]),
    ...literalPatterns(character),
  ];
  return `(?:${forms.join('|')})`;
};

/**
 * Replaces a value in every such spelling, also where some of its characters are encoded and others are not. The
 * pattern is cut into pieces, compiled when first needed: one pattern for a key of 1,000 characters takes V8 seconds.
 */
export const spelledReplacer = (value: string): ((text: string, mark: string) => string) => {
  // No cut right behind a character that also starts an escape, so that the engine can still backtrack over it.
  const pieces = value.match(/(?:[\\%&][\s\S]{0,4}|[\s\S]){1,8}/g) ?? [];
  const patterns: RegExp[] = [];
  const pattern = (index: number): RegExp => {
    patterns[index] ??= new RegExp([...(pieces[index] ?? '')].map(spellingsOf).join(''), index === 0 ? 'g' : 'y');
    return patterns[index];
  };
  const endOfRest = (text: string, start: number): number | undefined => {
    let end = start;
    for (let index = 1; index < pieces.length; index++) {
      const piece = pattern(index);
      piece.lastIndex = end;
      if (!piece.test(text)) return undefined;
      end = piece.lastIndex;
    }
    return end;
  };
  return (text, mark) => {
    const first = pattern(0);
    const kept: string[] = [];
    let from = 0;
    first.lastIndex = 0;
    for (let match = first.exec(text); match !== null; match = first.exec(text)) {
      const end = endOfRest(text, first.lastIndex);
      if (end === undefined) {
        first.lastIndex = match.index + 1;
        continue;
      }
      kept.push(text.slice(from, match.index), mark);
      from = end;
      first.lastIndex = end;
    }
    return from === 0 ? text : kept.join('') + text.slice(from);
  };
};

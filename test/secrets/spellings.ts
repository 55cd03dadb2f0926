/** A part that every spelling of the key contains, once it is decoded. */
const core = 'Qz7Kv3Xw9Lm2';
export const apiKey = `sk/${core}+"\\&=<é`;

export const unicodeEscaped = [...apiKey].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percentEncoded = [...Buffer.from(apiKey)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** The key in every encoding that a target could echo it in, as characters of a JSON string or a header. */
export const spellings: readonly string[] = [
  apiKey,
  `Bearer ${apiKey}`,
  Buffer.from(apiKey).toString('base64'),
  Buffer.from(`Bearer ${apiKey}`).toString('base64'),
  Buffer.from(`user:${apiKey}`).toString('base64url'),
  encodeURIComponent(apiKey),
  percentEncoded,
  JSON.stringify(apiKey).slice(1, -1),
  unicodeEscaped,
];

/** The text with every escape decoded. */
function undone(text: string): string {
  const characters = text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal: string) => String.fromCharCode(Number(decimal)));
  const words = new Set(text.match(/[A-Za-z0-9+/_-]{12,}/g));
  const decoded = [...words].flatMap((word) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(word.slice(skip), 'base64').toString('latin1')),
  );
  const hex = [...new Set(text.match(/[0-9a-f]{24,}/gi))].flatMap((word) => [
    Buffer.from(word, 'hex').toString('latin1'),
    Buffer.from(word.slice(1), 'hex').toString('latin1'),
  ]);
  return [characters, ...decoded, ...hex].join('\n');
}

/** True if the text holds the key, however it is spelt. */
export const reveals = (text: string): boolean => undone(text).toLowerCase().includes(core.toLowerCase());

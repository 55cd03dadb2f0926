import { keysThatReveal } from './credentials.js';
import { unescapings } from './unescape.js';

/** What is shorter occurs in ordinary text by chance: half of a report would vanish with it. */
export const SHORTEST_SAFE_LENGTH = 8;

/** Every text from which a key can be read, in each encoding that `unescapings` do not undo; the longest first. */
export function needlesFor(key: string): readonly string[] {
  const values = keysThatReveal(key).flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]);
  const needles = [...values.flatMap(asText), ...encoded(key)];
  return [...new Set(needles)].sort((a, b) => b.length - a.length);
}

/** Whether a text holds a key, in whatever letter case and encoding. */
export function holdsKey(text: string, key: string): boolean {
  const texts = [text, ...unescapings(text).map((plain) => plain.text)].map((plain) => plain.toLowerCase());
  return [...asText(key), ...encoded(key)].some((needle) =>
    texts.some((plain) => plain.includes(needle.toLowerCase())),
  );
}

/** As it is, without its escapes, as a form has it, or in a wrong charset. */
const asText = (value: string): string[] => {
  const plain = unescapings(value).at(-1)?.text ?? value;
  return [value, ...(plain.length >= SHORTEST_SAFE_LENGTH ? [plain] : [])].flatMap((text) => [
    text,
    text.replaceAll(' ', '+'),
    Buffer.from(text, 'utf8').toString('latin1'),
    Buffer.from(text, 'latin1').toString('utf8'),
  ]);
};

const encoded = (key: string): string[] =>
  (['latin1', 'utf8'] as const).flatMap((charset) => {
    const bytes = Buffer.from(key, charset);
    const hex = bytes.toString('hex');
    return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((shift) => base64Inside(bytes, shift))];
  });

/**
 * The digits that hold nothing but these bytes, in Base64 (RFC 4648 §4) and Base64url (§5), where that many other
 * bytes (modulo 3) are before them; also with the digit and the padding that end the text after them. At other edges,
 * up to four bits are in a digit with those of a neighbour, and stay.
 */
function base64Inside(bytes: Buffer, shift: number): string[] {
  const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const digits = all.slice(Math.ceil((shift * 8) / 6));
  const own = all.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  return [own, digits, digits.replace(/={1,2}$/, '')].flatMap((text) => [
    text,
    text.replaceAll('+', '-').replaceAll('/', '_'),
  ]);
}

import { keysThatReveal } from './credentials.js';

/** What is shorter occurs in ordinary text by chance: half of a report would vanish with it. */
export const SHORTEST_SAFE_LENGTH = 8;

/** The texts that a secret is looked for as: itself, and what the suite derives from it. */
export const formsThatReveal = (secret: string): readonly string[] => [
  ...new Set([...formsOf(secret), ...keysThatReveal(secret).flatMap(written)]),
];

/** Tells whether a text holds a secret, in whatever letter case, and with whatever percent-encoded. */
export function finderOf(secret: string): (text: string) => boolean {
  const forms = new Set(formsOf(secret).map((form) => form.toLowerCase()));
  return (text) => {
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    const lower = `${text} ${decoded}`.toLowerCase();
    return [...forms].some((form) => lower.includes(form));
  };
}

/** Each text once: most of an ordinary secret's are the same. */
const formsOf = (secret: string): readonly string[] => [...new Set([secret, ...base64(secret)])].flatMap(written);

/** As it is, and as URLs, HTML and JSON have it, which may be a string in JSON; read as Latin-1, as headers are, and as UTF-8. */
const written = (text: string): readonly string[] => [
  ...inUrls(text),
  ...[...new Set([text, Buffer.from(text, 'utf8').toString('latin1')])]
    .flatMap((read) => [read, ...inHtml(read)])
    .flatMap((read) => [
      read,
      ...JSON_WRITERS.map((write) => write(read)).flatMap((once) => [
        once,
        json(once),
        json(once).replaceAll('/', '\\/'),
      ]),
    ]),
];

/** With what is written for a quotation mark and an apostrophe: for the rest, all writers of HTML and XML have the same. */
const HTML_WRITERS = [
  ['"', "'"], // between tags
  ['&quot;', "'"], // PHP before 8.1
  ['&quot;', '&#039;'], // PHP
  ['&quot;', '&#39;'], // JavaScript, Ruby
  ['&quot;', '&#x27;'], // Python
  ['&quot;', '&apos;'], // XML
  ['&#34;', '&#39;'], // Go
] as const;

/** Nothing where there is nothing to escape. */
const inHtml = (text: string): readonly string[] =>
  !/[&<>"']/.test(text)
    ? []
    : HTML_WRITERS.map(([quote, apostrophe]) =>
        text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', quote)
          .replaceAll("'", apostrophe),
      );

/** As JavaScript, Python, PHP, Go and forms have it: they differ in what they leave as it is. */
function inUrls(text: string): readonly string[] {
  const component = encodeURIComponent(text);
  const strict = component.replace(/[!'()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams({ '': text }).toString().slice('='.length);
  const every = Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(
    '',
  );
  const all = [every, component, strict, strict.replaceAll('%2F', '/'), encodeURI(text), form];
  return all
    .flatMap((url) => [url, url.replaceAll('%20', '+')])
    .flatMap((url) => [url, url.replace(/%../g, (byte) => byte.toLowerCase())]);
}

const escaped = (text: string, characters: RegExp, digits = (hex: string) => hex): string =>
  text.replace(characters, (found) => `\\u${digits(found.charCodeAt(0).toString(16).padStart(4, '0'))}`);

const json = (text: string): string => JSON.stringify(text).slice(1, -1);

/** What some writers escape although nothing makes them (RFC 8259 §7). */
const JSON_WRITERS: readonly ((text: string) => string)[] = [
  json,
  (text) => json(text).replaceAll('/', '\\/'),
  (text) => escaped(json(text), /[^ -~]/g), // Python
  (text) => escaped(json(text), /[^ -~]/g).replaceAll('/', '\\/'), // PHP
  (text) => escaped(json(text), /[<>&]/g), // Go
  (text) => escaped(json(text), /[<>&=']/g), // Gson
  (text) => escaped(text.replaceAll('\\', '\\\\'), /[^ -~]|["&'+<>`]/g, (hex) => hex.toUpperCase()), // .NET
  (text) => escaped(text, /./gs),
  (text) => escaped(text, /./gs, (hex) => hex.toUpperCase()),
];

/**
 * In Base64 (RFC 4648 §4) and Base64url (§5), where that many other bytes (modulo 3) are before it: the digits that hold
 * nothing but the secret, and with them those that end the text. At other edges, up to four bits are in a digit with those
 * of a neighbour, and stay.
 */
const base64 = (secret: string): readonly string[] =>
  (['latin1', 'utf8'] as const).flatMap((charset) => {
    const bytes = Buffer.from(secret, charset);
    return [0, 1, 2].flatMap((shift) => {
      const all = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
      const own = all.slice(Math.ceil((shift * 8) / 6));
      const whole = Math.floor(((shift + bytes.length) * 8) / 6);
      const ends = [own, own.replaceAll('=', ''), all.slice(all.length - own.length, whole)];
      return ends.flatMap((digits) => [digits, digits.replaceAll('+', '-').replaceAll('/', '_')]);
    });
  });

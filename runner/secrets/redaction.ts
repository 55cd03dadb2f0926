import { formsThatReveal } from './forms.js';

/** Of digits, which may be a number of JSON: what is left of it is none, and nobody's mistake. */
const markOf = (found: string): string => (/^\d{7,}$/.test(found) ? '[redacted number]' : '[redacted]');

/** Finds and replaces secrets, and keys derived from them that reveal them, in each form of `formsThatReveal`. */
export class Redactor {
  /** No form of what is looked for is longer. */
  readonly reach: number;
  /** The longest first: others are a part of them. */
  readonly #forms: readonly string[];
  /** A text without them is soon passed over. */
  readonly #cores: string[] = [];

  constructor(secrets: readonly string[]) {
    this.#forms = secrets.flatMap(formsThatReveal).sort((a, b) => b.length - a.length);
    for (const form of this.#forms.toReversed()) {
      if (!this.#cores.some((core) => form.includes(core))) this.#cores.push(coreOf(form));
    }
    this.reach = this.#forms[0]?.length ?? 0;
  }

  /** For text that quotes the target, never for the suite's own words. */
  redact(text: string): string {
    return this.#redact(text, text.length).redacted;
  }

  /** The same for bytes, whatever their charset; the same ones where nothing is found. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const { buffer, byteOffset, length } = bytes;
    return this.redactStart(Buffer.from(buffer, byteOffset, length), length).redacted ?? bytes;
  }

  /** The same for what begins before `upTo`, however far it reaches; `redacted` is absent where nothing is found. */
  redactStart(bytes: Buffer, upTo: number): { readonly redacted?: Buffer; readonly end: number } {
    const text = bytes.toString('latin1');
    const { redacted, end } = this.#redact(text, upTo);
    return redacted === text.slice(0, upTo) ? { end } : { redacted: Buffer.from(redacted, 'latin1'), end };
  }

  #redact(text: string, upTo: number): { readonly redacted: string; readonly end: number } {
    if (!this.#cores.some((core) => text.includes(core))) return { redacted: text.slice(0, upTo), end: upTo };
    const next = this.#forms.map((form) => ({ form, at: text.indexOf(form) }));
    const parts: string[] = [];
    let end = 0;
    for (;;) {
      let first: { readonly form: string; readonly at: number } | undefined;
      for (const place of next) {
        if (place.at >= 0 && place.at < end) place.at = text.indexOf(place.form, end);
        if (place.at >= 0 && place.at < (first?.at ?? upTo)) first = place;
      }
      if (!first) break;
      parts.push(text.slice(end, first.at), markOf(first.form));
      end = first.at + first.form.length;
    }
    parts.push(text.slice(end, upTo));
    return { redacted: parts.join(''), end: Math.max(end, upTo) };
  }
}

/** The longest part without a character that some form escapes: the first character may be another one, or the last. */
const coreOf = (form: string): string =>
  /^(?:%|\\u00)/.exec(form)?.[0] ??
  form
    .slice(1, -1)
    .split(/[^A-Za-z0-9]/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest));

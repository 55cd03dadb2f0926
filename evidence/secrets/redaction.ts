import { LONGEST_ESCAPE, SHORTEST_SAFE_LENGTH, viewsOf } from './forms.js';
import type { Secret } from './secret.js';

const MARK = '[redacted]';

/** Finds and replaces the secrets of a run in each of their forms, also if they are escaped. */
export class Secrets {
  /** No text that shows a secret is longer. */
  readonly reach: number;
  /** The longest first. */
  readonly #forms: readonly string[];

  constructor(readonly secrets: readonly Secret[]) {
    this.#forms = secrets.flatMap((secret) => secret.forms()).sort((a, b) => b.length - a.length);
    this.reach = (this.#forms[0]?.length ?? 0) * LONGEST_ESCAPE;
  }

  /** Redacts a text of the target. The suite's own words are never redacted. */
  redact(text: string): string {
    return this.#redact(text, text.length).redacted;
  }

  /** Redacts a quote, which may be cut at its ends and at each `…`. There, a part of a secret is redacted, too. */
  redactQuote(text: string): string {
    return this.redact(text)
      .split('…')
      .map((part) => this.#withoutParts(part))
      .join('…');
  }

  /** Redacts bytes of any charset. Returns the same object if nothing is found. */
  redactBytes(bytes: Uint8Array): Uint8Array {
    const { buffer, byteOffset, length } = bytes;
    return this.redactStart(Buffer.from(buffer, byteOffset, length), length).redacted ?? bytes;
  }

  /** Redacts secrets that begin before `upTo`, however far they reach. `redacted` is absent if nothing is found. */
  redactStart(bytes: Buffer, upTo: number): { readonly redacted?: Buffer; readonly end: number } {
    const text = bytes.toString('latin1');
    const { redacted, end } = this.#redact(text, upTo);
    return redacted === text.slice(0, upTo) ? { end } : { redacted: Buffer.from(redacted, 'latin1'), end };
  }

  #redact(text: string, upTo: number): { readonly redacted: string; readonly end: number } {
    const parts: string[] = [];
    let end = 0;
    for (const [from, to] of this.#rangesIn(text).sort(([a], [b]) => a - b)) {
      if (from >= upTo) break;
      if (from >= end) parts.push(text.slice(end, from), MARK);
      end = Math.max(end, to);
    }
    parts.push(text.slice(end, upTo));
    return { redacted: parts.join(''), end: Math.max(end, upTo) };
  }

  #rangesIn(text: string): [from: number, to: number][] {
    const ranges: [from: number, to: number][] = [];
    for (const view of this.#forms.length > 0 ? viewsOf(text) : []) {
      for (const form of this.#forms) {
        for (let at = view.text.indexOf(form); at >= 0; at = view.text.indexOf(form, at + form.length)) {
          ranges.push([view.at(at), view.at(at + form.length)]);
        }
      }
    }
    return ranges;
  }

  #withoutParts(part: string): string {
    let text = part;
    for (const form of this.#forms) {
      const begun = text.lastIndexOf(form.slice(0, SHORTEST_SAFE_LENGTH));
      if (begun >= 0 && form.startsWith(text.slice(begun))) text = text.slice(0, begun) + MARK;
      const rest = text.indexOf(form.slice(-SHORTEST_SAFE_LENGTH)) + SHORTEST_SAFE_LENGTH;
      if (rest >= SHORTEST_SAFE_LENGTH && form.endsWith(text.slice(0, rest))) text = MARK + text.slice(rest);
    }
    return text;
  }
}

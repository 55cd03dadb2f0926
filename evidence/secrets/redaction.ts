import { LONGEST_ESCAPE, SHORTEST_SAFE_LENGTH, viewsOf } from './forms.js';
import type { Secret } from './secret.js';

const MARK = '[redacted]';

/** The remains of an escape that the beginning or the end of a quote cuts. */
const CUT_BEFORE = /^\\?u?[\da-f]{0,4}(?=\\+u00|%[\da-f])/i;
const CUT_AFTER = /(?:\\{1,2}(?:u[\da-f]{0,3})?|%[\da-f]?)$/i;

/** Where the end of a secret at the beginning of a text ends, and where the beginning of one at its end begins. */
function partsAtEnds({ text, at }: ReturnType<typeof viewsOf>[number], form: string) {
  const begun = text.lastIndexOf(form.slice(0, SHORTEST_SAFE_LENGTH));
  const rest = text.indexOf(form.slice(-SHORTEST_SAFE_LENGTH)) + SHORTEST_SAFE_LENGTH;
  return {
    ends: rest >= SHORTEST_SAFE_LENGTH && form.endsWith(text.slice(0, rest)) ? at(rest) : undefined,
    begins: begun >= 0 && form.startsWith(text.slice(begun)) ? at(begun) : undefined,
  };
}

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

  /** Redacts bytes of any charset. Returns the same object if nothing is found before `upTo`, else only those. */
  redactBytes(bytes: Uint8Array, upTo = bytes.length): Uint8Array {
    const { buffer, byteOffset, length } = bytes;
    const start = Buffer.from(buffer, byteOffset, Math.min(length, upTo + this.reach));
    return this.redactStart(start, Math.min(length, upTo)).redacted ?? bytes;
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

  #withoutParts(text: string): string {
    const [cutBefore = ''] = CUT_BEFORE.exec(text) ?? [];
    const views = this.#forms.length > 0 ? viewsOf(text.slice(cutBefore.length).replace(CUT_AFTER, '')) : [];
    const parts = views.flatMap((view) => this.#forms.map((form) => partsAtEnds(view, form)));
    const from = Math.max(0, ...parts.flatMap(({ ends }) => (ends === undefined ? [] : cutBefore.length + ends)));
    const to = Math.min(text.length, ...parts.flatMap(({ begins = text.length }) => cutBefore.length + begins));
    if (from > to) return MARK;
    return `${from > 0 ? MARK : ''}${text.slice(from, to)}${to < text.length ? MARK : ''}`;
  }
}

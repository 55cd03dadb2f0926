import { formsOf, SHORTEST_SAFE_LENGTH, viewsOf } from './forms.js';

/** A text that is sent and never shown. Its value is a private field, so code that prints the object cannot read it. */
export class Secret {
  readonly #value: string;
  /** The texts to look for after unescaping. */
  readonly #forms: readonly string[];

  /**
   * @param value as it is sent
   * @param subject the subject of a sentence about it
   * @param alsoPlain further texts that reveal it
   */
  constructor(
    value: string,
    readonly subject: string,
    alsoPlain: readonly string[] = [],
  ) {
    this.#value = value;
    this.#forms = formsOf(value, alsoPlain);
  }

  /**
   * Empty if the secret is too short: it would be found by chance. A method, since printing an object can call getters.
   */
  forms(): readonly string[] {
    return this.isRedactable ? this.#forms : [];
  }

  get isRedactable(): boolean {
    return this.#value.length >= SHORTEST_SAFE_LENGTH;
  }

  /** A sentence for the person who chose a secret that cannot be redacted. */
  get warning(): string | undefined {
    if (this.isRedactable) return undefined;
    return `${this.subject} has fewer than ${SHORTEST_SAFE_LENGTH} characters, so it cannot be told from ordinary text: where the target repeats it, reports do, too. Use a longer one.`;
  }

  /** True if the text holds the secret, in any letter case. False for a secret that cannot be redacted. */
  isIn(text: string): boolean {
    const forms = this.forms().map((form) => form.toLowerCase());
    return viewsOf(text).some((view) => forms.some((form) => view.text.toLowerCase().includes(form)));
  }

  reveal(): string {
    return this.#value;
  }
}

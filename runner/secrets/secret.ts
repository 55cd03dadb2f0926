import { formsOf, SHORTEST_SAFE_LENGTH, viewsOf } from './forms.js';

/** A text that is sent, and never shown. Its value is a private field, which nothing that prints an object can read. */
export class Secret {
  readonly #value: string;
  /** The texts by which it is found once escapes are undone. */
  readonly #forms: readonly string[];

  /**
   * @param value as it is sent
   * @param subject of a sentence about it
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

  /** None where it would be found in what only happens to look like it. A method, since printing can call getters. */
  forms(): readonly string[] {
    return this.isRedactable ? this.#forms : [];
  }

  get isRedactable(): boolean {
    return this.#value.length >= SHORTEST_SAFE_LENGTH;
  }

  /** A sentence for whoever chose one that cannot be redacted. */
  get warning(): string | undefined {
    if (this.isRedactable) return undefined;
    return `${this.subject} has fewer than ${SHORTEST_SAFE_LENGTH} characters, so it cannot be told from ordinary text: where the target repeats it, reports do, too. Use a longer one.`;
  }

  /** Whether a text holds it, in whatever letter case, which is not said of one that cannot be redacted. */
  isIn(text: string): boolean {
    const forms = this.forms().map((form) => form.toLowerCase());
    return viewsOf(text).some((view) => forms.some((form) => view.text.toLowerCase().includes(form)));
  }

  reveal(): string {
    return this.#value;
  }
}

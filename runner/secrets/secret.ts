import { formsOf, SHORTEST_SAFE_LENGTH, viewsOf } from './forms.js';
import { Redactor } from './redaction.js';

/** A text that is sent, and never shown. Nothing but `reveal` gives its value away. */
export class Secret {
  readonly #value: string;
  readonly #placeholder: string;
  readonly #subject: string;

  /**
   * @param value as it is sent
   * @param placeholder written instead of it: an expression that a POSIX shell expands
   * @param subject of a sentence about it
   */
  constructor(value: string, placeholder: string, subject: string) {
    this.#value = value;
    this.#placeholder = placeholder;
    this.#subject = subject;
  }

  /** Whether it can be found in a text without damage to what happens to look like it. */
  get isRedactable(): boolean {
    return this.#value.length >= SHORTEST_SAFE_LENGTH;
  }

  /** A sentence for whoever chose one that cannot be redacted. */
  get warning(): string | undefined {
    if (this.isRedactable) return undefined;
    return `${this.#subject} has fewer than ${SHORTEST_SAFE_LENGTH} characters, so it cannot be told from ordinary text: where the target repeats it, reports do, too. Use a longer one.`;
  }

  get subject(): string {
    return this.#subject;
  }

  /** The texts by which it is found once escapes are undone. */
  get forms(): readonly string[] {
    return formsOf(this.#value);
  }

  /** Whether a text holds it, in whatever letter case, which is not said of one that cannot be redacted. */
  isIn(text: string): boolean {
    const forms = this.isRedactable ? this.forms.map((form) => form.toLowerCase()) : [];
    return viewsOf(text).some((view) => forms.some((form) => view.text.toLowerCase().includes(form)));
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return this.#placeholder;
  }

  toJSON(): string {
    return this.#placeholder;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.#placeholder;
  }
}

/** All secrets of a run. */
export class Secrets extends Redactor {
  readonly secrets: readonly Secret[];

  constructor(secrets: readonly Secret[]) {
    const found = secrets.filter(({ isRedactable }) => isRedactable);
    super(found.flatMap(({ forms }) => forms));
    this.secrets = found;
  }
}

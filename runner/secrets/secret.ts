import { finderOf, SHORTEST_SAFE_LENGTH } from './forms.js';
import { Redactor } from './redaction.js';

/** A text that is sent, and never shown. Nothing but `reveal` gives its value away. */
export class Secret {
  readonly #value: string;
  readonly #placeholder: string;
  readonly #subject: string;
  /** Made where it is first asked for: it takes most of a millisecond. */
  #isIn: ((text: string) => boolean) | undefined;

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

  /** Whether a text holds it, which is not said of one that cannot be redacted. */
  isIn(text: string): boolean {
    this.#isIn ??= finderOf(this.#value);
    return this.isRedactable && this.#isIn(text);
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
  constructor(secrets: readonly Secret[]) {
    super(secrets.filter(({ isRedactable }) => isRedactable).map((secret) => secret.reveal()));
  }
}

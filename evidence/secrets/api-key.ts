import { type KeyTraits, keysThatReveal } from '../../interface/interface.js';
import { Secret } from './secret.js';

export class ApiKey extends Secret {
  /**
   * @param value the key as it is sent, without a `problemOfKey`
   * @param origin the source of the key: `STORE_ORDERS_API_KEY`, `--api-key-file`
   */
  constructor(
    value: string,
    readonly origin?: string,
  ) {
    super(value, 'The API key', keysThatReveal(value));
  }

  override get warning(): string | undefined {
    const isQuoted = /^(["'`]).*\1$/s.test(this.reveal());
    return super.warning ?? (isQuoted ? QUOTED : undefined);
  }

  get traits(): KeyTraits {
    const key = this.reveal();
    return { hasLetters: /[A-Za-z]/.test(key), isOneCharacter: key.length < 2 };
  }
}

/** A sentence that says why no header can carry this text as a key. It does not quote the text. */
export const problemOfKey = (text: string): string | undefined =>
  KEY_PROBLEMS.find(([pattern]) => pattern.test(text))?.[1];

const QUOTED =
  'The API key is in quotation marks, which are sent with it. If the service refuses it, remove them where it is set.';

const KEY_PROBLEMS = [
  [/^$/, 'The API key is empty. Put the key that the service issued into it.'],
  [
    /^(?:\u2026|\.\.\.)$/,
    'The API key is still the placeholder of the documentation. Put the key that the service issued in its place.',
  ],
  [
    /^(?:\$\(.*\)|\$\{.*\}|\{\{.*\}\}|%\w+%|\$[A-Za-z_]\w*|\*+|\[(?:masked|redacted)\])$/is,
    'The API key is a variable that the pipeline did not expand, or its masked value. Check that the secret exists there, and that this job gets it.',
  ],
  [/^bearer /i, 'The API key begins with "Bearer ", the scheme that the suite sends itself. Leave it out of the key.'],
  [/^\s|\s$/, 'The API key begins or ends with white space, which HTTP strips from a header. Remove it.'],
  [
    /[\p{Cc}\u0100-\u{10ffff}]/u,
    'The API key contains a line break, a control character, or a character outside of ISO 8859-1, which no HTTP header can carry. Check that the file holds the key alone, in one line of plain text.',
  ],
] as const;

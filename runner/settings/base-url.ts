import { UsageError } from '../input/usage-error.js';

/**
 * Checks a base URL. Whether it ends in `/v1` is not checked here: that is a requirement, which the suite judges. The
 * text itself is never quoted, since it may hold a secret.
 * @param origin begins the message: `--base-url`.
 * @throws UsageError
 */
export function parseBaseUrl(origin: string, text: string): string {
  if (!/^https?:\/\/[^/\s\\][^\s\\]*$/i.test(text) || !URL.canParse(text)) {
    throw new UsageError(
      `${origin}: Expected a base URL such as https://api.example.com/v1, with http:// or https:// and without spaces.`,
    );
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(
      `${origin}: The base URL has a user name or password in it; the interface uses API keys only. Remove it.`,
    );
  }
  if (/[?#]/.test(text)) {
    throw new UsageError(
      `${origin}: The base URL has a query or a fragment, and operation paths cannot follow it. Remove it.`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

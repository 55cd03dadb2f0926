/** The checked base URL, or what is wrong with it; the text itself is never quoted, since it may hold a secret. */
export type BaseUrlReading = { readonly url: string } | { readonly problem: string };

const EXPECTED = 'Expected a base URL such as https://api.example.com/v1';

/** Whether it ends in `/v1` is not asked here: that is a requirement that the suite judges. */
export function readBaseUrl(text: string): BaseUrlReading {
  if (text === '') return { problem: `${EXPECTED}, found nothing.` };
  if (!/^https?:\/\/[^/]/i.test(text)) return { problem: `${EXPECTED}; this does not begin with http:// or https://.` };
  if (/[\s\\]/.test(text)) return { problem: `${EXPECTED}; this has white space or a backslash in it.` };
  if (!URL.canParse(text)) return { problem: `${EXPECTED}; this is no valid URL.` };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.host.includes('@')) {
    return {
      problem: 'The base URL has a user name or password in it; the interface knows API keys alone. Remove it.',
    };
  }
  if (text.includes('?'))
    return { problem: 'The base URL has a query; operation paths could not follow it. Remove it.' };
  if (text.includes('#'))
    return { problem: 'The base URL has a fragment; operation paths could not follow it. Remove it.' };
  return { url: `${url.origin}${url.pathname}`.replace(/\/+$/, '') };
}

import { CREDENTIALS, type Credential } from '../interface/interface.js';
import { type Exchange, headerValues, type ResponseRecord, responseOf, statusOf } from './exchange.js';
import { bodyStart, shown } from './quoted.js';

/** The scheme that a 401 asks for, unless it asks for `Bearer` as well, or for none. */
function askedScheme(response: ResponseRecord): string | undefined {
  const values = headerValues(response, 'www-authenticate');
  // RFC 9110 §11.6.1: a scheme is followed by a space or a comma, a parameter by `=`.
  const pattern = /(?:^|,)\s*([A-Za-z][\w.-]{0,30})(?=\s*(?:,|$)|\s+[^\s=])/g;
  const schemes = values.flatMap((value) =>
    [...unquoted(value).matchAll(pattern)].flatMap(([, scheme]) => scheme ?? []),
  );
  return schemes.some((scheme) => /^bearer$/i.test(scheme)) ? undefined : schemes[0];
}

const unquoted = (value: string): string => value.replaceAll(/"[^"]*"/g, "''");

/** The valid key under the scheme that this 401 asks for. Undefined if it asks for `Bearer`, or for a scheme not known. */
export function askedCredential(exchange: Exchange): Credential | undefined {
  const response = responseOf(exchange);
  const scheme = response?.status === 401 ? askedScheme(response)?.toLowerCase() : undefined;
  return (Object.keys(CREDENTIALS) as Credential[]).find((name) => name === `valid-under-${scheme}`);
}

/** True for the one listing that is sent because a 401 asks for another scheme. It shows nothing about the contract. */
export const isUnderAskedScheme = ({ request }: Pick<Exchange, 'request'>): boolean => request.when === 'challenged';

/** Says whether the scheme, the header or the key is refused. Undefined if the 401 names no other one than `Bearer`. */
export function schemeAdvice(response: ResponseRecord, exchanges: readonly Exchange[]): string | undefined {
  const scheme = askedScheme(shown(response));
  if (scheme === undefined) {
    const [header] = /\bX-(?:[A-Z]+-)?(?:Key|Token)\b/i.exec(bodyStart(shown(response))) ?? [];
    return header && `Its 401 names ${header}; the contract wants the key in Authorization, after \`Bearer\` (§5.2).`;
  }
  const asks = `Its 401 asks for the scheme ${scheme}; the contract wants Bearer (§5.2).`;
  const listing = exchanges.findLast(isUnderAskedScheme);
  const status = listing && statusOf(listing);
  if (status !== 200) {
    const too = status === undefined ? '' : ` The same key under ${scheme} gets ${status}.`;
    return `${asks}${too} Either the scheme is refused, or the key.`;
  }
  return `${asks} The same key under ${scheme} gets 200. Let the service read the key after \`Bearer\`, and answer \`WWW-Authenticate: Bearer\`.`;
}

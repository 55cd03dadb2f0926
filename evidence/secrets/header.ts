import { Secret } from './secret.js';

/** A further request header, which a gateway in front of the target needs. */
export class SecretHeader extends Secret {
  /** @param value has no `problemOfHeader` */
  constructor(
    readonly name: string,
    value: string,
  ) {
    super(value, `The value of the header ${name}`);
  }
}

/** A further request header that names the run or the exchange. It is no secret: records show it as it was sent. */
interface TracingHeader {
  readonly name: string;
  /** The value, with `{exchange}` in place of the id of the exchange. */
  readonly template: string;
}

export type FurtherHeader = SecretHeader | TracingHeader;

/** `$STORE_ORDERS_HEADER_X_TENANT` for `X-Tenant`. Reports show it, and a shell that repeats a request expands it. */
export const placeholderOf = (name: string): string =>
  `$STORE_ORDERS_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

/** True if a report shows this value for the header. */
export const isPlaceholder = (name: string, value: string): boolean => value === placeholderOf(name);

/** A sentence that says why a header cannot be sent with every request. It does not quote the value. */
export function problemOfHeader(name: string, value: string): string | undefined {
  // RFC 9110 §5.6.2: a token.
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    return 'The name of a header consists of letters, digits and hyphens. Expected a line such as `X-Tenant: value`.';
  }
  const [, why] = REFUSED.find(([names]) => names.test(name)) ?? [];
  if (why !== undefined) return `The header ${name} cannot be given: ${why}. Remove it.`;
  if (value === '') return `The header ${name} has no value. Give it one, or remove it.`;
  // RFC 9110 §5.5.
  if (/^\s|\s$|[^\t -~\u00a0-\u00ff]/.test(value)) {
    return `The value of the header ${name} contains what no HTTP header can carry. Expected one line of plain text.`;
  }
  return undefined;
}

const REFUSED: readonly (readonly [names: RegExp, why: string])[] = [
  [/^authorization$/i, 'it carries the API key, which STORE_ORDERS_API_KEY or --api-key-file gives'],
  [/^proxy-authorization$/i, 'the address of the proxy in HTTP_PROXY or HTTPS_PROXY carries its credentials'],
  [/^(?:host|accept|user-agent)$/i, 'the suite sends its own'],
  [
    /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i,
    'it frames the message, which the suite does itself',
  ],
  [/^content-/i, 'it describes a body, and no request of the contract has one'],
  [/^(?:accept-encoding|if-.*|range)$/i, 'it asks for another response than the one that is judged'],
  [
    /^x-(?:http-method|http-method-override|method-override|original-url|rewrite-url)$/i,
    'it can turn a request into another one, such as a GET into a DELETE',
  ],
];

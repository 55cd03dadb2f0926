import type { Header, Sent } from '../../evidence/exchange.js';
import { type Accept, idText } from '../../evidence/request.js';
import type { ApiKey } from '../../evidence/secrets/api-key.js';
import { type FurtherHeader, placeholderOf, type SecretHeader } from '../../evidence/secrets/header.js';
import { authorizationOf, shownAuthorization } from '../../interface/interface.js';
import { ACCEPT_ENCODING } from './body.js';
import { isForwarded, proxyAuthorization, type Route } from './connect.js';
import type { OutgoingRequest } from './transport.js';

export interface OutgoingMessage {
  readonly method: 'GET' | 'DELETE';
  /** RFC 9112 §3.2: the path, or the whole URL if a proxy forwards the request. */
  readonly requestTarget: string;
  readonly headers: readonly Header[];
  readonly persists: boolean;
}

export interface Sender {
  readonly apiKey?: ApiKey | undefined;
  readonly headers?: readonly FurtherHeader[];
  readonly version: string;
}

/**
 * Makes the message to send, and its record without secrets.
 * @throws Error if the request cannot be written; the suite is wrong then
 */
export const compose = (
  { request, method, orderId, path: below, connection, closes }: OutgoingRequest,
  route: Route,
  { apiKey, headers = [], version }: Sender,
): { readonly message: OutgoingMessage; readonly sent: Sent } => {
  const { id, credential } = request;
  if (!/^\/[!-~]*$/.test(below)) {
    throw new Error(`The path of the request ${idText(id)} holds what a request line cannot hold. Percent-encode it.`);
  }
  const { origin, host, pathname } = route.target;
  const persists = connection !== undefined && closes !== true;
  const path = (/^.*[^/]/.exec(pathname)?.[0] ?? '') + below;
  const url = origin + path;
  const common: readonly Header[] = [
    ['host', host],
    ['connection', persists ? 'keep-alive' : 'close'],
    ...optional('Accept', acceptOf(request.accept)),
    ['Accept-Encoding', ACCEPT_ENCODING],
    ['User-Agent', `store-orders-conformance/${version}`],
  ];
  const further = (shown: (header: SecretHeader) => string): Header[] =>
    headers.map((header) => [
      header.name,
      'template' in header ? header.template.replaceAll('{exchange}', idText(id)) : shown(header),
    ]);
  const secret = [
    ...further((header) => header.reveal()),
    ...optional('Authorization', authorizationOf(credential, apiKey?.reveal())),
    ...optional('Proxy-Authorization', isForwarded(route) ? proxyAuthorization(route.proxy) : undefined),
  ];
  const placeholders = [
    ...further((header) => placeholderOf(header.name)),
    ...optional('Authorization', shownAuthorization(credential, apiKey?.reveal())),
  ];
  return {
    message: { method, requestTarget: isForwarded(route) ? url : path, headers: [...common, ...secret], persists },
    sent: { method, url, orderId, headers: [...common, ...placeholders] },
  };
};

const ACCEPT: Readonly<Record<Accept, string | undefined>> = { any: '*/*', none: undefined };

const acceptOf = (accept?: Accept): string | undefined => (accept ? ACCEPT[accept] : 'application/json');

const optional = (name: string, value: string | undefined): readonly Header[] =>
  value === undefined ? [] : [[name, value]];

/** A longer field is kept as it came. */
const MAX_SHARED_LENGTH = 256;

/** A target whose fields all differ takes no more memory than this many. */
const MAX_SHARED = 1000;

/** Keeps equal header fields once: `--repeat` gets thousands of responses that have most of them in common. */
export class SharedFields {
  readonly #fields = new Map<string, Header>();

  shared(headers: readonly Header[]): readonly Header[] {
    return headers.map((field) => {
      const key = field.join(':');
      const equal = this.#fields.get(key);
      if (equal !== undefined || key.length > MAX_SHARED_LENGTH) return equal ?? field;
      if (this.#fields.size >= MAX_SHARED) this.#fields.clear();
      this.#fields.set(key, field);
      return field;
    });
  }
}

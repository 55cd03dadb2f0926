import type { Header, OutgoingRequest, RequestRecord } from '../evidence/exchange.js';
import type { ApiKey } from '../secrets/api-key.js';
import { authorizationOf, isKeyless, keylessAuthorization, shownAuthorization } from '../secrets/credential.js';
import { isForwarded, proxyAuthorization, type Route } from './connection.js';

/** The base address of the target, taken apart. */
export interface Base {
  /** Scheme, host and port only. */
  readonly origin: URL;
  /** The path of the base address, without a slash at its end. */
  readonly prefix: string;
}

/** A query, a fragment and user information are no part of a base address, and are left out. */
export const baseOf = (baseUrl: string): Base => {
  const url = new URL(baseUrl);
  return { origin: new URL(url.origin), prefix: url.pathname.replace(/\/+$/, '') };
};

/** A request as it is written on a connection. */
export interface OutgoingMessage {
  readonly method: 'GET' | 'DELETE';
  /** RFC 9112 §3.2: the path, or the whole URL where a proxy forwards the request. */
  readonly requestTarget: string;
  readonly host: string;
  readonly connection: 'keep-alive' | 'close';
  /** All but `host` and `connection`. */
  readonly headers: readonly Header[];
}

/**
 * The message that is sent, and the record of it in which the key is not. Throws an Error for a request that cannot
 * be written: a defect of the suite.
 */
export const compose = (
  request: OutgoingRequest,
  base: Base,
  route: Route,
  key: ApiKey | undefined,
  userAgent: string,
): { readonly message: OutgoingMessage; readonly record: RequestRecord } => {
  const { id, operation, method, credential } = request;
  if (!/^\/[!-~]*$/.test(request.path)) {
    throw new Error(`The path of the request ${id} holds what cannot stand in a request line. Percent-encode it.`);
  }
  const { origin, host } = base.origin;
  const path = base.prefix + request.path;
  const url = origin + path;
  const connection = method === 'GET' && request.wire === undefined ? 'keep-alive' : 'close';
  const common: readonly Header[] = [
    ['Accept', 'application/json'],
    ['User-Agent', userAgent],
  ];
  return {
    message: {
      method,
      requestTarget: isForwarded(route) ? url : path,
      host,
      connection,
      headers: [
        ...common,
        ...optional('Authorization', sentAuthorization(request, key)),
        ...optional('Proxy-Authorization', forwardingCredentials(route)),
      ],
    },
    record: {
      operation,
      method,
      url,
      credential,
      headers: [
        ['host', host],
        ['connection', connection],
        ...common,
        ...optional('Authorization', shownAuthorization(credential, key)),
      ],
    },
  };
};

const optional = (name: string, value: string | undefined): readonly Header[] =>
  value === undefined ? [] : [[name, value]];

const sentAuthorization = ({ id, credential }: OutgoingRequest, key: ApiKey | undefined): string | undefined => {
  if (isKeyless(credential)) return keylessAuthorization(credential);
  if (key === undefined) {
    throw new Error(`The request ${id} authenticates as "${credential}", but the transport was given no API key.`);
  }
  return authorizationOf(credential, key);
};

const forwardingCredentials = (route: Route): string | undefined =>
  route.proxy !== undefined && isForwarded(route) ? proxyAuthorization(route.proxy) : undefined;

import type { Header, RequestRecord } from '../evidence/exchange.js';
import type { ApiKey } from '../secrets/api-key.js';
import { authorizationOf, shownAuthorization } from '../secrets/credentials.js';
import { isForwarded, proxyAuthorization, type Route } from './connection.js';
import type { Accept, OutgoingRequest } from './transport.js';

/** The base address of the target, taken apart. */
export interface Base {
  /** Scheme, host and port only. */
  readonly origin: URL;
  /** The path of the base address, without a slash at its end. */
  readonly prefix: string;
}

/** A query, a fragment and user information are not part of a base address, and are left out. */
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
  connection: OutgoingMessage['connection'],
): { readonly message: OutgoingMessage; readonly record: RequestRecord } => {
  const { id, operation, method, credential } = request;
  if (!/^\/[!-~]*$/.test(request.path)) {
    throw new Error(`The path of the request ${id} holds what a request line cannot hold. Percent-encode it.`);
  }
  const { origin, host } = base.origin;
  const path = base.prefix + request.path;
  const url = origin + path;
  const common: readonly Header[] = [...optional('Accept', acceptOf(request.accept)), ['User-Agent', userAgent]];
  return {
    message: {
      method,
      requestTarget: isForwarded(route) ? url : path,
      host,
      connection,
      headers: [
        ...common,
        ...optional('Authorization', authorizationOf(credential, key)),
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

const acceptOf = (accept: Accept | undefined): string | undefined => {
  switch (accept) {
    case 'any':
      return '*/*';
    case 'none':
      return undefined;
    case undefined:
      return 'application/json';
  }
};

const optional = (name: string, value: string | undefined): readonly Header[] =>
  value === undefined ? [] : [[name, value]];

const forwardingCredentials = (route: Route): string | undefined =>
  route.proxy !== undefined && isForwarded(route) ? proxyAuthorization(route.proxy) : undefined;

import { once } from 'node:events';
import { BlockList, connect as connectTcp, isIP, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { UsageError } from '../../interface/helpers/usage-error.js';
import {
  connectFailure,
  type Destination,
  type ExchangeFailure,
  MAX_HEADER_BYTES,
  messageOf,
  proxyName,
  proxyProblem,
  proxyWantsPassword,
  tlsFailure,
} from './failure.js';
import type { Watch } from './watch.js';

export interface TlsOptions extends Pick<ConnectionOptions, 'ca' | 'cert' | 'key'> {
  readonly insecure?: boolean;
}

export interface Route extends Destination {
  readonly tls: TlsOptions;
}

/** True for plain HTTP through a proxy, which gets the whole URL (RFC 9112 §3.2.2). For https, a tunnel is opened. */
export const isForwarded = (route: Route): route is Route & { readonly proxy: URL } =>
  route.proxy !== undefined && route.target.protocol === 'http:';

/** Opens a connection to the target, including TLS. If it rejects, with an ExchangeFailure, no socket is left open. */
export const openConnection = async (route: Route, watch: Watch): Promise<Socket> => {
  const { target, proxy } = route;
  const first = proxy ?? target;
  let isTunnelled = false;
  const tcp = connectTcp({ host: hostOf(first), port: Number(portOf(first)), noDelay: true, keepAlive: true });
  try {
    await opened(tcp, 'connect', watch).catch(connectFailure(route));
    const toFirst = proxy?.protocol === 'https:' ? await secure(tcp, proxy, route, watch) : tcp;
    if (target.protocol === 'http:') return toFirst;
    if (proxy) await openTunnel(toFirst, target, proxy);
    isTunnelled = true;
    return await secure(toFirst, target, route, watch);
  } catch (error) {
    // Sockets on top of this one are destroyed with it.
    tcp.destroy();
    if (proxy === undefined || isTunnelled || watch.reason?.kind !== 'timeout') throw watch.reason ?? error;
    const came = `did not answer within ${watch.milliseconds} ms`;
    throw proxyProblem(proxy, target, `${came}. Is it running? Ask who runs it, or`);
  }
};

const secure = async (tcp: Socket, peer: URL, route: Route, watch: Watch): Promise<Socket> => {
  const { connect: connectTls } = await import('node:tls'); // plain http starts sooner without it
  const host = hostOf(peer);
  const servername = isIP(host) === 0 ? host : '';
  const { insecure, ...pem } = route.tls;
  const checked = { ...pem, rejectUnauthorized: insecure !== true };
  const socket = connectTls({ ...checked, socket: tcp, host, servername, ALPNProtocols: ['http/1.1'] });
  await opened(socket, 'secureConnect', watch).catch(
    tlsFailure(peer === route.proxy ? `the ${proxyName(peer, route.target)}` : watch.place, pem.ca !== undefined),
  );
  return socket;
};

const opened = (socket: Socket, event: 'connect' | 'secureConnect', watch: Watch): Promise<void> =>
  new Promise((resolve, reject) => {
    // The caller handles later errors. Without a listener, one of them would end the process.
    socket.on('error', reject).once(event, resolve);
    watch.onGivenUp((reason) => {
      reject(reason);
      socket.destroy(reason);
    });
  });

const openTunnel = async (socket: Socket, target: URL, proxy: URL): Promise<void> => {
  const authority = `${target.hostname}:${portOf(target)}`;
  const authorization = proxyAuthorization(proxy);
  const headers = { Host: authority, ...(authorization !== undefined && { 'Proxy-Authorization': authorization }) };
  const { request } = await import('node:http'); // few runs need it
  const sent = request({
    method: 'CONNECT',
    path: authority,
    headers,
    createConnection: () => socket,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  sent.end();
  const noTunnel = (why: string): ExchangeFailure =>
    proxyProblem(proxy, target, `opened no tunnel to ${authority} (${why}). Ask who runs it, or`);
  const [{ statusCode: status = 0, headers: got }, , after] = await once(sent, 'connect').catch((error: unknown) => {
    throw noTunnel(messageOf(error));
  });
  socket.unshift(after);
  if (status === 407) throw proxyWantsPassword(proxy, target, got['proxy-authenticate']);
  if (status < 200 || status > 299) throw noTunnel(String(status));
};

/** The header for a proxy address with user name or password. No record may hold its value. */
export const proxyAuthorization = ({ username, password }: URL): string | undefined =>
  username === '' && password === ''
    ? undefined
    : `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

export type Proxies = Readonly<Partial<Record<'http' | 'https' | 'no', string | undefined>>>;

/**
 * The proxy for requests to the target. Undefined if there is none. The rules are those of curl and Go: HTTP_PROXY is for
 * http alone, and NO_PROXY may name addresses, and ranges of them. A loopback address is proxied like any other.
 * @throws UsageError if the address of the proxy cannot be used
 */
export const proxyFor = (target: URL, { http = '', https = '', no = '' }: Proxies): URL | undefined => {
  const address = target.protocol === 'https:' ? https : http;
  if (address === '' || isExempt(target, no)) return undefined;
  const text = address.includes('://') ? address : `http://${address}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (proxy === undefined || !['http:', 'https:'].includes(proxy.protocol)) {
    throw new UsageError(
      'The proxy address in HTTP_PROXY or HTTPS_PROXY is not an http:// or https:// URL. Correct or unset the variable, or name the target in NO_PROXY.',
    );
  }
  return proxy;
};

const isExempt = (target: URL, noProxy: string): boolean => {
  const host = hostOf(target);
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const text = isIP(entry) === 6 || isRange(entry) ? `[${entry}]` : entry;
      const [, address, name = '', port = portOf(target)] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(text) ?? [];
      const named = address ?? name.replace(/^\*?\./, '');
      if (named === '' || port !== portOf(target)) return false;
      return named === '*' || (isIP(host) === 0 ? `.${host}`.endsWith(`.${named}`) : isIn(named, host));
    });
};

const isRange = (entry: string): boolean => /^[\da-f.:]+\/\d+$/.test(entry);

/** True for the same address, however it is written, and for one in a range such as `10.0.0.0/8`. */
function isIn(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/');
  const family = isIP(network);
  if (family === 0 || family !== isIP(address)) return false;
  const list = new BlockList();
  const length = Number(bits ?? (family === 6 ? 128 : 32));
  if (length > (family === 6 ? 128 : 32)) return false;
  list.addSubnet(network, length, family === 6 ? 'ipv6' : 'ipv4');
  return list.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The port of a URL, or the default port of its scheme. */
const portOf = (url: Pick<URL, 'port' | 'protocol'>): string => url.port || (url.protocol === 'https:' ? '443' : '80');

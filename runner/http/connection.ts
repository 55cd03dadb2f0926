import { connect as connectTcp, isIP, type Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { connectFailure, connectTimeout, exchangeFailure, tlsFailure } from './failure.js';
import { readTunnelStatus } from './http1.js';
import { portOf } from './proxy.js';

/** Texts are PEM. */
export interface TlsOptions {
  /** Authorities to trust instead of those that Node trusts. */
  readonly ca?: string;
  /** The client's own certificate, and its private key. */
  readonly cert?: string;
  readonly key?: string;
  /** Accept any certificate. */
  readonly insecure?: boolean;
}

/** How the target is reached. */
export interface Route {
  /** Only its origin counts. */
  readonly target: URL;
  readonly proxy: URL | undefined;
  readonly tls: ConnectionOptions;
  readonly connectTimeoutMs: number;
}

/** The texts were checked with the rest of the settings. */
export const tlsConnectionOptions = ({ ca, cert, key, insecure }: TlsOptions): ConnectionOptions => ({
  rejectUnauthorized: insecure !== true,
  ...(ca !== undefined && { ca }),
  ...(cert !== undefined && { cert }),
  ...(key !== undefined && { key }),
});

/** Plain HTTP is sent to a proxy as it is (RFC 9112 §3.2.2); only https is tunnelled. */
export const isForwarded = ({ target, proxy }: Route): boolean => proxy !== undefined && target.protocol === 'http:';

/**
 * A connection on which requests for the target can be written, TLS included. Rejects with an ExchangeFailure, or
 * with the reason of the signal, and leaves no socket behind then.
 */
export const openConnection = async (route: Route, signal: AbortSignal): Promise<Socket> => {
  signal.throwIfAborted();
  const sockets: Socket[] = [];
  const open = (socket: Socket): Socket => {
    sockets.push(socket);
    return socket;
  };
  let giveUp = (_error: Error): void => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const timer = setTimeout(
    () => giveUp(connectTimeout((route.proxy ?? route.target).origin, route.connectTimeoutMs)),
    route.connectTimeoutMs,
  );
  const onAbort = (): void => giveUp(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([establish(route, open), interrupted]);
  } catch (error) {
    for (const socket of sockets) socket.on('error', () => undefined).destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
};

const establish = async (route: Route, open: (socket: Socket) => Socket): Promise<Socket> => {
  const { target, proxy, tls } = route;
  const first = proxy ?? target;
  const tcp = open(connectTcp({ host: hostOf(first), port: Number(portOf(first)), noDelay: true, keepAlive: true }));
  await established(tcp, 'connect').catch((error: unknown) => Promise.reject(connectFailure(error, first.origin)));
  if (proxy === undefined) return target.protocol === 'https:' ? secure(tcp, target, tls, open) : tcp;
  const toProxy = proxy.protocol === 'https:' ? await secure(tcp, proxy, tls, open) : tcp;
  if (isForwarded(route)) return toProxy;
  await openTunnel(toProxy, target, proxy);
  return secure(toProxy, target, tls, open);
};

const secure = async (
  tcp: Socket,
  peer: URL,
  options: ConnectionOptions,
  open: (socket: Socket) => Socket,
): Promise<Socket> => {
  const { connect: connectTls } = await import('node:tls'); // plain http starts sooner without it
  // The errors of a wrapped connection come out as those of the outer one; without a listener they end the process.
  tcp.on('error', () => undefined);
  const host = hostOf(peer);
  const servername = isIP(host) === 0 ? host : '';
  const socket = open(connectTls({ ...options, socket: tcp, host, servername, ALPNProtocols: ['http/1.1'] }));
  await established(socket, 'secureConnect').catch((error: unknown) => Promise.reject(tlsFailure(error, peer.origin)));
  return socket;
};

const openTunnel = async (socket: Socket, target: URL, proxy: URL): Promise<void> => {
  const authority = `${target.hostname}:${portOf(target)}`;
  const authorization = proxyAuthorization(proxy);
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`);
  const status = await readTunnelStatus(socket).catch((error: unknown) =>
    Promise.reject(connectFailure(error, `${target.origin} through the proxy ${proxy.origin}`)),
  );
  if (status < 200 || status > 299) {
    const remedy = status === 407 ? 'Put its user name and password into the proxy address.' : 'Ask who runs it.';
    throw exchangeFailure(
      'connect',
      `The proxy ${proxy.origin} refused a tunnel to ${authority} (${status}). ${remedy}`,
    );
  }
};

/** For a proxy address with user name or password; the value never goes into a record. */
export const proxyAuthorization = ({ username, password }: URL): string | undefined =>
  username === '' && password === ''
    ? undefined
    : `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const established = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    const onEstablished = (): void => {
      socket.off('error', onError).off('close', onClose);
      resolve();
    };
    const onError = (error: Error): void => {
      socket.off(event, onEstablished).off('close', onClose);
      reject(error);
    };
    const onClose = (): void => onError(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
    socket.once(event, onEstablished).once('error', onError).once('close', onClose);
  });

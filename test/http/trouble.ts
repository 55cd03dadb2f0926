import { createServer, type RequestListener } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { cert, key, listen, onClose, onRequestHead, tcpTarget } from './target.js';

/** A target, and how it is called. */
export interface Call {
  readonly target: (port: number) => Promise<string>;
  readonly argv?: readonly string[];
  /** Starts a proxy; its address is in HTTP_PROXY and HTTPS_PROXY. */
  readonly proxy?: () => Promise<string>;
  readonly noProxy?: string;
}

export interface Trouble extends Call {
  readonly situation: string;
  /** Parts of the message, each with the change that it asks for. */
  readonly remedies: Readonly<Record<string, Partial<Call>>>;
}

/** Passes bytes on to the store. */
export const pipeTo =
  (port: number) =>
  (client: Socket): void => {
    const upstream = connect(port, '127.0.0.1');
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  };

/** The store behind TLS, at `localhost`. */
export const secure =
  (options: TlsOptions = {}): Call['target'] =>
  async (port) => {
    const place = await listen(createTlsServer({ cert, key, ...options }, pipeTo(port)) as Server);
    return `https://${place.replace('127.0.0.1', 'localhost')}/v1`;
  };

/** Something else than the store. */
export const other =
  (scheme: 'http' | 'https', start: () => Promise<string>): Call['target'] =>
  async () =>
    `${scheme}://${(await start()).replace('127.0.0.1', 'localhost')}/v1`;
export const says = (text: string | Buffer) => () =>
  tcpTarget((socket) => void socket.once('data', () => void socket.end(text)));
export const serves = (listener: RequestListener) => () => listen(createServer({ maxHeaderSize: 100_000 }, listener));

export const plain: Call['target'] = async (port) => `http://localhost:${port}/v1`;
export const overTls = secure();
export const asHttps: Call['target'] = async (port) => (await plain(port)).replace('http:', 'https:');
export const asHttp: Call['target'] = async (port) => (await overTls(port)).replace('https:', 'http:');

/** The first time limit, in which a busy machine connects; and how late an answer comes. */
export const IN_TIME = ['--timeout', '3000'];
export const LATE_MS = 4_500;

const later = (act: () => void, delayMs: number): void => {
  const timer = setTimeout(act, delayMs);
  onClose(() => clearTimeout(timer));
};

export const slow: Call['target'] = async (port) =>
  `http://${await tcpTarget((socket) => {
    socket.pause();
    later(() => pipeTo(port)(socket), LATE_MS);
  })}/v1`;
export const slowTls: Call['target'] = async (port) => {
  const place = new URL(await overTls(port));
  const started = await slow(Number(place.port));
  return started.replace('http:', 'https:').replace('127.0.0.1', 'localhost');
};

/** A proxy: makes a tunnel, or forwards a request. */
export const passOn = (socket: Socket, head: string, delayMs = 0): void => {
  const [, method, port] = /^(\S+) \S+?:(\d+)/.exec(head) ?? [];
  if (method === 'CONNECT') {
    socket.removeAllListeners('data').pause();
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    later(() => pipeTo(Number(port))(socket), delayMs);
    return;
  }
  const upstream = connect(Number(port), '127.0.0.1').on('error', () => socket.destroy());
  upstream.write(`${head.replace(/http:\/\/[^/]+/, '')}\r\n\r\n`);
  upstream.pipe(socket);
};
export const proxyThat = (answer: (socket: Socket, head: string) => void) => () =>
  tcpTarget((socket) => onRequestHead(socket, answer));
export const refusing = (status: string) =>
  proxyThat((socket) => void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
export const withPassword = proxyThat((socket, head) =>
  head.includes(`Basic ${Buffer.from('us:pw').toString('base64')}`)
    ? passOn(socket, head)
    : void socket.end('HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n'),
);
export const silent = () => tcpTarget(() => undefined);
export const inTls = () =>
  listen(
    createTlsServer({ cert, key }, (socket) =>
      onRequestHead(
        socket.on('error', () => undefined),
        passOn,
      ),
    ) as Server,
  );

export const trusted = ['--ca', 'cert.pem'];
export const insecure = { '--insecure': { argv: ['--insecure'] } };
/** A fatal alert of TLS (RFC 8446 §6). */
export const alert = (kind: number): Buffer => Buffer.from([0x15, 3, 3, 0, 2, 2, kind]);

/** True if its message rests on the first time limit. */
export const isTimed = ({ argv = [] }: Call): boolean => argv.includes('--timeout');

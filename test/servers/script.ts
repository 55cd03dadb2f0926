import { connect } from 'node:net';
import type { ReferenceOptions } from '../../servers/reference.js';
import { startReference } from '../../servers/reference.js';

export const apiKey = 'Test-Key-1234';

/** One request of the script, and the bytes that came back, but for the Date. */
export interface Line {
  readonly request: string;
  readonly response: string;
}

export interface Transcript {
  /** Before anything was cancelled. */
  readonly listings: readonly Line[];
  readonly cancels: readonly Line[];
  readonly listingAfter: Line;
}

const valid = `Bearer ${apiKey}`;

const credentials: readonly (string | undefined)[] = [
  undefined,
  '',
  'Bearer',
  'Bearer Test-Kez-1234',
  `${valid}5`,
  valid.slice(0, -1),
  'Bearer tEST-kEY-1234',
  apiKey,
  `Basic ${apiKey}`,
  `ApiKey ${apiKey}`,
  `bearer ${apiKey}`,
];

const queries = ['limit=1', 'page=2', 'per_page=1', 'offset=1', 'status=pending', 'status=shipped'];

const maxInt64 = 2n ** 63n - 1n;
const strangers = [999n, 5_000_000_999n, 2n ** 53n + 1_001n, maxInt64, 0n, -999n, maxInt64 + 1n, 'abc', '999.5'];
const neighbours = [2n ** 53n, 2n ** 53n + 1n + 2n ** 32n];

/** Everything that a server on loopback sends until it closes the connection, one character a byte. */
const exchange = (port: number, method: string, path: string, authorization: string | undefined): Promise<Line> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const field = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${field}Connection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const response = Buffer.concat(chunks)
        .toString('latin1')
        .replace(/^date:.*\r\n/im, 'Date\r\n');
      resolve({ request: `${method} ${path} ${authorization}`, response });
    });
  });

/** Sends the same requests to a fresh server, whatever it answers. */
export const play = async (options: Omit<ReferenceOptions, 'apiKey'>): Promise<Transcript> => {
  const server = await startReference({ apiKey, ...options });
  try {
    const path = `${new URL(server.baseUrl).pathname.replace(/\/$/, '')}/store/orders`;
    const list = (authorization: string | undefined, query = '') =>
      exchange(server.port, 'GET', path + query, authorization);
    const cancel = (id: bigint | string, authorization: string | undefined = valid) =>
      exchange(server.port, 'DELETE', `${path}/${id}`, authorization);
    const cancelWithoutKey = (id: bigint) => exchange(server.port, 'DELETE', `${path}/${id}`, undefined);
    const cancels: Line[] = [];
    const listings = [
      await list(valid),
      ...(await Promise.all(queries.map((query) => list(valid, `?${query}`)))),
      ...(await Promise.all(credentials.map((authorization) => list(authorization)))),
    ];
    for (const id of [101n, 201n, 999n]) cancels.push(await cancelWithoutKey(id));
    for (const authorization of credentials.slice(1, -1)) cancels.push(await cancel(101n, authorization));
    for (const id of [101n, 101n, 201n, 201n, 301n, ...strangers, ...neighbours, 2n ** 53n + 1n]) {
      cancels.push(await cancel(id));
    }
    const race = await Promise.all([cancel(102n), cancel(102n)]);
    const listingAfter = await list(valid);
    cancels.push(...race.sort((a, b) => a.response.localeCompare(b.response)), await cancel(103n));
    return { listings, cancels, listingAfter };
  } finally {
    await server.close();
  }
};

import { onTestFinished } from 'vitest';
import { generateApiKey, type ReferenceOptions, startReference } from '../../servers/reference.js';
import type { Behaviour } from '../../servers/steps.js';
import type { Variant } from '../../servers/variant.js';

/** A request as it arrived at the target. */
export interface Received {
  readonly method: string;
  /** Includes the query. */
  readonly url: string;
  readonly authorization: string | undefined;
  /** The header as it came, line by line: `Name: value`. */
  readonly headers: readonly string[];
}

/** The reference, perhaps changed, with a record of its requests. */
export interface Store {
  readonly baseUrl: string;
  readonly port: number;
  readonly apiKey: string;
  /** The ids of the seed by state. */
  readonly orders: Readonly<Record<'pending' | 'shipped' | 'other' | 'unknown', readonly bigint[]>>;
  readonly received: readonly Received[];
  /** All connections that were made to it. */
  connections(): number;
}

export interface StoreOptions extends Partial<ReferenceOptions> {
  /** Called with each request before it is answered. */
  readonly onRequest?: (request: Received) => void;
}

/** Starts a store that ends with the test. */
export async function startStore(options: StoreOptions = {}): Promise<Store> {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** Starts a store that the caller must close. */
export async function openStore({
  behaviour,
  apiKey = generateApiKey(),
  onRequest,
  ...options
}: StoreOptions = {}): Promise<Store & { close(): Promise<void> }> {
  const received: Received[] = [];
  let connections = 0;
  const recording: Behaviour = (reference) => {
    const changes = behaviour?.(reference) ?? {};
    const { configure } = { ...reference, ...changes };
    return {
      ...changes,
      configure: (server) => {
        configure(server);
        server.on('connection', () => {
          connections += 1;
        });
        server.prependListener('request', ({ method = '', url = '', headers, rawHeaders }) => {
          const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]));
          const request = { method, url, authorization: headers.authorization, headers: lines };
          received.push(request);
          onRequest?.(request);
        });
      },
    };
  };
  const server = await startReference({ ...options, apiKey, behaviour: recording });
  const { baseUrl, port, orders } = server;
  return { baseUrl, port, apiKey, orders, received, connections: () => connections, close: () => server.close() };
}

/** A fault or variant, as the options of a store. */
export const asChanged = ({ behaviour, orders, unknown }: Variant): StoreOptions => ({
  behaviour,
  ...(orders && { orders }),
  ...(unknown && { unknown }),
});

export const deletesOf = ({ received }: Pick<Store, 'received'>): Received[] =>
  received.filter(({ method }) => method === 'DELETE');

export const orderIdOf = ({ url }: Received): string => url.slice(url.lastIndexOf('/') + 1);

type Declared = Readonly<Record<'pending' | 'shipped' | 'other', readonly (bigint | number | string)[]>>;

/** A fixtures file that declares the orders of a store, all of which is test data. */
export const fixturesText = ({ pending, shipped, other }: Declared): string =>
  `orders: { pending: [${pending.join()}], shipped: [${shipped.join()}], other: [${other.join()}] }\ndisposable: true\n`;

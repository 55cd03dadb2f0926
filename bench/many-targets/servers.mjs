// Any number of simulated deployments on one port, each below its own path: /NAME/v1. Each request is logged to a file.
//   node servers.mjs LOG [LATENCY IN MS]
// A deployment's name starts with its behaviour: good-…, bad-… (cancels shipped orders), hung-… (never answers).
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export const API_KEY = 'many-targets-key';

/** Enough orders for runs that are killed and started again. */
export const ORDERS = {
  pending: ids(101, 40).concat(ids(5001, 24).map((id) => 2n ** 53n + 2n * id + 1n)),
  shipped: ids(201, 20),
  other: ids(301, 20),
};

function ids(first, count) {
  return Array.from({ length: count }, (_, index) => BigInt(first + index));
}

const stores = new Map();

function storeOf(name) {
  const known = stores.get(name);
  if (known) return known;
  const store = new Map(Object.entries(ORDERS).flatMap(([state, orders]) => orders.map((id) => [String(id), state])));
  stores.set(name, store);
  return store;
}

const error = (status, code) => [status, `{"code":"${code}","message":"${code}","status":${status}}`];

function cancel(name, id) {
  const store = storeOf(name);
  switch (store.get(id)) {
    case undefined:
      return error(404, 'not_found');
    case 'pending':
      store.set(id, 'cancelled');
      return [204];
    case 'shipped':
      return name.startsWith('bad') ? [204] : error(409, 'shipped');
    default:
      return error(409, 'not_pending');
  }
}

const listing = (name) =>
  `[${[...storeOf(name)].map(([id, state]) => `{"id":${id},"petId":1,"quantity":1,"status":"${state}"}`).join(',')}]`;

function answer({ method, headers, url }) {
  const [, name = '', , path = ''] = /^\/([^/]+)(\/v1)?(\/[^?]*)/.exec(url) ?? [];
  if (headers.authorization !== `Bearer ${API_KEY}`) return error(401, 'unauthorized');
  if (path === '/store/orders' && method === 'GET') return [200, listing(name)];
  const [, id] = /^\/store\/orders\/(.+)$/.exec(path) ?? [];
  return id !== undefined && method === 'DELETE' ? cancel(name, id) : error(404, 'no_such_path');
}

if (import.meta.filename === process.argv[1]) {
  const log = createWriteStream(process.argv[2]);
  const server = createServer(async (request, response) => {
    request.resume();
    const [, name = ''] = request.url.split('/');
    const authorized = request.headers.authorization === `Bearer ${API_KEY}`;
    if (request.method === 'DELETE')
      log.write(
        `${request.headers['x-run']} ${name} ${request.url.slice(request.url.lastIndexOf('/') + 1)} ${authorized}\n`,
      );
    if (name.startsWith('hung')) return;
    const latency = Number(process.argv[3] ?? 0);
    if (latency > 0) await delay(latency);
    const [status, body] = answer(request);
    const fields =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    response.writeHead(status, { ...fields, ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
}

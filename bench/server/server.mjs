// A conforming store for measurements, which streams listings of any size without building them in memory. Its base address
// chooses the listing: /<run>/<shape>/<bytes>/<latency in ms>/v1. It ends when its parent's IPC channel closes.
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { OrderBlocks, shapes } from './shapes.mjs';
import { Store } from './store.mjs';

const [apiKey] = process.argv.slice(2);
const ADDRESS =
  /^\/(?<run>[^/]+)\/(?<shape>[^/]+)\/(?<bytes>\d+)\/(?<latency>\d+)\/v1\/store\/orders(?:\/(?<id>[^/?]+))?(?:\?.*)?$/;

const stores = new Map();
const blocksOf = new Map();

const storeOf = (run) => {
  if (!stores.has(run)) stores.set(run, new Store());
  return stores.get(run);
};

const orderBlocks = (shape) => {
  if (!blocksOf.has(shape)) blocksOf.set(shape, new OrderBlocks(shapes[shape]));
  return blocksOf.get(shape);
};

const MESSAGES = {
  401: ['unauthorized', 'The API key is missing or invalid.'],
  404: ['not_found', 'There is no such order.'],
  405: ['method_not_allowed', 'This operation has another method.'],
  409: ['already_shipped', 'The order cannot be cancelled.'],
};

function refuse(response, status) {
  const [code, message] = MESSAGES[status];
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  const body = JSON.stringify({ code, message, status });
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}

function* pieces(store, head, blocks, count) {
  yield head;
  for (let number = 0; number < count; number++) {
    yield blocks.block(number);
    store.listedOrders += blocks.orders;
    store.listedBytes += blocks.length;
  }
  yield Buffer.from(']');
}

async function sendListing(response, store, { shape, bytes }) {
  store.listings++;
  const ids = store.ids();
  const head = Buffer.from(`[${ids.map((id) => shapes.uniform.text(Number(id.slice(-3)), id)).join(',')}`);
  store.listedOrders += ids.length;
  const blocks = orderBlocks(shape);
  const count = Math.round(Number(bytes) / blocks.length);
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': head.length + count * blocks.length + 1,
  });
  // Ignore an error: the client has closed the connection.
  await pipeline(
    Readable.from(pieces(store, head, blocks, count), { objectMode: true, highWaterMark: 2 }),
    response,
  ).catch(() => undefined);
}

async function answer(request, response, address, store) {
  if (Number(address.latency) > 0) await delay(Number(address.latency));
  if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, 401);
  if (request.method !== (address.id === undefined ? 'GET' : 'DELETE')) return refuse(response, 405);
  if (address.id === undefined) return sendListing(response, store, address);
  const status = store.cancel(decodeURIComponent(address.id));
  if (status === 204) response.writeHead(204).end();
  else refuse(response, status);
}

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const address = ADDRESS.exec(request.url)?.groups;
  if (!address || !(address.shape in shapes)) return refuse(response, 404);
  const store = storeOf(address.run);
  store.start();
  response.on('error', () => undefined).on('close', () => store.end());
  await answer(request, response, address, store);
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', ({ statisticsOf }) => {
  process.send({ statisticsOf, statistics: storeOf(statisticsOf).statistics() });
  stores.delete(statisticsOf);
});
process.on('disconnect', () => process.exit());

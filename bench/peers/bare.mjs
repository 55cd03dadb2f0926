// Sends the requests of a file with `node:http`, and judges nothing.
//   node bare.mjs BASE_URL API_KEY FILE CONCURRENCY
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';

const [baseUrl, apiKey, file, atOnce] = process.argv.slice(2);
const { requests } = JSON.parse(await readFile(file, 'utf8'));
const keeping = new Agent({ keepAlive: true });

const send = ({ method, path, headers, kept }) =>
  new Promise((resolve, reject) => {
    const own = headers.map(([name, value]) => [name, value.replace('$STORE_ORDERS_API_KEY', apiKey)]);
    const sent = request(baseUrl + path, { method, headers: Object.fromEntries(own), agent: kept ? keeping : false });
    sent.on('error', reject).on('response', (response) => response.on('end', resolve).resume());
    sent.end();
  });

async function sendNext() {
  for (let next = requests.shift(); next; next = requests.shift()) await send(next);
}

await Promise.all(Array.from({ length: Number(atOnce) }, sendNext));
keeping.destroy();

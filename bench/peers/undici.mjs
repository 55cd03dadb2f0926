// Sends the requests of a file with undici, on connections that are kept and closed as in a run, and judges nothing.
//   node undici.mjs BASE_URL API_KEY FILE CONCURRENCY
import { readFile } from 'node:fs/promises';
import Client from 'undici/lib/dispatcher/client.js';

const [baseUrl, apiKey, file, atOnce] = process.argv.slice(2);
const { requests } = JSON.parse(await readFile(file, 'utf8'));
const { origin, pathname } = new URL(baseUrl);
const idle = [];

const send = ({ method, path, headers, kept }) =>
  new Promise((resolve, reject) => {
    const client = (kept && idle.pop()) || new Client(origin);
    const own = headers
      .filter(([name]) => !/^(host|connection)$/i.test(name))
      .flatMap(([name, value]) => [name, value.replace('$STORE_ORDERS_API_KEY', apiKey)]);
    const done = () => {
      if (kept) idle.push(client);
      else client.destroy();
      resolve();
    };
    client.dispatch(
      { method, path: pathname + path, headers: own, reset: !kept },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData() {},
        onResponseEnd: done,
        onResponseError: (_, error) => reject(error),
      },
    );
  });

async function sendNext() {
  for (let next = requests.shift(); next; next = requests.shift()) await send(next);
}

await Promise.all(Array.from({ length: Number(atOnce) }, sendNext));
for (const client of idle) client.destroy();

// A run that says what it sent: `what-is-sent <base URL> <API key> <file>` writes `{ requests, longestChain }` as JSON.
import { writeFile } from 'node:fs/promises';
import { gather, plan } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';

const [baseUrl = '', apiKey = '', file = ''] = process.argv.slice(2);
const orders = { pending: ['9007199254740993', 101, 102, 103], shipped: [201, 202], other: [301] };
const settings = settingsFromOptions({ baseUrl, apiKey, orders, disposable: true });
const { exchanges } = await gather(await plan(settings));

const requests = exchanges.map(({ sent: { method, url, headers, kept } }) => {
  return { method, path: url.slice(baseUrl.length), headers, kept: kept !== undefined };
});

/** How many responses follow one another: each begins after the one before it has ended. */
let longestChain = 0;
let ended = -1;
for (const exchange of [...exchanges].sort((a, b) => a.ended - b.ended)) {
  if (exchange.begun < ended) continue;
  longestChain += 1;
  ended = exchange.ended;
}
await writeFile(file, JSON.stringify({ requests, longestChain }));

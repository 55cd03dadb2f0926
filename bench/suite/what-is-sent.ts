// Writes the requests of a run to a file, as JSON: `{ requests, longestChain }`.
//   what-is-sent BASE_URL API_KEY FILE
import { writeFile } from 'node:fs/promises';
import { gather, planRun } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';

const [baseUrl = '', apiKey = '', file = ''] = process.argv.slice(2);
const orders = { pending: ['9007199254740993', 101, 102, 103], shipped: [201, 202], other: [301] };
const settings = settingsFromOptions({ baseUrl, apiKey, orders, disposable: true });
const { exchanges } = await gather(await planRun(settings));

const requests = exchanges.map(({ sent: { method, url, headers, kept } }) => {
  return { method, path: url.slice(baseUrl.length), headers, kept: kept !== undefined };
});

/** The largest number of exchanges of which each began after the previous one ended. */
let longestChain = 0;
let ended = -1;
for (const exchange of [...exchanges].sort((a, b) => a.ended - b.ended)) {
  if (exchange.begun < ended) continue;
  longestChain += 1;
  ended = exchange.ended;
}
await writeFile(file, JSON.stringify({ requests, longestChain }));

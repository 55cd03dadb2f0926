// A run that says what it sent: `what-is-sent <base URL> <API key> <file>` writes `{ requests, longestChain }` as JSON.
import { writeFile } from 'node:fs/promises';
import { idText } from '../../runner/evidence/request.js';
import { gather, plan } from '../../runner/run.js';
import { settingsFromOptions } from '../../runner/settings/options.js';
import { storeOrdersInterface } from '../../suites/contract.js';

const [baseUrl = '', apiKey = '', file = ''] = process.argv.slice(2);
const orders = { pending: ['9007199254740993', 101, 102, 103], shipped: [201, 202], other: [301] };
const settings = settingsFromOptions({ baseUrl, apiKey, orders });
const { exchanges } = await gather(await plan(settings, storeOrdersInterface));

const responses = new Map<string, number>();
const known = new Map(exchanges.map(({ request }) => [idText(request.id), request]));

/** How many responses have to be waited for, one after the other, up to that of this request. */
function chainTo(id: string): number {
  const counted = responses.get(id);
  if (counted !== undefined) return counted;
  const request = known.get(id);
  const length = request ? 1 + Math.max(0, ...request.after.map((earlier) => chainTo(idText(earlier)))) : 0;
  responses.set(id, length);
  return length;
}

const requests = exchanges.map(({ sent: { method, url, headers, kept } }) => {
  return { method, path: url.slice(baseUrl.length), headers, kept: kept !== undefined };
});
await writeFile(file, JSON.stringify({ requests, longestChain: Math.max(...[...known.keys()].map(chainTo)) }));

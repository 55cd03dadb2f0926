// Reads one listing the way a run does: `read-listing <base URL> <API key>`.
import './engine.js';
import { fetchListing, LISTING_PATH } from '../../runner/engine/listings.js';
import { LiveTransport } from '../../runner/http/live.js';
import { ApiKey } from '../../runner/secrets/api-key.js';

const [baseUrl = '', text = ''] = process.argv.slice(2);
const parsed = ApiKey.parse(text);
if (parsed.kind === 'invalid') throw new Error(parsed.message);

const transport = new LiveTransport({
  baseUrl,
  apiKey: parsed.key,
  timeoutMs: 60_000,
  version: 'bench',
});
const request = {
  id: 'bench',
  operation: 'listOrders',
  method: 'GET',
  path: LISTING_PATH,
  credential: 'valid',
} as const;
const ask = { purpose: 'judge', ask: [101n, 999n] } as const;
const { exchange, reading } = await fetchListing(transport, request, ask, new AbortController().signal);
await transport.close();

const problem = exchange.outcome.kind === 'failure' ? exchange.outcome.failure : reading?.problem;
if (problem || !reading) throw new Error(problem?.message ?? 'The listing was not read.');
const deviations = reading.deviations.reduce((sum, { count }) => sum + count, reading.repeatedIds.count);
console.log(JSON.stringify({ count: reading.count, deviations }));

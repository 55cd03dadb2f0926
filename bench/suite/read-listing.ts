// Reads one listing as a run does.
//   read-listing BASE_URL API_KEY

import { ListingReader } from '../../evidence/listing/index.js';
import { ApiKey } from '../../evidence/secrets/api-key.js';
import { LiveTransport } from '../../runner/http/live.js';

const [baseUrl = '', text = ''] = process.argv.slice(2);
const transport = new LiveTransport({ baseUrl, apiKey: new ApiKey(text), timeoutMs: 60_000, version: 'bench' });
const request = {
  request: {
    id: { scenario: 'bench', name: 'listing', nth: 1 },
    role: 'listing',
    aim: { kind: 'listing' },
    credential: 'valid',
    purpose: '',
    stage: 'look',
  },
  method: 'GET',
  path: '/store/orders',
} as const;
const sink = new ListingReader({ use: 'elements', ask: [101n, 999n] });
const { signal } = new AbortController();
const { outcome } = await transport.send(request, signal, sink);
await transport.close();
if (outcome.kind === 'failure') throw new Error(outcome.failure.message);

const reading = await sink.reading(signal);
if (reading.problem) throw new Error(reading.problem.message);
const deviations = reading.deviations.reduce((sum, { count }) => sum + count, reading.repeatedIds.count);
console.log(JSON.stringify({ count: reading.count, deviations }));

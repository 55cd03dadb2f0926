// What everybody writes: buffer, JSON.parse, ajv.
import { fetchListing, report } from './fetch.mjs';
import { createJudge } from './order.mjs';

const judge = createJudge();
for (const order of await (await fetchListing()).json()) judge.take(order);
report(judge.reading);

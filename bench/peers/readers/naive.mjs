// What everybody writes: buffer, JSON.parse, ajv. With a module's URL as third argument, its date-time check is used.
import { fetchListing, report } from './fetch.mjs';
import { createJudge } from './order.mjs';

const judge = await createJudge(process.argv[4]);
for (const order of await (await fetchListing()).json()) judge.take(order);
report(judge.reading);

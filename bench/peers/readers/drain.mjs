import { fetchListing, report } from './fetch.mjs';

let bytes = 0;
for await (const chunk of await fetchListing()) bytes += chunk.length;
report({ bytes });

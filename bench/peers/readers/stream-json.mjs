// The fastest of the libraries that stream JSON, in its fastest configuration, and ajv.
import { pipeline } from 'node:stream/promises';
// biome-ignore lint/correctness/noUndeclaredDependencies: the benchmark installs it beside this file
import chain from 'stream-chain';
// biome-ignore lint/correctness/noUndeclaredDependencies: the benchmark installs it beside this file
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { fetchListing, report } from './fetch.mjs';
import { createJudge } from './order.mjs';

const judge = createJudge();
const parser = streamArray.withParser({ packValues: true, streamValues: false });
const elements = chain([parser, ({ value }) => judge.take(value)]);
elements.resume();
await pipeline(await fetchListing(), elements);
report(judge.reading);

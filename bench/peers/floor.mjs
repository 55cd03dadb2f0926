// Reads a listing, parses all its elements with JSON.parse, in batches that end after an element, and judges nothing. No reader in
// JavaScript that parses every element can be faster.
//   node floor.mjs BASE_URL API_KEY
import { request } from 'undici';

const BATCH_BYTES = 64 * 1024;
const BRACE = 0x7b;
const END_OF_ELEMENT = Buffer.from('},');

const [url, apiKey] = process.argv.slice(2);
const { statusCode, body } = await request(`${url}/store/orders`, { headers: { authorization: `Bearer ${apiKey}` } });
if (statusCode !== 200) throw new Error(`Status ${statusCode}.`);

/** The position after the last `}` of `},{`. In the listings of this benchmark, an element ends there. */
function lastEnd(bytes) {
  for (let end = bytes.lastIndexOf(END_OF_ELEMENT); end >= 0; end = bytes.lastIndexOf(END_OF_ELEMENT, end - 1)) {
    let next = end + 2;
    while (bytes[next] === 0x20 || bytes[next] === 0x0a) next++;
    if (bytes[next] === BRACE) return end + 1;
  }
  return -1;
}

let count = 0;
let start = 1; // after the opening bracket
let rest = Buffer.alloc(0);
for await (const chunk of body) {
  for (let from = 0; from < chunk.length; from += BATCH_BYTES) {
    const bytes = Buffer.concat([rest, chunk.subarray(from, from + BATCH_BYTES)]);
    const end = lastEnd(bytes);
    rest = bytes;
    if (end < 0) continue;
    count += JSON.parse(`[${bytes.toString('utf8', start, end)}]`).length;
    rest = bytes.subarray(end + 1);
    start = 0;
  }
}
count += JSON.parse(`[${rest.toString('utf8', start, rest.lastIndexOf(']'))}]`).length;
console.log(JSON.stringify({ count }));

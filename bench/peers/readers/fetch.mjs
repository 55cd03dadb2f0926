import { request } from 'undici';

const [url, apiKey] = process.argv.slice(2);

/** The body of the listing as a stream. */
export async function fetchListing() {
  const { statusCode, body } = await request(`${url}/store/orders`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (statusCode !== 200) throw new Error(`Status ${statusCode}.`);
  return body;
}

export const report = (reading) => console.log(JSON.stringify(reading));

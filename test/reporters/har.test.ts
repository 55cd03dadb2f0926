import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { hostileReport, hostileTexts } from './sample-changes.js';
import { listing } from './sample-parts.js';
import { cleanReport } from './sample-report.js';

const read = (report: Report) => JSON.parse(renderReport(report, 'har'));

/** The schema that HAR readers share; `min`, `unique` and `optional` in it are no keywords of JSON Schema. */
const ajv = new Ajv({ strict: false, allErrors: true }).addMetaSchema(draft06);
addFormats.default(ajv);
const parts: Readonly<Record<string, AnySchema>> = createRequire(import.meta.url)('har-schema');
for (const schema of Object.values(parts)) ajv.addSchema(schema);

const problemsOf = (har: unknown) => (ajv.validate('har.json#', har) ? [] : ajv.errors);

test.each(hostileTexts)('the HAR report is valid, and has what the target sent as it is: %s', (_name, text) => {
  const har = read(hostileReport(text));
  expect(problemsOf(har)).toEqual([]);
  const [{ response }, { response: failed }] = har.log.entries;
  expect([response.statusText, response.content.text, response.content.mimeType]).toEqual([text, text, text]);
  expect([failed.status, failed._error]).toEqual([0, text]);
});

test('an entry tells what came after its response', () => {
  const bytesAfter = { length: 16, text: '{"deleted":true}' };
  const har = read({ ...cleanReport, exchanges: [{ ...listing, response: { ...listing.response, bytesAfter } }] });
  expect(problemsOf(har)).toEqual([]);
  const [{ response }] = har.log.entries;
  expect(response._bytesAfter).toEqual(bytesAfter);
  expect(response.comment).toBe('16 bytes came after the response: {"deleted":true}');
});

test('an entry tells its query, its cookies, and how much of the body it has', () => {
  const { body } = listing.response;
  const exchange = {
    ...listing,
    request: { ...listing.request, url: 'https://orders.example/v1/store/orders?limit=1&note=a%20b?c' },
    response: {
      ...listing.response,
      headers: [
        ['set-cookie', 'session=a=b; Path=/; HttpOnly'],
        ['LOCATION', '/elsewhere'],
      ] as const,
      body: { ...body, length: 9_000, whole: false, end: 'truncated' as const },
    },
  };
  const [{ request, response }] = read({ ...cleanReport, exchanges: [exchange] }).log.entries;
  expect(request.queryString).toEqual([
    { name: 'limit', value: '1' },
    { name: 'note', value: 'a b?c' },
  ]);
  expect([response.cookies, response.redirectURL, response.content]).toEqual([
    [{ name: 'session', value: 'a=b' }],
    '/elsewhere',
    {
      size: 9_000,
      mimeType: 'x-unknown',
      text: body.text,
      comment: `The text is the first ${body.text.length} characters. How the body ended: truncated.`,
    },
  ]);
});

import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { samples } from './sample-report.js';

/** The schema that HAR readers share; `min`, `unique` and `optional` in it are no keywords of JSON Schema. */
const ajv = new Ajv({ strict: false, allErrors: true }).addMetaSchema(draft06);
addFormats.default(ajv);
const parts: Readonly<Record<string, AnySchema>> = createRequire(import.meta.url)('har-schema');
for (const schema of Object.values(parts)) ajv.addSchema(schema);

const problemsOf = (har: unknown) => (ajv.validate('har.json#', har) ? [] : ajv.errors);

test.each(samples)('the HAR report of the %s sample is valid', (_, report) => {
  expect(problemsOf(JSON.parse(renderReport(report, 'har')))).toEqual([]);
});

test.each(hostileTexts)('the HAR report is valid, and has what the target sent as it is: %s', (_name, text) => {
  const har = JSON.parse(renderReport(hostileReport(text), 'har'));
  expect(problemsOf(har)).toEqual([]);
  const [{ response }, , { response: failed }] = har.log.entries;
  expect([response.statusText, response.content.text, response.content.mimeType]).toEqual([text, text, text]);
  expect([failed.status, failed._error]).toEqual([0, text]);
});

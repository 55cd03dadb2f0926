import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import { sampleReport } from './sample-report.js';

test('the JSON report is the report, indented, with a newline at its end', async () => {
  await expect(renderReport(sampleReport, 'json')).toMatchFileSnapshot('expected/report.json');
});

test('the JSON report reads back as the same report', () => {
  expect(JSON.parse(renderReport(sampleReport, 'json'))).toEqual(sampleReport);
});

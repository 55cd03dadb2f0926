import { expect, test } from 'vitest';
import { reporters } from '../../reporters/index.js';
import { sampleReport } from './sample-report.js';

/** The same value with the members of all objects in reverse order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
};

test('the JSON report is the report, indented, with a newline at its end', async () => {
  await expect(reporters.json(sampleReport, { color: false })).toMatchFileSnapshot('expected/report.json');
});

test('the JSON report reads back as the same report', () => {
  expect(JSON.parse(reporters.json(sampleReport, { color: false }))).toEqual(sampleReport);
});

test('the JSON report does not depend on the order in which the report was put together', () => {
  const shuffled = reversed(sampleReport) as typeof sampleReport;
  expect(reporters.json(shuffled, { color: false })).toBe(reporters.json(sampleReport, { color: false }));
});

test('the JSON report keeps members that this version does not know, behind the known ones', () => {
  const extended = { later: { b: 1, a: [2] }, ...sampleReport };
  const text = reporters.json(extended, { color: false });
  expect(Object.keys(JSON.parse(text))).toEqual([
    ...Object.keys(JSON.parse(reporters.json(sampleReport, { color: false }))),
    'later',
  ]);
  expect(JSON.parse(text)).toEqual(extended);
});

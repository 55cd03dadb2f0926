import { expect, test } from 'vitest';
import { reporters } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => reporters.github(report, { color: false });

test('the GitHub report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/github.txt');
});

test('the GitHub report of a clean run is a notice', () => {
  expect(render(cleanReport)).toBe(
    '::notice title=Conformance%3A conformant::http://127.0.0.1:8080/v1 is conformant (complete) to ' +
      'Store Orders Interface 1.0.0.%0A1 scenario: 1 pass.%0ANo DELETE was sent.\n',
  );
});

test('the GitHub report shows a should deviation as an error under strict', () => {
  const titles = (strict: boolean) =>
    render({ ...sampleReport, strict })
      .split('\n')
      .filter((line) => line.includes('list.repeated-members::'))
      .map((line) => line.split(' ')[0]);
  expect([titles(false), titles(true)]).toEqual([['::warning'], ['::error']]);
});

test('the GitHub report lets no text begin a workflow command of its own', () => {
  const report: Report = { ...cleanReport, fixtures: ['50%\n::set-env name=PATH::x\r::error::y'] };
  const lines = render(report).split('\n');
  expect(lines.slice(1)).toEqual([
    '::warning title=A fixture looks wrong::50%25%0A::set-env name=PATH::x\\r::error::y',
    '',
  ]);
});

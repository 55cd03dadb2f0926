import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'markdown');

const observing = (observed: string): Report => ({
  ...cleanReport,
  ambiguities: [{ id: '409-body', clause: '7', question: 'What is the shape?', observed }],
});

test('the Markdown report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/report.md');
});

test('the Markdown report of a clean run has the verdict and the scenarios only', () => {
  expect(render(cleanReport)).toBe(`# CONFORMANT: Store Orders Interface 1.0.0

- **target**: http://127.0.0.1:8080/v1
- **contract**: Store Orders Interface 1.0.0, edition 2026.1
- **verdict**: conformant (complete)
- **requirements**: must 1 of 1 held
- **scenarios**: 1 (1 pass)
- **requests**: 1 in 321 ms
- **DELETEs**: none
- **started**: 2026-11-21T03:00:00.000Z
- **tool**: store-orders-conformance 0.1.0

## Scenarios

- The listing (§2, §4.1): 1 pass
`);
});

test.each([
  ['`', '`` ` ``'],
  ['a ``` b', '````a ``` b````'],
  [' x ', '`  x  `'],
  ['', '`  `'],
  ['<img src=x> @team\n# h', '`<img src=x> @team\\n# h`'],
])('the Markdown report keeps %j of the target in one code span', (observed, span) => {
  expect(render(observing(observed))).toContain(`<br>observed: ${span}\n`);
});

test('the Markdown report shows markup in a text as it is written', () => {
  const report: Report = { ...cleanReport, fixtures: ['Order *1* | <b>\n# [2](x) `3` & more'] };
  expect(render(report)).toContain('\n- Order \\*1\\* \\| \\<b\\><br>\\# \\[2\\](x) \\`3\\` \\& more\n');
});

import { expect, test } from 'vitest';
import { reporters } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => reporters.markdown(report, { color: false });

const observing = (observed: string): Report => ({
  ...cleanReport,
  ambiguities: [{ id: '409-body', clause: '7', question: 'What is the shape?', observed }],
});

test('the Markdown report shows a run with every verdict', async () => {
  await expect(render(sampleReport)).toMatchFileSnapshot('expected/report.md');
});

test('the Markdown report of a clean run has the verdict and the scenarios only', () => {
  expect(render(cleanReport)).toBe(`# CONFORMANT: Store Orders Interface 1.0.0

|  |  |
| --- | --- |
| Target | \`http://127.0.0.1:8080/v1\` |
| Verdict | conformant, complete |
| Scenarios | 1 pass |
| Requests | 1 in 321 ms. No DELETE was sent. |
| Started | 2026-11-21T03:00:00.000Z |
| Tool | store-orders-conformance 0.1.0 |

## Scenarios

| Verdict | Scenario | Title | Time |
| --- | --- | --- | --- |
| pass | \`list.schema\` | The listing is an array of orders | 12 ms |
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

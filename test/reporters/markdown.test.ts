import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { renderReport } from '../../reporters/index.js';
import type { Report } from '../../runner/judge/report.js';
import { inPart } from '../in-part.js';
import { hostileReport, hostileTexts } from './sample-changes.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'markdown');

const observing = (observed: string): Report => ({
  ...cleanReport,
  ambiguities: [{ id: '409-body', clause: '7', question: 'What is the shape?', observed }],
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

test.each([
  ['Order *1* | <b>\n# [2](x) & more', 'Order \\*1\\* \\| \\<b\\><br>`#` \\[2\\](x) \\& more'],
  ['`petId` is `x', '`petId` is \\`x'],
  ['ask @team, see org/x#1 (or https://evil.example/).', 'ask `@team`, see `org/x#1` (or `https://evil.example/`).'],
  ['1. one\n- two\n===\n2026-11-21', '1\\. one<br>\\- two<br>\\===<br>2026-11-21'],
])('the Markdown report shows %j as it is written', (text, shown) => {
  expect(render({ ...cleanReport, fixtures: [text] })).toContain(`\n- ${shown}\n`);
});

/** As GitHub renders it, but for its filters: raw HTML is left as it is. */
const html = (report: Report): string =>
  micromark(render(report), { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

const tagsOf = (page: string): readonly string[] => [...page.matchAll(/<\/?(\w+)[^>]*>/g)].map(([tag]) => tag);

/** What the page shows, code left out: there, GitHub and GitLab look for mentions. */
const textOf = (page: string): string => page.replaceAll(/<code[^>]*>.*?<\/code>/gs, '').replaceAll(/<[^>]*>/g, ' ');

const ourTags = new Set([...tagsOf(html(sampleReport)), '<br>']);

test.each(inPart(hostileTexts, 2))(
  'a Markdown parser finds no tag, and no mention or link, of the target: %s',
  (_name, text) => {
    const page = html(hostileReport(text));
    expect(tagsOf(page).filter((tag) => !ourTags.has(tag))).toEqual([]);
    expect(textOf(page)).not.toMatch(/@|#\d|!\d|GH-\d|:\/\/|www\./);
  },
);

const blocksOf = (report: Report) => tagsOf(html(report)).filter((tag) => !/^<\/?(code|br|br \/)>$/.test(tag));
const plainBlocks = blocksOf(hostileReport('plain'));

test.each(
  inPart(
    hostileTexts.filter(([, { length }]) => length > 0 && length < 60),
    2,
  ),
)('a Markdown parser finds the same blocks whatever the target sends: %s', (_name, text) =>
  expect(blocksOf(hostileReport(text))).toEqual(plainBlocks),
);

test('a Markdown parser reads what the target sent, letter by letter', () => {
  const text = 'a | b `c` \\| ``` <b> & @team';
  const spans = [...html(hostileReport(text)).matchAll(/<code>(.*?)<\/code>/gs)].map(([, code]) => code);
  expect(spans).toContain('a | b `c` \\| ``` &lt;b&gt; &amp; @team');
});

test('the Markdown report fits a comment on GitHub, however much is broken', () => {
  const text = '\u0000`|'.repeat(2_000);
  const report = hostileReport(text);
  const many = Array.from({ length: 20 }, (_, index) => index);
  const requirements = many.flatMap((index) => report.requirements.map((r) => ({ ...r, id: `${r.id}.${index}` })));
  const scenarios = many.flatMap((index) => report.scenarios.map((r) => ({ ...r, id: `${r.id}.${index}` })));
  const findings = many.flatMap((index) =>
    report.findings.map((found) => ({ ...found, requirement: `${found.requirement}.${index}` })),
  );
  const ambiguities = many.flatMap(() => report.ambiguities);
  const markdown = render({
    ...report,
    requirements,
    findings,
    scenarios,
    ambiguities,
    fixtures: many.map(() => text),
  });
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toMatch(/^and \d+ more; the JSON report has them$/m);
  expect(markdown.match(/<details>/g)).toHaveLength(markdown.match(/<\/details>/g)?.length ?? 0);
});

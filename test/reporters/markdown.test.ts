import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import type { Report } from '../../judge/report/report.js';
import { renderReport } from '../../reporters/index.js';
import { holdCases } from '../cases.js';
import { inPart } from '../in-part.js';
import { hostileReport, hostileTexts } from './hostile-report.js';
import { cleanReport, sampleReport } from './sample-report.js';

const render = (report: Report): string => renderReport(report, 'markdown');

test('the Markdown report keeps a text of the target in one code span, and shows the fixtures as they are written', async () => {
  const path = new URL('expected/markdown-texts.txt', import.meta.url).pathname;
  await holdCases(path, (input) => {
    const text: string = JSON.parse(input);
    const ambiguities = sampleReport.ambiguities.slice(0, 1).map((question) => ({ ...question, observed: text }));
    const markdown = render({ ...cleanReport, ambiguities, fixtures: [text] });
    const [, observed] = /<br>observed: (.*)\n/.exec(markdown) ?? [];
    const [, fixture] = /^- (?!\*\*)(.*)/m.exec(markdown) ?? [];
    return `of the target: ${observed}\nof the fixtures: ${fixture}`;
  });
});

/** As GitHub renders it, but without its filter for raw HTML. */
const html = (report: Report): string =>
  micromark(render(report), { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });

const tagsOf = (page: string): readonly string[] => [...page.matchAll(/<\/?(\w+)[^>]*>/g)].map(([tag]) => tag);

/** The visible text without code, where GitHub and GitLab look for mentions. */
const textOf = (page: string): string => page.replaceAll(/<code[^>]*>.*?<\/code>/gs, '').replaceAll(/<[^>]*>/g, ' ');

const blocksOf = (page: string) => tagsOf(page).filter((tag) => !/^<\/?(code|br|br \/)>$/.test(tag));

const ourTags = new Set([...tagsOf(html(sampleReport)), '<br>']);
const ourBlocks = blocksOf(html(hostileReport('plain')));

test.each(inPart(hostileTexts, 4))('a Markdown parser finds nothing of the target but text: %s', (_name, text) => {
  const page = html(hostileReport(text));
  expect(tagsOf(page).filter((tag) => !ourTags.has(tag))).toEqual([]);
  expect(textOf(page)).not.toMatch(/@|#\d|!\d|GH-\d|:\/\/|www\./);
  // An empty text empties a list item, and a long one omits items.
  if (text.length > 0 && text.length < 60) expect(blocksOf(page)).toEqual(ourBlocks);
});

/** Parts of links, mentions and markup, to combine in any order. */
const PARTS = [
  ...[
    '`',
    '``',
    '```',
    '[Log-in]',
    '(https://evil.example)',
    '![i]',
    '(x.png)',
    '<b>',
    '<!--',
    '-->',
    '@team',
    '#1',
    '!1',
    'GH-1',
  ],
  ...[
    'https://evil.example',
    '_www.evil.example',
    'a@b.example',
    '|',
    '\\',
    '\n',
    ' ',
    '  ',
    '\t',
    '\r',
    '*',
    '_',
    '~~',
    '&lt;',
  ],
  ...[
    '- ',
    '# ',
    '> ',
    '1. ',
    '---',
    '[x]: https://evil.example',
    '[^1]',
    'word',
    '.',
    '\u0000',
    '\u202e',
    '::x',
    '##[x]',
  ],
];

test('no text of a target becomes a link, an image, a mention or HTML', { timeout: 600_000 }, () => {
  const texts = fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => parts.join(''));
  const about = (text: string): void => {
    const page = html(hostileReport(text));
    expect(tagsOf(page).filter((tag) => !ourTags.has(tag))).toEqual([]);
    expect(textOf(page)).not.toMatch(/@|#\d|!\d|GH-\d|:\/\/|www\./);
  };
  const numRuns = process.env.MATRIX === undefined ? 30 : 500;
  fc.assert(fc.property(texts, about), { numRuns, examples: [['#1```[Log-in](https://evil.example)]']] });
});

test('a Markdown parser reads what the target sent, letter by letter', () => {
  const text = 'a | b `c` \\| ``` <b> & @team';
  const spans = [...html(hostileReport(text)).matchAll(/<code>(.*?)<\/code>/gs)].map(([, code]) => code);
  expect(spans).toContain('a | b `c` \\| ``` &lt;b&gt; &amp; @team');
});

test('the Markdown report fits a comment on GitHub, however much is broken', () => {
  const { requirements, findings, scenarios, ambiguities, fixtures, ...report } = hostileReport(
    '\u0000`|'.repeat(2_000),
  );
  const times20 = <Item>(items: readonly Item[], change: (item: Item, index: number) => Item = (item) => item) =>
    Array.from({ length: 20 }, (_, index) => items.map((item) => change(item, index))).flat();
  const markdown = render({
    ...report,
    requirements: times20(requirements, (entry, index) => ({ ...entry, id: `${entry.id}.${index}` })),
    findings: times20(findings, (entry, index) => ({ ...entry, requirement: `${entry.requirement}.${index}` })),
    scenarios: times20(scenarios, (entry, index) => ({ ...entry, id: `${entry.id}.${index}` })),
    ambiguities: times20(ambiguities),
    fixtures: times20(fixtures),
  });
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toMatch(/^and \d+ more; the JSON report has them$/m);
  expect(markdown.match(/<details>/g)).toHaveLength(markdown.match(/<\/details>/g)?.length ?? 0);
});

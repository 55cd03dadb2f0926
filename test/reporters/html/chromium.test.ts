import { expect, test } from 'vitest';
import type { Report } from '../../../judge/report/report.js';
import { renderReport } from '../../../reporters/index.js';
import { hostileReport, withTexts } from '../hostile-report.js';
import { cleanReport, knownDeviations, sampleReport } from '../sample-report.js';
import { describeInChromium, violationsOn } from './chromium.js';

const sample = renderReport(sampleReport, 'html');
const causes = Array.from({ length: 7 }, () => sampleReport.causes.slice(0, 1)).flat();
const sevenCauses = renderReport({ ...sampleReport, causes }, 'html');

/** Closes an element, an attribute, a comment and a CDATA section, runs scripts in three ways, and reorders the text after it. */
const hostile = `</script></style></title></pre>--> ]]><script>globalThis.ran = 1</script><img src=x onerror="ran=1">
" onmouseover="ran=1" autofocus onfocus="ran=1" x='javascript:ran=1' &lt;b&gt; \u202e\u2066\u0000\u001b[2J\ud800 #verdict=`;

/** These run in the browser. */
const visibleRequirements = `[...document.querySelectorAll('.requirement')]
  .filter((element) => !element.closest('[hidden]')).map(({ id }) => id.replace('req-', ''))`;
const height = 'document.documentElement.scrollHeight';
const unfold = `for (const details of document.querySelectorAll('details')) details.open = true`;

/** Places of the page that a target can fill with any text. */
const huge = `${hostile}${'x'.repeat(2 ** 20)}`;
const hugeReport: Report = {
  ...sampleReport,
  causes: sampleReport.causes.map((cause) => ({ ...cause, headline: huge, actual: huge })),
  findings: sampleReport.findings.map((finding) => ({ ...finding, actual: huge })),
  ambiguities: hostileReport(huge).ambiguities,
  exchanges: hostileReport(huge).exchanges,
};

describeInChromium('the HTML report', (visit) => {
  test.each([
    ['light', 1280, sampleReport],
    ['dark', 320, knownDeviations],
  ] as const)(
    'has no accessibility violations and no sideways scrolling, %s and %i wide',
    async (colorScheme, width, report) => {
      const options = { colorScheme, viewport: { width, height: 900 } };
      const { page, incidents } = await visit(renderReport(report, 'html'), '', options);
      await page.evaluate(unfold);
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(incidents).toEqual([]);
    },
  );

  test.each([
    ['every text is markup', withTexts(sampleReport, hostile)],
    ['the target sends megabytes', hugeReport],
  ])('is whole and runs nothing where %s', async (_, report) => {
    const { page, incidents } = await visit(renderReport(report, 'html'), '', {
      viewport: { width: 320, height: 900 },
    });
    await page.evaluate(unfold);
    const tags = `[...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName))].sort()`;
    const plain = await visit(sample);
    expect(await plain.page.evaluate(tags)).toEqual(expect.arrayContaining(await page.evaluate<string[]>(tags)));
    const attributes = `[...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((n) => /^on|style/.test(n))`;
    expect(await page.evaluate(attributes)).toEqual([]);
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(await page.locator('h2').last().textContent()).toBe('Notes');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(incidents).toEqual([]);
  });

  test('runs and loads nothing that a text contains', async () => {
    const { page, incidents } = await visit(
      sample.replace(
        '</main>',
        `<script>ran = 1</script><img src="/x" onerror="ran = 1"><p style="color: red">x</p></main>`,
      ),
    );
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(incidents.length).toBeGreaterThanOrEqual(3);
    expect(incidents.filter((incident) => !incident.includes('Content Security Policy'))).toEqual([]);
  });

  test('filters by its buttons and by words, and shows all again', async () => {
    const { page } = await visit(sample);
    for (const name of [/^fail/, /^warn/, /^should/]) await page.getByRole('button', { name }).click();
    expect(await page.evaluate(visibleRequirements)).toEqual(['list.repeated-members']);
    await page.getByRole('button', { name: /^should/ }).click();
    const broken = ['list.repeated-members', 'list.later', 'cancel.pending.status', 'cancel.pending.no-body'];
    expect(await page.evaluate(visibleRequirements)).toEqual(broken);
    await page.getByRole('searchbox').fill('NO-body');
    expect(await page.evaluate(visibleRequirements)).toEqual(['cancel.pending.no-body']);
    expect(await page.getByRole('status').textContent()).toMatch(
      /^Showing 1 of 3 causes, 1 of \d+ requirements, 1 of \d+ scenarios\.$/,
    );
    expect(await page.getByRole('button', { name: /^fail/ }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.evaluate(visibleRequirements)).toHaveLength(sampleReport.requirements.length);
    // Two causes break a `should`; one of them also breaks a `must`.
    await page.getByRole('button', { name: /^should/ }).click();
    expect(await page.evaluate(`document.querySelectorAll('.cause:not([hidden])').length`)).toBe(2);
    // A link to a hidden requirement shows it.
    await page.evaluate(`location.hash = '#req-list.array'`);
    await expect.poll(() => page.locator('[id="req-list.array"]').isVisible()).toBe(true);
    expect(await page.evaluate(visibleRequirements)).toHaveLength(sampleReport.requirements.length);
  });

  test('is short on a phone, shows the first cause at once, and breaks no line in a verdict or an option', async () => {
    const { page } = await visit(sevenCauses, '', { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(height)).toBeLessThan(5_000);
    const top = `document.querySelector('.cause > summary').getBoundingClientRect().top`;
    expect(await page.evaluate(top)).toBeLessThan(700);
    expect(await page.locator('#filter-q').isVisible()).toBe(false);
    await page.getByText('Search and filter').click();
    expect(await page.locator('#filter-q').isVisible()).toBe(true);
    await page.evaluate(unfold);
    const broken = `[...document.querySelectorAll('.verdict-word, .snippet .word')].filter((each) => each.getClientRects().length > 1).map(({ textContent }) => textContent)`;
    expect(await page.evaluate(`document.querySelectorAll('.snippet .word').length`)).toBeGreaterThan(1);
    expect(await page.evaluate(broken)).toEqual([]);
  });

  test('is short on a wide screen, and unfolds the requirement that a square leads to', async () => {
    const { page } = await visit(sevenCauses);
    expect(await page.evaluate(height)).toBeLessThan(4_000);
    const held = page.locator('[id="req-list.array"]');
    expect(await held.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'list.array: pass' }).click();
    await expect.poll(() => held.isVisible()).toBe(true);
  });

  test('copies a piece of code, or selects it where there is no clipboard', async () => {
    const { page } = await visit(sample, '', { permissions: ['clipboard-read', 'clipboard-write'] });
    const button = page.locator('[id="cause-fastapi-detail"] .repair button');
    await button.click();
    await expect.poll(() => button.textContent()).toBe('Copied');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('@app.exception_handler(HTTPException)');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await button.click();
    expect(await page.evaluate('String(getSelection())')).toBe('@app.exception_handler(HTTPException)');
    await expect.poll(() => button.textContent()).toBe('Press Ctrl+C');
  });

  test('unfolds the requirement that the address names', async () => {
    const { page } = await visit(sample, '#req-cancel.pending.status');
    const requirement = page.locator('[id="req-cancel.pending.status"]');
    expect(await requirement.getAttribute('open')).toBe('');
    expect(await requirement.getByText('Expected').first().isVisible()).toBe(true);
    await requirement.locator('.finding a').nth(1).click();
    expect(await page.evaluate('location.hash')).toBe('#scenario-cancel.pending');
    await page.goBack();
    expect(await page.evaluate('location.hash')).toBe('#req-cancel.pending.status');
  });

  test('is used with the keyboard alone', async () => {
    const { page } = await visit(sample);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the report');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('report');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('filter-q');
    await page.keyboard.type('list.array');
    await page.locator('[id="req-list.array"] > summary').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('[id="req-list.array"]').getAttribute('open')).toBe('');
    expect(await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)).toBe('solid');
  });

  test('can be read without its script', async () => {
    const { page, incidents } = await visit(sample, '', { javaScriptEnabled: false });
    expect(await page.locator('.filters').isVisible()).toBe(false);
    await page.locator('[id="clause-4.2"] > summary').click();
    await page.locator('[id="req-cancel.pending.status"] > summary').click();
    expect(await page.locator('[id="req-cancel.pending.status"] .finding').isVisible()).toBe(true);
    expect(incidents).toEqual([]);
  });

  test('is dark on light and unfolded on paper', async () => {
    const { page } = await visit(renderReport(cleanReport, 'html'), '', { colorScheme: 'dark' });
    const requirement = page.locator('.requirement').first();
    const folded = await requirement.boundingBox();
    await page.emulateMedia({ media: 'print' });
    expect((await requirement.boundingBox())?.height).toBeGreaterThan(1.2 * (folded?.height ?? Number.NaN));
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entry, VerifiedEntry } from '../../certificate/registry/registry.js';
import { findChromium, Visitor } from '../reporters/html/chromium.js';
import { bundle, honestRun } from './bundle.js';
import { entryFrom, hostile, madeUp, siteAbout } from './made-up-registry.js';

const browser = findChromium();
const isCi = process.env.CI === 'true';
if (!browser && !isCi) console.warn('No Chromium on the PATH: the registry is not tried in a browser.');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// In the continuous integration a missing browser is a failure, and not a reason to skip.
describe.runIf(browser !== undefined || isCi)('the registry in Chromium', () => {
  let visitor: Visitor;
  let sample: VerifiedEntry;
  const rows = `[...document.querySelectorAll('[data-row]')].filter(({ hidden }) => !hidden).map(({ textContent }) => /^vendor-\\d+/.exec(textContent)[0])`;
  const refused: Entry = { state: 'refused', file: hostile, claim: hostile, reasons: [hostile] };

  beforeAll(async () => {
    const home = await honestRun();
    await bundle(home);
    sample = await entryFrom(home);
    visitor = await Visitor.start(browser ?? 'chromium');
  });

  afterAll(() => (visitor as Visitor | undefined)?.end());

  test.each([
    ['3 bundles, light', 3, 'light', 1280, ''],
    ['dark and narrow', 3, 'dark', 320, ''],
    ['hostile texts', 3, 'dark', 1280, hostile],
  ] as const)(
    'is accessible, loads nothing and runs nothing of others: %s',
    async (_what, amount, colorScheme, width, text) => {
      const files = siteAbout([...madeUp(sample, amount, text), refused]);
      const page = [...files.keys()].find((path) => path.startsWith('implementations/')) ?? '';
      for (const path of ['index.html', page]) {
        const options = { colorScheme, viewport: { width, height: 900 } };
        const { page: shown, incidents } = await visitor.visit(files.get(path) ?? '', '', options);
        expect(await shown.evaluate('globalThis.ran')).toBeUndefined();
        expect(await shown.evaluate(`document.querySelectorAll('img, [onfocus], [onerror], [style]').length`)).toBe(0);
        expect(await shown.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await shown.evaluate(axe);
        const { violations } = await shown.evaluate<AxeResults>('axe.run()');
        expect(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
        expect(incidents).toEqual([]);
      }
    },
    60_000,
  );

  test('shows what the address says, and says in the address what it shows', async () => {
    const { page } = await visitor.visit(siteAbout(madeUp(sample, 9)).get('index.html') ?? '', '#class=programme-run');
    expect(await page.evaluate(rows)).toEqual(['vendor-8', 'vendor-5', 'vendor-2']);
    expect(await page.getByRole('status').innerText()).toBe('Showing 3 of 9 implementations.');
    await page.getByRole('searchbox').fill('vendor-5');
    expect(await page.evaluate(rows)).toEqual(['vendor-5']);
    await page.goBack();
    await expect.poll(() => page.evaluate(rows)).toEqual(['vendor-8', 'vendor-5', 'vendor-2']);
    await page.getByRole('button', { name: 'expired' }).click();
    expect(await page.evaluate('location.hash')).toContain('age=expired');
  });
});

import { beforeAll, expect, test } from 'vitest';
import type { RegistryEntry, VerifiedEntry } from '../../certificate/registry/registry.js';
import { describeInChromium, violationsOn } from '../reporters/html/chromium.js';
import { bundle, honestRun } from './bundle.js';
import { entryFrom, hostile, madeUp, siteAbout } from './made-up-registry.js';

describeInChromium('the registry', (visit) => {
  let sample: VerifiedEntry;
  const rows = `[...document.querySelectorAll('.implementation')].filter(({ hidden }) => !hidden).map(({ textContent }) => /^vendor-\\d+/.exec(textContent)[0])`;
  const refused: RegistryEntry = { state: 'refused', file: hostile, claim: hostile, reasons: [hostile] };

  beforeAll(async () => {
    const home = await honestRun();
    await bundle(home);
    sample = await entryFrom(home);
  });

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
        const { page: shown, incidents } = await visit(files.get(path) ?? '', '', options);
        expect(await shown.evaluate('globalThis.ran')).toBeUndefined();
        expect(await shown.evaluate(`document.querySelectorAll('img, [onfocus], [onerror], [style]').length`)).toBe(0);
        expect(await shown.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await violationsOn(shown)).toEqual([]);
        expect(incidents).toEqual([]);
      }
    },
    60_000,
  );

  test('says on a phone that the matrix scrolls, and explains its colours', async () => {
    const text = siteAbout(madeUp(sample, 3)).get('index.html') ?? '';
    const { page } = await visit(text, '', { viewport: { width: 390, height: 844 } });
    const hint = `getComputedStyle(document.querySelector('.wide'), '::before').content`;
    expect(await page.evaluate(hint)).toBe('"Scroll sideways for the rest →"');
    expect(await page.locator('#implementations .legend').textContent()).toMatch(
      /held +broken +deviating +known +open +skipped +not applicable/,
    );
  });

  test('filters by class and by words', async () => {
    const { page } = await visit(siteAbout(madeUp(sample, 9)).get('index.html') ?? '');
    await page.getByRole('button', { name: 'programme-run' }).click();
    expect(await page.evaluate(rows)).toEqual([1, 2, 4, 5, 7, 8].map((number) => `vendor-${number}`));
    expect(await page.getByRole('status').textContent()).toBe('Showing 6 of 9 implementations.');
    await page.getByRole('searchbox').fill('vendor-5');
    expect(await page.evaluate(rows)).toEqual(['vendor-5']);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of this machine, if any. */
function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** No sandbox, which containers lack, and no background traffic. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in the browser, and unexpected incidents on it. */
export interface Visit {
  readonly page: Page;
  /** Loaded files other than the page, errors, dialogs, and violations of the policy. */
  readonly incidents: string[];
}

const ADDRESS = 'http://localhost/report';

type Visitor = Awaited<ReturnType<typeof startChromium>>;

/** Chromium, which loads nothing from the network: a request for anything but the page is answered with 404. */
export async function startChromium() {
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: FLAGS });
  const visit = async (text: string, fragment = '', options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    await context.route('**', (route) => route.fulfill({ status: 404 }));
    await context.route(ADDRESS, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: text }));
    const page = await context.newPage();
    const incidents: string[] = [];
    page.on(
      'requestfinished',
      (request) => request.url().startsWith(ADDRESS) || incidents.push(`loaded ${request.url()}`),
    );
    page.on('console', (message) => incidents.push(`console ${message.text()}`));
    page.on('pageerror', (error) => incidents.push(String(error)));
    page.on('dialog', (dialog) => {
      incidents.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${ADDRESS}${fragment}`);
    return { page, incidents };
  };
  return { visit, end: () => browser.close() };
}

/** Tests that visit pages. Without a browser they are skipped; in CI they fail. */
export function describeInChromium(what: string, tests: (visit: Visitor['visit']) => void): void {
  const browser = findChromium();
  const isCi = process.env.CI === 'true';
  if (!browser && !isCi) console.warn(`No Chromium on the PATH: ${what} is not tried in a browser.`);
  describe.runIf(browser !== undefined || isCi)(`${what} in Chromium`, () => {
    let visitor: Visitor | undefined;
    const started = async (): Promise<Visitor> => (visitor ??= await startChromium());
    beforeAll(started);
    afterAll(() => visitor?.end());
    tests(async (...page) => (await started()).visit(...page));
  });
}

/** The violations that axe-core finds, with some of their elements. */
export async function violationsOn(page: Page): Promise<unknown[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
}

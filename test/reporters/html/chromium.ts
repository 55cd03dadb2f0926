import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser of this machine; undefined where it has none. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** Nothing but what is tested: no sandbox, since containers have none to give, and no traffic of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in the browser, and what happened on it that nobody asked for. */
export interface Visit {
  readonly page: Page;
  /** What was loaded beside the page itself, errors, dialogs and violations of the policy. */
  readonly incidents: string[];
}

const ADDRESS = 'http://localhost/report';

/** Chromium, which loads nothing from the network: a request for anything but the page is answered with 404. */
export class Visitor {
  private constructor(private readonly browser: Browser) {}

  static async start(executablePath: string): Promise<Visitor> {
    return new Visitor(await chromium.launch({ executablePath, args: FLAGS }));
  }

  async visit(text: string, fragment = '', options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
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
  }

  end(): Promise<void> {
    return this.browser.close();
  }
}

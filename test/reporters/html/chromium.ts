import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Chromium with a fresh profile, and a server that it loads pages from. */
export class Visitor {
  private constructor(
    private readonly browser: Browser,
    private readonly server: ReturnType<typeof createServer>,
    private readonly pages: Map<string, string>,
  ) {}

  static async start(executablePath: string): Promise<Visitor> {
    const pages = new Map<string, string>();
    const server = createServer((request, response) => {
      const text = pages.get(request.url ?? '');
      response.writeHead(text === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Visitor(await chromium.launch({ executablePath, args: FLAGS }), server, pages);
  }

  async visit(text: string, fragment = '', options: BrowserContextOptions = {}): Promise<Visit> {
    const { port } = this.server.address() as AddressInfo;
    const path = `/${this.pages.size}`;
    this.pages.set(path, text);
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const incidents: string[] = [];
    const url = `http://127.0.0.1:${port}${path}`;
    page.on('requestfinished', (request) => request.url().startsWith(url) || incidents.push(`loaded ${request.url()}`));
    page.on('console', (message) => incidents.push(`console ${message.text()}`));
    page.on('pageerror', (error) => incidents.push(String(error)));
    page.on('dialog', (dialog) => {
      incidents.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${url}${fragment}`);
    return { page, incidents };
  }

  async end(): Promise<void> {
    await this.browser.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

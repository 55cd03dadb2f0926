import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Report, renderReport } from '../../index.js';
import { startChromium } from '../reporters/html/chromium.js';
import { picturedCauses, picturedReport, terminalPicture } from './pictures.js';

const pathOf = (name: string): string => join(import.meta.dirname, '../../docs/images', name);

let report: Report;
beforeAll(async () => {
  report = await picturedReport();
});

test('the picture of the terminal is what the terminal shows', async () => {
  await expect(terminalPicture(report)).toMatchFileSnapshot(pathOf('terminal.svg'));
});

test('the picture of the HTML report shows the current report (npm run pictures)', async () => {
  // Browsers draw a page differently on each machine, so it is drawn only on request.
  if (process.env.PICTURES) await draw(renderReport(report, 'html'));
  await expect(picturedCauses(report)).toMatchFileSnapshot(pathOf('report.html.txt'));
});

async function draw(html: string): Promise<void> {
  const visitor = await startChromium();
  try {
    const { page } = await visitor.visit(html, '', { viewport: { width: 1200, height: 900 } });
    // Down to the end of the cause, so that nothing is cut.
    const height = await page.evaluate<number>(`document.querySelector('#causes').getBoundingClientRect().bottom + 24`);
    await page.setViewportSize({ width: 1200, height: Math.ceil(height) });
    await page.screenshot({ path: pathOf('report.png') });
  } finally {
    await visitor.end();
  }
}

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Report, renderReport } from '../../index.js';
import { findChromium, Visitor } from '../reporters/html/chromium.js';
import { picturedCauses, picturedReport, terminalPicture } from './pictures.js';

const pathOf = (name: string): string => join(import.meta.dirname, '../../docs/images', name);

let report: Report;
beforeAll(async () => {
  report = await picturedReport();
});

test('the picture of the terminal is what the terminal shows', async () => {
  await expect(terminalPicture(report)).toMatchFileSnapshot(pathOf('terminal.svg'));
});

test('the picture of the HTML report is of what the report says now (npm run pictures)', async () => {
  await expect(picturedCauses(report)).toMatchFileSnapshot(pathOf('report.html.txt'));
});

const chromium = findChromium();

/** A browser draws a page differently on each machine, so it is drawn on request only. */
test.runIf(process.env.PICTURES && chromium)('the picture of the HTML report is drawn', async () => {
  const visitor = await Visitor.start(chromium ?? '');
  try {
    const { page } = await visitor.visit(renderReport(report, 'html'), '', { viewport: { width: 1200, height: 900 } });
    await page.screenshot({ path: pathOf('report.png') });
  } finally {
    await visitor.end();
  }
});

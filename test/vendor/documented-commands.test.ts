import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { blocksIn, runDocumented } from '../../scripts/documented-commands.mjs';
import { directoryWith } from '../directory.js';
import { openStore } from '../engine/store.js';
import { binary as cli, run, vitest } from './step.js';

const read = (document: string): string => readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');

/** The directory of a vendor's project, which has the package installed. */
function vendorDirectory(): string {
  const directory = mkdtempSync(join(inject('vendor'), 'documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test.each([
  ['README.md', 1],
  ['docs/configuration.md', 1],
])('the TypeScript of %s finds the reference conformant, completely', { timeout: 300_000 }, async (document, count) => {
  const blocks = blocksIn(read(document), 'ts');
  expect(blocks).toHaveLength(count);
  for (const block of blocks) {
    const { baseUrl, apiKey, close } = await openStore();
    const cwd = vendorDirectory();
    const isTest = block.includes('store-orders-conformance/vitest');
    const filled = block
      .replace(/http:[^']*/, baseUrl)
      .replace(/'secret'|process\.env\.PETSTORE_KEY/, () => JSON.stringify(apiKey));
    const told = isTest ? '' : 'if (!(report.verdict === "conformant" && report.complete)) process.exit(1);\n';
    const file = join(cwd, isTest ? 'example.test.ts' : 'example.mjs');
    writeFileSync(file, `${filled}\n${told}`);
    const { code } = await run(process.execPath, isTest ? [vitest, 'run', '--root', cwd] : [file], cwd);
    await close();
    expect([block, code]).toEqual([block, 0]);
  }
});

// The commands of README and docs/vendors.md run in scripts/verify-package.mjs. Windows has no bash of its own, and other commands.
test.skipIf(process.platform === 'win32')('a documented command with another exit code fails', async () => {
  const wrong = '```sh\nnpx --no -- store-orders-conformance explain nothing\n```\n';
  const surroundings = { cwd: await directoryWith(), cli, npx: 'direct', isLeftOut: () => false } as const;
  await expect(runDocumented(wrong, surroundings)).rejects.toThrow('ended with exit code 2, not 0');
});

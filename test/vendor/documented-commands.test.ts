import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { blocksIn, runDocumented } from '../../scripts/documented-commands.mjs';
import { openStore } from '../engine/store.js';
import { directoryWith } from '../settings/directory.js';

const cli = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

/** `.ci/run` and `scripts/verify-package.mjs` run these: they install, or prove the suite itself for half a minute. */
const isLeftOut = (command: string): boolean => /^npm |^npx store-orders-conformance (certify|verify) /.test(command);

const read = (document: string): string => readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');

/** Of a vendor's project, which has the package installed. */
function vendorDirectory(): string {
  const directory = mkdtempSync(join(inject('vendor'), 'documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));

test.each([
  ['README.md', 2],
  ['docs/configuration.md', 1],
])('the TypeScript of %s finds the reference conformant, completely', { timeout: 60_000 }, async (document, count) => {
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
    const child = spawn(process.execPath, isTest ? [vitest, 'run', '--root', cwd] : [file], { cwd, stdio: 'ignore' });
    const [code] = await once(child, 'close');
    await close();
    expect([block, code]).toEqual([block, 0]);
  }
});

// Windows has no bash of its own, and other commands.
describe.skipIf(process.platform === 'win32')(
  'the commands of a document work as they are written',
  { timeout: 120_000 },
  () => {
    test.each([
      ['README.md', 'conformance.json'],
      ['docs/vendors.md', 'report.json'],
    ])('%s, and lead to a complete run', async (document, report) => {
      const cwd = await directoryWith();
      const ran = await runDocumented(read(document), { cwd, cli, npx: 'direct', isLeftOut });
      expect(ran.length).toBeGreaterThan(4);
      const { verdict, complete } = JSON.parse(readFileSync(join(cwd, report), 'utf8'));
      expect({ verdict, complete }).toEqual({ verdict: 'conformant', complete: true });
    });

    test('and one that ends otherwise is told', async () => {
      const wrong = '```sh\nnpx store-orders-conformance explain nothing\n```\n';
      const surroundings = { cwd: await directoryWith(), cli, npx: 'direct', isLeftOut } as const;
      await expect(runDocumented(wrong, surroundings)).rejects.toThrow('ended with exit code 2, not 0');
    });
  },
);

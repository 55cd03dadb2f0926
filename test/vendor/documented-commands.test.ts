import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { runDocumented } from '../../scripts/documented-commands.mjs';

const cli = `${inject('vendor')}/node_modules/store-orders-conformance/dist/cli.js`;

/** `.ci/run` and `scripts/verify-package.mjs` run these: they install, or prove the suite itself for half a minute. */
const isLeftOut = (command: string): boolean => /^npm |^npx store-orders-conformance (certify|verify) /.test(command);

const read = (document: string): string => readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');

function emptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'store-orders-documents-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

// Windows has no bash of its own, and other commands.
describe.skipIf(process.platform === 'win32')(
  'the commands of a document work as they are written',
  { timeout: 120_000 },
  () => {
    test.each([
      ['README.md', 'conformance.json'],
      ['docs/vendors.md', 'report.json'],
    ])('%s, and lead to a complete run', async (document, report) => {
      const cwd = emptyDirectory();
      const ran = await runDocumented(read(document), { cwd, cli, npx: 'direct', isLeftOut });
      expect(ran.length).toBeGreaterThan(4);
      const { verdict, complete } = JSON.parse(readFileSync(join(cwd, report), 'utf8'));
      expect({ verdict, complete }).toEqual({ verdict: 'conformant', complete: true });
    });

    test('and one that ends otherwise is told', async () => {
      const wrong = '```sh\nnpx store-orders-conformance explain nothing\n```\n';
      const surroundings = { cwd: emptyDirectory(), cli, npx: 'direct', isLeftOut } as const;
      await expect(runDocumented(wrong, surroundings)).rejects.toThrow('ended with exit code 2, not 0');
    });
  },
);

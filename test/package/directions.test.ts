import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { expect, test } from 'vitest';
import { directoryWith } from '../settings/directory.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const options = await extractDepcruiseOptions(join(root, '.dependency-cruiser.cjs'));

/** `from` imports `to`: its types alone, or its code, too. */
type Import = readonly [from: string, kind: 'types' | 'code', to: string];

/** The rules that a project of these imports, and nothing else, breaks. */
async function brokenBy(imports: readonly Import[]): Promise<string[]> {
  const lines = new Map(imports.flatMap(([from, , to]) => [from, to]).map((path) => [path, ['export const a = 1;']]));
  for (const [from, kind, to] of imports) {
    const path = relative(dirname(from), to)
      .replace(/^(?!\.)/, './')
      .replace(/ts$/, 'js');
    lines.get(from)?.push(kind === 'code' ? `import { a } from '${path}';` : `import type { a } from '${path}';`, 'a;');
  }
  const project = await directoryWith(Object.fromEntries([...lines].map(([path, text]) => [path, text.join('\n')])));
  const folders = [...new Set([...lines.keys()].map((path) => path.replace(/\/.*/, '')))];
  const { output } = await cruise(folders, { ...options, baseDir: project }, options.enhancedResolveOptions);
  if (typeof output === 'string') throw new Error(output);
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
}

const only = (folder: string): string => `${folder}-imports-only-what-it-may`;

test.each<[Import, string[]]>([
  [['runner/input/a.ts', 'types', 'runner/secrets/credentials.ts'], [only('runner-input')]],
  [['runner/listing/a.ts', 'types', 'runner/evidence/exchange.ts'], [only('runner-listing')]],
  [['runner/secrets/a.ts', 'types', 'runner/input/usage-error.ts'], [only('runner-secrets')]],
  [['runner/evidence/a.ts', 'types', 'runner/secrets/api-key.ts'], [only('runner-evidence')]],
  [['runner/evidence/a.ts', 'types', 'runner/engine/plan.ts'], [only('runner-evidence')]],
  [
    ['runner/evidence/a.ts', 'types', 'runner/listing/reader.ts'],
    ['listing-has-one-export', only('runner-evidence')],
  ],
  [['runner/orders/a.ts', 'types', 'runner/settings/settings.ts'], [only('runner-orders')]],
  [['runner/settings/a.ts', 'types', 'runner/http/live.ts'], [only('runner-settings')]],
  [['runner/http/a.ts', 'types', 'runner/orders/supply.ts'], [only('runner-http')]],
  [['runner/engine/a.ts', 'types', 'runner/input/text-file.ts'], [only('runner-engine')]],
  [['runner/engine/a.ts', 'types', 'runner/judge/judge.ts'], [only('runner-engine')]],
  [['runner/engine/a.ts', 'types', 'runner/run.ts'], [only('runner-engine')]],
  [['runner/judge/a.ts', 'types', 'runner/secrets/api-key.ts'], [only('runner-judge')]],
  [['runner/judge/a.ts', 'types', 'suites/contract.ts'], [only('runner-judge')]],
  [['suites/4-a/rules.ts', 'types', 'suites/5-b/scenarios.ts'], ['parts-of-the-contract-are-apart']],
  [['runner/run.ts', 'types', 'suites/contract.ts'], [only('runner-run.ts')]],
  [
    ['runner/run.ts', 'types', 'runner/loose.ts'],
    [only('runner-run.ts'), 'runner-has-rooms-only'],
  ],
  [['cli/a.ts', 'code', 'runner/listing/reader.ts'], ['listing-has-one-export']],
  [['cli/a.ts', 'code', 'test/store.ts'], [only('cli')]],
  [['suites/a.ts', 'types', 'runner/orders/supply.ts'], [only('suites')]],
  [['suites/a.ts', 'types', 'runner/engine/gather.ts'], [only('suites')]],
  [['suites/a.ts', 'code', 'runner/run.ts'], ['suites-know-run-by-its-types']],
  [['reporters/a.ts', 'types', 'runner/judge/judge.ts'], [only('reporters')]],
  [['reporters/a.ts', 'code', 'runner/judge/report.ts'], ['reporters-import-runner-types-only']],
  [['servers/a.ts', 'types', 'runner/evidence/exchange.ts'], [only('servers')]],
  [['vitest/a.ts', 'code', 'cli/run.ts'], [only('vitest')]],
])('the lint refuses %j', async (broken, rules) => {
  expect(await brokenBy([broken])).toEqual(rules.sort());
});

test('the lint allows what the architecture allows', async () => {
  expect(
    await brokenBy([
      ['cli/a.ts', 'code', 'runner/run.ts'],
      ['runner/run.ts', 'code', 'runner/engine/gather.ts'],
      ['runner/run.ts', 'code', 'runner/judge/judge.ts'],
      ['runner/judge/judge.ts', 'types', 'runner/evidence/evidence.ts'],
      ['runner/engine/gather.ts', 'code', 'runner/input/usage-error.ts'],
      ['runner/engine/gather.ts', 'code', 'runner/listing/index.ts'],
      ['runner/evidence/evidence.ts', 'types', 'runner/listing/index.ts'],
      ['runner/listing/index.ts', 'code', 'runner/listing/reader.ts'],
      ['suites/4.1-listing/rules.ts', 'code', 'runner/judge/rule.ts'],
      ['suites/4.1-listing/rules.ts', 'code', 'runner/evidence/evidence.ts'],
      ['reporters/json.ts', 'types', 'runner/judge/report.ts'],
    ]),
  ).toEqual([]);
});

test('the lint refuses a circle of folders, even of types in files that make none', async () => {
  expect(
    await brokenBy([
      ['servers/faults/a.ts', 'types', 'servers/variants/a.ts'],
      ['servers/variants/b.ts', 'types', 'servers/faults/b.ts'],
    ]),
  ).toEqual(['no-circle-of-folders']);
});

test('the lint refuses a circle of files', async () => {
  expect(
    await brokenBy([
      ['cli/a.ts', 'types', 'cli/b.ts'],
      ['cli/b.ts', 'types', 'cli/a.ts'],
    ]),
  ).toEqual(['no-circle-of-files']);
});

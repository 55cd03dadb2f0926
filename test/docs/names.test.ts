import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';

const read = (document: string): string => readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8');

/** Paths of this checkout in code spans, in links, and in the diagrams. */
const pathsIn = (text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        /(?<![\w./-])(?:bench|cli|docs|fixtures|reporters|runner|schemas|scripts|servers|suites|test|vitest)\/[\w./-]*[\w/]/g,
      ),
    ].map(([path]) => path),
  ),
];

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])('%s names files that exist', (document) => {
  const paths = pathsIn(read(document));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});

test('the document on fixtures names scenarios that exist', () => {
  const rows = /\| scenario +\|[\s\S]*?\n\n/.exec(read('docs/fixtures.md'))?.[0] ?? '';
  const named = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, id]) => id));
  const known = storeOrdersInterface.suites.flatMap(({ scenarios }) => scenarios.map(({ id }) => id));
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((id) => !known.includes(id ?? ''))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { storeOrdersInterface } from '../../suites/contract.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The source files of these folders, those that are generated left out. */
const sourcesOf = (...folders: readonly string[]): { path: string; text: string }[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('rules name a scenario only as one that they cannot do without: they look for exchanges by role', () => {
  // `accept` is a role as well.
  const ids = storeOrdersInterface.suites
    .flatMap(({ scenarios }) => scenarios.map(({ id }) => id))
    .filter((id) => id !== 'accept');
  const named = sourcesOf('suites')
    .filter(({ path }) => !path.endsWith('scenarios.ts') && !path.endsWith('contract.ts'))
    .flatMap(({ path, text }) => {
      const rest = text.replace(/\b(from|needs)(:| =) \[[^\]]*\]/g, '');
      return ids.filter((id) => rest.includes(`'${id}'`) || rest.includes(`'${id}/`)).map((id) => `${path}: ${id}`);
    });
  expect(named).toEqual([]);
});

test('no id and no address is cut apart to learn what it is about', () => {
  const cutting = /\.split\('[/#]'\)|lastIndexOf\('[/#]'\)|exec\(.*(id|url)\)/;
  const found = sourcesOf('suites', 'runner/engine', 'runner/evidence', 'runner/judge').filter(({ text }) =>
    cutting.test(text),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

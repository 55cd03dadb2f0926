// The product imports what it exports. An export that only tests import says so: `@testonly`.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Generated modules, which git ignores, import the reporters and the commands. */
const filesIn = (folder, table) =>
  Object.values(parse(readFileSync(`${folder}/${table}.yaml`, 'utf8'), { merge: true })).map(
    ({ from }) => `${folder}/${from}.ts!`,
  );

export default {
  entry: [
    ...['index.ts!', 'cli/start.ts!', 'vitest/*.ts!', 'reporters/page/browser/page.ts!'],
    ...filesIn('reporters', 'formats'),
    ...filesIn('cli/commands', 'commands'),
  ],
  project: ['{interface,evidence,suites,judge,runner,reporters,certificate,cli,vitest}/**/*.ts!', 'index.ts!'],
  tags: ['-testonly'],
};

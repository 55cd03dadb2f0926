// The product imports what it exports. An export that only tests import says so: `@testonly`.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** reporters.generated.ts, which git ignores, imports the reporters. */
const reporters = Object.values(parse(readFileSync('reporters/formats.yaml', 'utf8'))).map(
  ({ from }) => `reporters/${from}.ts!`,
);

export default {
  entry: ['index.ts!', 'cli/start.ts!', 'vitest/*.ts!', 'reporters/page/browser/page.ts!', ...reporters],
  project: ['{interface,evidence,suites,judge,runner,reporters,certificate,cli,vitest}/**/*.ts!', 'index.ts!'],
  tags: ['-testonly'],
};

// Every workflow and action of GitHub that this repository runs, that `init` writes, and that documents and examples show.
//   node scripts/workflows.mjs DIRECTORY     writes them there, for a linter
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { blocksIn } from './documented-commands.mjs';
import { pinned } from './pins.mjs';

const root = new URL('../', import.meta.url);

/** A step alone is shown in a workflow of the reader's. */
const around = (steps) =>
  `name: shown\non: push\npermissions: {}\nconcurrency: shown\njobs:\n  shown:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replaceAll(/^/gm, '      ')}`;

/** @returns {readonly { place: string, text: string }[]} */
export const workflows = () =>
  pinned.flatMap((path) => {
    const text = readFileSync(new URL(path, root), 'utf8');
    const texts = path.endsWith('.md') ? blocksIn(text, 'yaml') : /\.ya?ml$/.test(path) ? [text] : [];
    return texts
      .filter((each) => /^( *- )? *(uses|run):/m.test(each) && /^(jobs|runs):|^- (uses|run):/m.test(each))
      .map((each) => ({
        place: path,
        // This repository's own action has no address yet.
        text: (Array.isArray(parse(each)) ? around(each) : each).replaceAll(
          /OWNER\/store-orders-conformance@\S+/g,
          `OWNER/store-orders-conformance@${'0'.repeat(40)}`,
        ),
      }));
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , directory] = process.argv;
  mkdirSync(join(directory, '.github/workflows'), { recursive: true });
  for (const [index, { place, text }] of workflows().entries()) {
    const name = place === 'action.yml' ? place : `.github/workflows/${index}-${place.replaceAll(/\W+/g, '-')}.yml`;
    writeFileSync(join(directory, name), text);
  }
  writeFileSync(
    join(directory, '.github/dependabot.yml'),
    readFileSync(new URL('.github/dependabot.yml', root), 'utf8'),
  );
}

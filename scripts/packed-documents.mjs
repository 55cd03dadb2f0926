// The package leaves docs/ and examples/ out. Where it names no repository that a link could lead to, README.md and SECURITY.md
// are packed with plain paths in place of such links. `npm pack` runs this before, and with --restore after.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const DOCUMENTS = ['README.md', 'SECURITY.md'];
const NOTE = '\nThe paths of documents and examples are those of a clone: the package does not contain them.\n';

const { files, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const isPacked = (path) =>
  [path.split('#')[0], path.split(/[/#]/)[0]].some((name) => [...files, ...DOCUMENTS].includes(name));

const plain = (markdown) =>
  markdown
    .replace(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?/gm, '')
    .replace(/\[([^\]]*)\]\(((?!https?:|#)[^)]*)\)/g, (link, text, path) => {
      if (isPacked(path)) return link;
      return text === path ? `\`${path}\`` : `${text} (\`${path}\`)`;
    });

const cache = `${root}node_modules/.cache/`; // not there yet in a fresh clone
mkdirSync(cache, { recursive: true });
const kept = (name) => `${cache}${name}`;

for (const name of DOCUMENTS) {
  const path = `${root}${name}`;
  if (process.argv.includes('--restore')) {
    if (existsSync(kept(name))) renameSync(kept(name), path);
  } else if (repository === undefined) {
    const markdown = readFileSync(path, 'utf8');
    if (markdown.endsWith(NOTE)) continue; // an earlier one was cut off, and what it kept is still there
    writeFileSync(kept(name), markdown);
    writeFileSync(path, plain(markdown) + NOTE);
  }
}

// The package has the documents that package.json lists, and leaves others and examples out. Where it names no repository that a
// link could lead to, its documents are packed with plain paths in place of such links. `npm pack` runs this before, and with
// --restore after.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { files, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** README.md is packed whatever `files` says. */
export const DOCUMENTS = ['README.md', ...files.filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')];
const packed = [...DOCUMENTS, ...files];

const NOTE = '\nPaths of other documents and of examples are those of a clone: the package does not contain them.\n';
const inPackage = DOCUMENTS.filter((name) => name.startsWith('docs/')).map((name) => `[${name}](${name})`);
const LIST = `\nThe package contains ${inPackage.join(', ')}.\n`;

/** The markdown of a document, in which no link leads out of the package. */
const plain = (markdown, name) =>
  markdown
    .replace(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?/gm, '')
    .replace(/\[([^\]]*)\]\(((?!https?:|#)[^)]*)\)/g, (link, text, path) => {
      const [to] = posix.join(posix.dirname(name), path).split('#');
      if (packed.includes(to) || packed.includes(to.split('/')[0])) return link;
      return text === path || text === to ? `\`${to}\`` : `${text} (\`${to}\`)`;
    });

const kept = (name) => `${root}node_modules/.cache/packed/${name}`;

function pack(name) {
  const markdown = readFileSync(`${root}${name}`, 'utf8');
  if (markdown.endsWith(NOTE)) return; // an earlier one was cut off, and what it kept is still there
  mkdirSync(dirname(kept(name)), { recursive: true }); // not there yet in a fresh clone
  writeFileSync(kept(name), markdown);
  writeFileSync(`${root}${name}`, plain(markdown, name) + (name === 'README.md' ? LIST : '') + NOTE);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of DOCUMENTS) {
    if (!process.argv.includes('--restore')) {
      if (repository === undefined) pack(name);
    } else if (existsSync(kept(name))) renameSync(kept(name), `${root}${name}`);
  }
}

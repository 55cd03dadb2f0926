// Prepares the documents of the package. If package.json names no repository, links to files outside of the package
// would lead nowhere, so they become plain paths. `npm pack` runs this before it packs, and with --restore afterwards.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const { files, repository } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** npm always packs README.md, without an entry in `files`. */
export const DOCUMENTS = ['README.md', ...files.filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')];
const packed = [...DOCUMENTS, ...files];

const NOTE = '\nPaths of other documents and of examples are those of a clone: the package does not contain them.\n';
const inPackage = DOCUMENTS.filter((name) => name.startsWith('docs/')).map((name) => `[${name}](${name})`);
const LIST = `\nThe package contains ${inPackage.join(', ')}.\n`;

/** The Markdown of a document, without links to files outside of the package. */
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
  if (markdown.endsWith(NOTE)) return; // left over from an interrupted run
  mkdirSync(dirname(kept(name)), { recursive: true }); // missing in a fresh clone
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

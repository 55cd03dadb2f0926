// Checks the documents: each link leads to what exists, and each path of this checkout that is named does, too.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const root = fileURLToPath(new URL('../', import.meta.url));

const entriesOf = (folder) => readdirSync(join(root, folder), { withFileTypes: true });
const foldersIn = (folder) =>
  entriesOf(folder).flatMap((entry) => (entry.isDirectory() ? join(folder, entry.name) : []));
const documents = ['', 'docs', 'docs/generated', 'fixtures', 'suites', 'examples', ...foldersIn('examples')].flatMap(
  (folder) => entriesOf(folder).flatMap(({ name }) => (name.endsWith('.md') ? join(folder, name) : [])),
);

const pages = new Map();

/** As GitHub shows it, but for what it leaves out. */
function htmlOf(path) {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  if (!pages.has(path)) pages.set(path, micromark(readFileSync(path), 'utf8', options));
  return pages.get(path);
}

const unescaped = (html) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"').replaceAll('&amp;', '&');

const linksIn = (html) =>
  [...html.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g)].map(([, target]) => unescaped(target));

/** Those that are written, and those that GitHub makes from headings; of equal ones, the second gets `-1`. */
function anchorsIn(html) {
  const written = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  const slugs = [...html.matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map(([, heading]) =>
    unescaped(heading.replaceAll(/<[^>]*>/g, ''))
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  const numbered = slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length;
    return earlier === 0 ? slug : `${slug}-${earlier}`;
  });
  return [...written, ...numbered];
}

/** What is wrong with a link, if anything is. Other sites are not asked. */
function problemOf(document, target) {
  if (/^[a-z]+:/i.test(target))
    return /^https:\/\/[\w.-]+\.[a-z]+(\/|$)/.test(target) ? undefined : 'not an https address';
  const [path, anchor] = target.split('#');
  const file = path === '' ? join(root, document) : join(root, dirname(document), decodeURI(path));
  if (relative(root, file).startsWith('..')) return 'outside of the repository';
  if (!existsSync(file)) return 'no such file';
  if (anchor === undefined) return undefined;
  if (statSync(file).isDirectory() || !file.endsWith('.md')) return 'an anchor, but not a document';
  return anchorsIn(htmlOf(file)).includes(anchor) ? undefined : 'no such anchor';
}

/** In code spans, and in the diagrams. */
const pathsIn = (text) =>
  [
    ...text.matchAll(
      /(?<![\w./-])(?:bench|cli|docs|fixtures|reporters|runner|schemas|scripts|servers|suites|test|vitest)\/[\w./-]*[\w/]/g,
    ),
  ].map(([path]) => path);

let count = 0;

function check(document, what, problem) {
  count += 1;
  if (problem === undefined) return;
  console.error(`${document}: ${what}: ${problem}`);
  process.exitCode = 1;
}

for (const document of documents) {
  for (const target of linksIn(htmlOf(join(root, document)))) check(document, target, problemOf(document, target));
}
for (const document of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']) {
  for (const path of pathsIn(readFileSync(join(root, document), 'utf8'))) {
    check(document, path, existsSync(join(root, path)) ? undefined : 'no such file');
  }
}
if (count < 200) throw new Error(`Only ${count} links and paths were found: this search is broken.`);

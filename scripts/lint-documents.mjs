// Checks that each link of each document leads somewhere.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { files, root } from './repository.mjs';

const documents = files.filter((path) => path.endsWith('.md') && !path.includes('/expected/'));

const pages = new Map();

/** A document as GitHub shows it, with the HTML that GitHub would remove. */
function htmlOf(path) {
  const options = { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] };
  if (!pages.has(path)) pages.set(path, micromark(readFileSync(path), 'utf8', options));
  return pages.get(path);
}

const unescaped = (html) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"').replaceAll('&amp;', '&');

const linksIn = (html) =>
  [...html.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g)].map(([, target]) => unescaped(target));

/** Written anchors, and those that GitHub makes from headings: the second of two equal ones gets `-1`. */
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

/** Undefined for a link that leads somewhere. Other sites are not asked. */
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
if (count < 200) throw new Error(`Only ${count} links were found: this search is broken.`);

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const documentsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => join(folder, name));

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

const documents = ['', 'docs', 'docs/generated', 'examples', ...foldersIn('examples')].flatMap(documentsIn).sort();

const cache = new Map<string, string>();

/** As GitHub shows it, but for what it leaves out. */
function htmlOf(path: string): string {
  const html =
    cache.get(path) ??
    micromark(readFileSync(path), 'utf8', {
      allowDangerousHtml: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    });
  cache.set(path, html);
  return html;
}

const unescaped = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"').replaceAll('&amp;', '&');

const targetsIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a|img)\s[^>]*?(?:href|src)="([^"]*)"/g)].map(([, target = '']) => unescaped(target));

/** Those that are written, and those that GitHub makes from headings; of equal ones, the second gets `-1`. */
function anchorsIn(html: string): string[] {
  const written = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
  const slugs = [...html.matchAll(/<h[1-6]>(.*?)<\/h[1-6]>/g)].map(([, heading = '']) =>
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
function problemOf(document: string, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target))
    return /^https:\/\/[\w.-]+\.[a-z]+(\/|$)/.test(target) ? undefined : 'not an https address';
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? join(root, document) : join(root, dirname(document), decodeURI(path));
  if (relative(root, file).startsWith('..')) return 'outside of the repository';
  if (!existsSync(file)) return 'no such file';
  if (anchor === undefined) return undefined;
  if (statSync(file).isDirectory() || !file.endsWith('.md')) return 'an anchor, but not a document';
  return anchorsIn(htmlOf(file)).includes(anchor) ? undefined : 'no such anchor';
}

test.each(documents)('%s has only links to what exists', (document) => {
  const problems = targetsIn(htmlOf(join(root, document))).flatMap((target) => {
    const problem = problemOf(document, target);
    return problem === undefined ? [] : [`${target}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test('the links of the documents are found', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/generated/requirements.md', 'examples/README.md']),
  );
  expect(targetsIn(htmlOf(join(root, 'README.md'))).length).toBeGreaterThan(10);
});

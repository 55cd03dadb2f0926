// Writes the icons of all pages as a text, and bundles their style sheet and script, with their hashes for the
// Content-Security-Policy.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeIfChanged } from './write-if-changed.mjs';

const assets = [
  { name: 'style', from: 'reporters/page/page.css', to: 'reporters/page/style.generated.ts' },
  { name: 'script', from: 'reporters/page/browser/page.ts', to: 'reporters/page/script.generated.ts' },
];

export const generatePageAssets = () => Promise.all([...assets.map(generateAsset), generateIcons()]);

async function generateIcons() {
  const source = [
    '// Generated from reporters/page/icons.svg by `npm run generate`. Do not edit.',
    `export const icons = ${JSON.stringify(await readFile(pathOf('reporters/page/icons.svg'), 'utf8'))};`,
    '',
  ].join('\n');
  await writeIfChanged(pathOf('reporters/page/icons.generated.ts'), source);
}

async function generateAsset({ name, from, to }) {
  const text = await bundled(from);
  const source = [
    `// Generated from ${from} by \`npm run generate\`. Do not edit.`,
    `export const ${name} = ${JSON.stringify(text)};`,
    `export const ${name}Hash = ${JSON.stringify(hash(text))};`,
    '',
  ].join('\n');
  await writeIfChanged(pathOf(to), source);
}

const pathOf = (path) => new URL(`../${path}`, import.meta.url);

async function bundled(path) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(pathOf(path))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  });
  const text = outputFiles[0].text.trim();
  // The text is not escaped in its element, so it must not end it.
  if (/<\/|<!--/.test(text)) throw new Error(`${path} would end its element on the page.`);
  return text;
}

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

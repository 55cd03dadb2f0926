// Style and script of the HTML report and of the registry, as texts in the bundle, with the hashes that the
// Content-Security-Policy of their pages names.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeIfChanged } from './write-if-changed.mjs';

const folders = ['../reporters/html/', '../certificate/registry/'].map((path) => new URL(path, import.meta.url));

export const generatePageAssets = () => Promise.all(folders.map(generateIn));

async function generateIn(folder) {
  const [style, script] = await Promise.all([asset(folder, 'page.css'), asset(folder, 'page.ts')]);
  const source = [
    '// Generated from browser/ by `npm run generate`. Do not edit.',
    `export const style = ${JSON.stringify(style)};`,
    `export const styleHash = ${JSON.stringify(hash(style))};`,
    `export const script = ${JSON.stringify(script)};`,
    `export const scriptHash = ${JSON.stringify(hash(script))};`,
    '',
  ].join('\n');
  await writeIfChanged(new URL('assets.generated.ts', folder), source);
}

async function asset(folder, name) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`browser/${name}`, folder))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
  });
  const text = outputFiles[0].text.trim();
  // It is put into its element as it is.
  if (/<\/|<!--/.test(text)) throw new Error(`${folder.pathname}browser/${name} would end its element on the page.`);
  return text;
}

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

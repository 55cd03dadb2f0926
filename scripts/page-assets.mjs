// Style and script of the HTML report, as texts in the bundle, with the hashes that its Content-Security-Policy names.
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { writeIfChanged } from './write-if-changed.mjs';

const folder = new URL('../reporters/html/', import.meta.url);

export async function generatePageAssets() {
  const [style, script] = await Promise.all([asset('page.css'), asset('page.ts')]);
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

async function asset(name) {
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
  if (/<\/|<!--/.test(text)) throw new Error(`reporters/html/browser/${name} would end its element on the page.`);
  return text;
}

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

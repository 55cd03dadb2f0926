// Counts lines of code, of the product and of its tests: no blanks, comments, imports and generated files. With --each,
// also of each file.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const parts = ['suites', 'runner', 'reporters', 'cli', 'certificate', 'vitest', 'index.ts'].filter((part) =>
  existsSync(join(root, part)),
);

/** The lines that something other than a comment or an import is on. */
function codeLines(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const lines = new Set();
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    for (const child of children) visit(child);
    if (children.length > 0 || node.getWidth(source) === 0) return;
    const [first, last] = [node.getStart(source), node.end].map((at) => source.getLineAndCharacterOfPosition(at).line);
    for (let line = first; line <= last; line++) lines.add(line);
  };
  visit(source);
  return lines.size;
}

async function filesIn(part) {
  if (part.endsWith('.ts')) return [part];
  const names = await readdir(join(root, part), { recursive: true });
  return names
    .map((name) => join(part, name))
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !/\.generated\./.test(file));
}

async function count(part) {
  const files = (await filesIn(part)).sort();
  const counts = await Promise.all(files.map(async (file) => codeLines(await readFile(join(root, file), 'utf8'))));
  if (process.argv.includes('--each')) {
    for (const [index, file] of files.entries()) console.log(`${String(counts[index]).padStart(7)} ${file}`);
  }
  const sum = counts.reduce((total, count) => total + count, 0);
  console.log(`${String(sum).padStart(7)} ${part}`);
  return sum;
}

let all = 0;
for (const part of parts) all += await count(part);
console.log(`${String(all).padStart(7)} lines of code, and of tests:`);
await count('test');

// Counts the lines of code of the product and of its tests, without blank lines, comments, imports and generated files. A room
// over its budget (budgets.json) fails: delete as much as you add, or raise the budget and say in the commit what goes for it.
// Prints the sum of the clause files as well, and with --each the lines of each file.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const parts = ['suites', 'runner', 'reporters', 'cli', 'certificate', 'vitest', 'index.ts'].filter((part) =>
  existsSync(join(root, part)),
);

/** How many lines have code other than imports. */
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

/** File → its lines of code, for all files of a folder. */
async function countEach(part) {
  const files = (await filesIn(part)).sort();
  const counts = await Promise.all(files.map(async (file) => codeLines(await readFile(join(root, file), 'utf8'))));
  if (process.argv.includes('--each')) {
    for (const [index, file] of files.entries()) console.log(`${String(counts[index]).padStart(7)} ${file}`);
  }
  return new Map(files.map((file, index) => [file.replaceAll('\\', '/'), counts[index]]));
}

const budgets = JSON.parse(await readFile(join(root, 'budgets.json'), 'utf8'));

/** The innermost room that has this file. */
const roomOf = (file) =>
  Object.keys(budgets)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];

/** Whether this is a clause file: the contract's words, requests and rules. */
const isClause = (file) => /^suites\/\d[^/]*\.ts$/.test(file);

const lines = new Map(Object.keys(budgets).map((room) => [room, 0]));
let inClauses = 0;
const homeless = [];
for (const part of parts) {
  for (const [file, count] of await countEach(part)) {
    if (isClause(file)) inClauses += count;
    const room = roomOf(file);
    if (room === undefined) homeless.push(file);
    else lines.set(room, lines.get(room) + count);
  }
}
console.log('  lines budget room');
for (const [room, count] of lines) {
  console.log(
    `${String(count).padStart(7)} ${String(budgets[room]).padStart(6)} ${room}${count > budgets[room] ? '  <- over' : ''}`,
  );
}
const sum = [...lines.values()].reduce((total, count) => total + count, 0);
console.log(
  `${String(sum).padStart(7)} lines of code, and of tests: ${[...(await countEach('test')).values()].reduce((a, b) => a + b, 0)}`,
);
console.log(`${String(inClauses).padStart(7)} of these ${sum} in clause files: suites/<clause>-<name>.ts`);
const over = [...lines].filter(([room, count]) => count > budgets[room]).map(([room]) => room);
if (over.length > 0)
  console.error(
    `Over their budgets: ${over.join(', ')}. Delete, or say in budgets.json, and in the commit, what the lines are for.`,
  );
if (homeless.length > 0) console.error(`No room of budgets.json has these files: ${homeless.join(', ')}.`);
if (over.length + homeless.length > 0) process.exitCode = 1;

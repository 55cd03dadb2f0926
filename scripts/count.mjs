// Counts lines of code, of the product and of its tests: no blanks, comments, imports and generated files. budgets.json has
// the sum that they must not exceed, and for each room its goal, which is advice: a room may be above it while the sum holds.
// With --each, prints each file, too.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { printGoldenLines } from './golden-lines.mjs';
import { mostLines, rooms, topFolders } from './rooms.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

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
    .map((name) => join(part, name).replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !/\.generated\./.test(file));
}

/** The lines of each file of a part. */
async function countEach(part) {
  const files = (await filesIn(part)).sort();
  const counts = await Promise.all(files.map(async (file) => codeLines(await readFile(join(root, file), 'utf8'))));
  if (process.argv.includes('--each')) {
    for (const [index, file] of files.entries()) console.log(`${String(counts[index]).padStart(7)} ${file}`);
  }
  return new Map(files.map((file, index) => [file, counts[index]]));
}

/** The room that a file counts for: the longest path that it is in. */
const roomOf = (file) =>
  Object.keys(rooms)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((one, other) => other.length - one.length)[0];

/** A file of the contract itself: its words, what is sent, how it is judged. */
const isClause = (file) => /^suites\/\d[^/]*\.ts$/.test(file);

const total = (counts) => [...counts].reduce((sum, count) => sum + count, 0);

const lines = new Map(Object.keys(rooms).map((room) => [room, 0]));
let inClauses = 0;
const homeless = [];
for (const part of topFolders.filter((each) => existsSync(join(root, each)))) {
  for (const [file, count] of await countEach(part)) {
    if (isClause(file)) inClauses += count;
    const room = roomOf(file);
    if (room === undefined) homeless.push(file);
    else lines.set(room, lines.get(room) + count);
  }
}
console.log('  lines   goal room');
for (const [room, count] of lines) {
  const goal = rooms[room];
  const distance = count > goal ? `  ${count - goal} above its goal` : '';
  console.log(`${[count, goal].map((number) => String(number).padStart(6)).join(' ')}  ${room}${distance}`);
}
const sum = total(lines.values());
console.log(
  `${sum} lines of code (at most ${mostLines}), ${inClauses} of them in clause files: suites/<clause>-<name>.ts`,
);
console.log(`${total((await countEach('test')).values())} lines of tests`);
const isOver = sum > mostLines;
if (isOver)
  console.error(
    `${sum - mostLines} lines of code too many: delete some, or raise \`sum\` in budgets.json, and say what for.`,
  );
if (homeless.length > 0) console.error(`No room of budgets.json has these files: ${homeless.join(', ')}.`);
const areGoldenLinesShort = await printGoldenLines();
if (isOver || homeless.length > 0 || !areGoldenLinesShort) process.exitCode = 1;

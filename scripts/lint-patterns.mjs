// Checks that each regular expression of the product runs in linear time, whatever text a target sends.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';
import { topFolders } from './rooms.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const parts = [...topFolders.filter((name) => !name.endsWith('.ts')), 'servers'];

/** Pattern and flags → where it is. */
const found = new Map();

async function filesIn(folder, ending) {
  const names = await readdir(join(root, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith(ending) && !name.includes('.generated.'))
    .map((name) => join(folder, name));
}

function addLiterals(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      found.set(node.text, `${path}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** The patterns of a schema, as its validator uses them. */
function addPatterns(path, schema) {
  if (typeof schema !== 'object' || schema === null) return;
  if (typeof schema.pattern === 'string') found.set(`/${schema.pattern}/u`, path);
  for (const part of Object.values(schema)) addPatterns(path, part);
}

/** No loop, or a single one without alternatives in an anchored pattern: such a pattern needs no check. */
function isLinear(literal) {
  const loops = literal.match(/[*+{]/g)?.length ?? 0;
  const isAnchored = /^\/\^[^|?(]*\/[dgisuvy]*$/.test(literal);
  return loops === 0 || (loops === 1 && isAnchored);
}

const sources = (await Promise.all(parts.map((part) => filesIn(part, '.ts')))).flat();
for (const path of [...sources, 'index.ts']) addLiterals(path, await readFile(join(root, path), 'utf8'));
for (const path of await filesIn('schemas', '.json')) {
  addPatterns(path, JSON.parse(await readFile(join(root, path), 'utf8')));
}
if (found.size < 150) throw new Error(`Only ${found.size} patterns were found: this search is broken.`);

/** Limits of steps decide, and none of time: a busy machine must not make a pattern look vulnerable. */
const OPTIONS = { timeout: 60_000, randomSeed: 1, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

for (const [literal, place] of found) {
  if (isLinear(literal)) continue;
  const end = literal.lastIndexOf('/');
  const result = await check(literal.slice(1, end), literal.slice(end + 1), OPTIONS);
  // Do not fail on a timeout: this machine may be busy, and the next run decides.
  const isUndecided = result.status === 'unknown' && result.error.kind === 'timeout';
  if (result.status === 'safe' || isUndecided) continue;
  console.error(`${place} ${literal}: ${result.status}`);
  process.exitCode = 1;
}

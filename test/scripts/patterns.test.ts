import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PRODUCT = ['certificate', 'cli', 'reporters', 'runner', 'servers', 'suites', 'vitest'];

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('.generated.'))
    .map((name) => join(folder, name));

/** Pattern and flags → where it is. */
const found = new Map<string, string>();

function literalsIn(path: string): void {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      found.set(node.text, `${path}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/** As the validators that are made of a schema have them. */
function patternsIn(schema: unknown, path: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  if ('pattern' in schema && typeof schema.pattern === 'string') found.set(`/${schema.pattern}/u`, path);
  for (const part of Object.values(schema)) patternsIn(part, path);
}

/** Without a loop, or with one that begins at the beginning alone and repeats without a choice, there is nothing to check. */
function isLinear(literal: string): boolean {
  const loops = literal.match(/[*+{]/g)?.length ?? 0;
  const isAnchored = /^\/\^[^|?(]*\/[dgisuvy]*$/.test(literal);
  return loops === 0 || (loops === 1 && isAnchored);
}

test('no pattern of the product takes longer than its text', { timeout: 300_000 }, async () => {
  for (const path of [...PRODUCT.flatMap((folder) => filesIn(folder, '.ts')), 'index.ts']) literalsIn(path);
  for (const path of filesIn('schemas', '.json')) {
    patternsIn(JSON.parse(readFileSync(join(root, path), 'utf8')), path);
  }
  expect(found.size).toBeGreaterThan(150);
  const slow: string[] = [];
  for (const [literal, place] of found) {
    if (isLinear(literal)) continue;
    const end = literal.lastIndexOf('/');
    const result = await check(literal.slice(1, end), literal.slice(end + 1), { timeout: 60_000, randomSeed: 1 });
    // A machine with much else to do may not come to an end: the next one will.
    const isUndecided = result.status === 'unknown' && result.error.kind === 'timeout';
    if (result.status !== 'safe' && !isUndecided) slow.push(`${place} ${literal}: ${result.status}`);
  }
  expect(slow).toEqual([]);
});

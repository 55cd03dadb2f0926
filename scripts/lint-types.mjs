// Refuses a type name that is declared twice in the product: one word has one meaning.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { files, root } from './repository.mjs';
import { topFolders } from './rooms.mjs';

/** Name → the files that declare it. */
const declared = new Map();

for (const path of files.filter((each) => /\.ts$/.test(each) && topFolders.includes(each.split('/')[0]))) {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (
      !ts.isInterfaceDeclaration(statement) &&
      !ts.isTypeAliasDeclaration(statement) &&
      !ts.isClassDeclaration(statement)
    )
      continue;
    const name = statement.name?.text ?? '';
    declared.set(name, [...(declared.get(name) ?? []), path]);
  }
}

const repeated = [...declared].filter(([, paths]) => new Set(paths).size > 1);
for (const [name, paths] of repeated) console.error(`The type ${name} is declared in ${paths.join(' and in ')}.`);
if (repeated.length > 0) process.exitCode = 1;

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const UNNAMED = '?';

/**
 * The diff from the default style to the example. The heading of a hunk, where git would name a function, names the causes that
 * the hunk repairs.
 */
export function readRepairs({ folder, manifest }) {
  const file = join(folder, 'default', 'repair.diff');
  const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = new Map(hunksOf(written).map(({ body, causes }) => [body, causes]));
  const text = manifest.default.sources.map((source) => diffOf(folder, source, known)).join('');
  return { file, written, text, hunks: hunksOf(text) };
}

export const writeRepairs = ({ file, text }) => writeFileSync(file, text);

/** @returns the mistakes of `repair.diff`, a sentence each */
export function flawsOfRepairs({ written, text, hunks }, causes) {
  const ids = causes.map(({ id }) => id);
  const named = new Set(hunks.flatMap((hunk) => hunk.causes));
  return [
    ...(written === text ? [] : ['default/repair.diff is not the diff of the sources: run with --update.']),
    ...hunks.flatMap((hunk) =>
      hunk.causes
        .filter((id) => !ids.includes(id))
        .map((id) => `A hunk repairs \`${id}\`, which expected.json does not have: ${hunk.body}`),
    ),
    ...ids.filter((id) => !named.has(id)).map((id) => `No hunk repairs \`${id}\`.`),
  ];
}

function diffOf(folder, source, known) {
  const before = join('default', source);
  const old = existsSync(join(folder, before)) ? before : '/dev/null';
  const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '-U0', '--', old, source];
  const { stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  const [, ...hunks] = stdout.split(/^(?=@@ )/m);
  const headed = hunks.map((hunk) => {
    const [, place, body] = /^(@@ [^@]+ @@)[^\n]*\n(.*)$/s.exec(hunk);
    return `${place} ${(known.get(body) ?? [UNNAMED]).join(', ')}\n${body}`;
  });
  return headed.length === 0 ? '' : `--- ${old}\n+++ ${source}\n${headed.join('')}`;
}

const hunksOf = (text) =>
  [...text.matchAll(/^@@ [^@]+ @@ ([^\n]*)\n((?:[-+\\ ](?!-- |\+\+ )[^\n]*\n)+)/gm)].map(([, causes, body]) => ({
    causes: causes.split(', '),
    body,
  }));

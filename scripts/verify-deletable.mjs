// Takes each part that can be deleted out of a copy of this checkout, with the one line that names it, and checks types,
// lint and the tests of what is left around it:
//   node scripts/verify-deletable.mjs [PART…]
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** What goes; the line that is another one then (undefined: goes, too), by its file; and the tests to run of the rest. */
const PARTS = {
  'fast-lane': {
    paths: ['runner/listing/fast', 'test/listing/fast'],
    line: {
      file: 'runner/listing/reader.ts',
      from: "import { FastOrderWalk as OrderWalk } from './fast/order.js';\n",
      to: "import { OrderWalk } from './schema/order.js';\n",
    },
    tests: ['test/listing'],
  },
};

function verify({ paths, line: { file, from, to = '' }, tests }) {
  const copy = mkdtempSync(join(tmpdir(), 'store-orders-without-'));
  try {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter(Boolean);
    for (const path of tracked) cpSync(join(root, path), join(copy, path));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const path of paths) rmSync(join(copy, path), { recursive: true });
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not have the line ${from}`);
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
    const run = (...command) => execFileSync('npx', command, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('npm', ['run', 'generate'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
    run('tsc', '--noEmit');
    run('biome', 'lint', '.', '--vcs-enabled=false');
    run(
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'certificate',
      'cli',
      'reporters',
      'runner',
      'suites',
      'servers',
    );
    run('vitest', 'run', '--project', 'unit', '--reporter=dot', ...tests);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  verify(part);
  console.log(`Without ${name}: types, lint and the tests of the rest pass.`);
}

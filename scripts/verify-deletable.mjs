// Takes each part that can be deleted out of a copy of this checkout, with the lines that name it in a table, and checks
// types, lint, import directions and tests of what is left around it:
//   node scripts/verify-deletable.mjs [PART…]
// What is not tried: documents that mention a part, and the tests that hold documents against the tables.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

const COMMANDS = 'cli/commands/index.ts';

/** What goes: folders and files; the lines that name them, each with what is there instead; and the tests to run of the rest. */
const PARTS = {
  'fast-lane': {
    paths: ['runner/listing/fast', 'test/listing/fast'],
    lines: {
      'runner/listing/reader.ts': [
        [
          "import { FastOrderWalk as OrderWalk } from './fast/order.js';\n",
          "import { OrderWalk } from './schema/order.js';\n",
        ],
      ],
    },
    tests: ['test/listing'],
  },
  certificates: {
    paths: ['certificate', 'cli/commands/certificates', 'test/certificate'],
    lines: {
      [COMMANDS]: [
        ["import { certificateCommands } from './certificates/rows.js';\n", ''],
        ['  ...certificateCommands,\n', ''],
      ],
    },
    tests: ['test/cli', 'test/evidence'],
  },
  'many-targets': {
    paths: ['cli/commands/targets', 'test/cli/targets'],
    lines: {
      [COMMANDS]: [
        ["import { orAllTargets } from './targets/row.js';\n", ''],
        ['  run: orAllTargets(run),\n', '  run,\n'],
      ],
    },
    tests: ['test/cli'],
  },
  init: {
    paths: ['cli/commands/init', 'test/cli/init'],
    lines: {
      [COMMANDS]: [
        ["import { init } from './init/row.js';\n", ''],
        ['  init,\n', ''],
      ],
    },
    tests: ['test/cli'],
  },
  'vitest-host': {
    paths: ['vitest', 'test/conformance.test.ts', 'test/vendor/vitest-host.test.ts'],
    lines: {
      'scripts/bundle-options.mjs': [
        ["  vitest: 'vitest/conformance.ts',\n  'vitest-reporter': 'vitest/reporter.ts',\n", ''],
      ],
    },
    tests: ['test/engine/library.test.ts'],
  },
};

/** Everything that git knows of, with the changes that are not committed. */
function copyOfCheckout() {
  const copy = mkdtempSync(join(tmpdir(), 'store-orders-without-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function remove(copy, { paths, lines }) {
  for (const path of paths) rmSync(join(copy, path), { recursive: true });
  for (const [file, changes] of Object.entries(lines)) {
    let text = readFileSync(join(copy, file), 'utf8');
    for (const [from, to] of changes) {
      if (!text.includes(from)) throw new Error(`${file} does not have the line ${from}`);
      text = text.replace(from, () => to);
    }
    writeFileSync(join(copy, file), text);
  }
}

function verify(part) {
  const copy = copyOfCheckout();
  try {
    remove(copy, part);
    const run = (command, ...words) =>
      execFileSync(command, words, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
    const rooms = ['certificate', 'cli', 'reporters', 'runner', 'suites', 'servers', 'vitest', 'index.ts'];
    run('npm', 'run', 'generate');
    // Its own notes of what was checked: those of the checkout are of other files.
    run('npx', 'tsc', '--noEmit', '--incremental', 'false');
    run('npx', 'biome', 'lint', '.', '--vcs-enabled=false');
    run(
      'npx',
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      ...rooms.filter((room) => existsSync(join(copy, room))),
    );
    run('npx', 'vitest', 'run', '--project', 'unit', '--reporter=dot', ...part.tests);
  } catch (error) {
    console.error(error.stdout);
    throw error;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
for (const name of asked) if (!Object.hasOwn(PARTS, name)) throw new Error(`There is no part ${name}.`);
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  verify(part);
  console.log(`Without ${name}: types, lint, import directions and the tests of the rest pass.`);
}

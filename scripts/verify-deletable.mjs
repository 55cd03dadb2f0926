// Deletes each deletable part, and the lines that name it, from a copy of this checkout. Then it checks the types, lint, import
// directions and tests of the rest.
//   node scripts/verify-deletable.mjs [PART…]
// It checks neither documents nor templates of `init` that mention the part. Where a report format is deleted, it runs the tests
// of `demo` in place of those of `run`, which need several formats.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { topFolders } from './rooms.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const COMMANDS = 'cli/commands/commands.yaml';

/** The change of a table in YAML that takes this row out. */
const rowOf = (name) => [new RegExp(`^${name}:\\n(?: .*\\n)+`, 'm'), ''];

const CERTIFICATES = [
  'certificate',
  'cli/commands/certificates',
  'test/certificate',
  'test/cli/final-lines.test.ts',
  'test/vendor/pasted.test.ts',
  'test/vendor/programme.test.ts',
];

const WITHOUT_CERTIFICATES = { [COMMANDS]: ['certify', 'verify', 'registry', 'keygen'].map(rowOf) };

/** A report format. `terminal` and `json` cannot be deleted: a run prints the one, `compare` and `baseline` read the other. */
const reporter = (format, paths = [`reporters/${format}.ts`, `test/reporters/${format}.test.ts`], lines = {}) => ({
  paths,
  lines: { 'reporters/formats.yaml': [rowOf(format)], ...lines },
  tests: ['test/reporters', 'test/judge', 'test/cli/demo.test.ts'],
});

/** `paths` to delete, `lines` to replace in other files (old, new), and `tests` of the rest to run. */
const PARTS = {
  certificates: {
    paths: CERTIFICATES,
    lines: WITHOUT_CERTIFICATES,
    tests: ['test/cli', 'test/evidence'],
  },
  'many-targets': {
    paths: ['cli/commands/targets', 'test/cli/targets'],
    lines: {
      [COMMANDS]: [['scopes: [target, source, both, many]', 'scopes: [target, source, both], names: [resume]']],
      'cli/commands/run.ts': [
        [/ *if \(flags\.allTargets\).*\n/, ''],
        [/ *const needless = .*\n.*\n/, ''],
        [/import { UsageError }.*\n/, ''],
      ],
    },
    tests: ['test/cli'],
  },
  init: {
    paths: ['cli/commands/init', 'test/cli/init'],
    lines: {
      [COMMANDS]: [rowOf('init')],
      'test/cli/what-came.test.ts': [
        ["  const init = await run('init', '--from-target');\n  if (init.code !== 0) expectCame(init.err);\n", ''],
      ],
      'test/cli/final-lines.test.ts': [[/ *await demandSafe\(\['init'.*\n/, '']],
    },
    tests: ['test/cli'],
  },
  'vitest-host': {
    paths: ['vitest', 'test/embedded-reference.ts', 'test/conformance.test.ts', 'test/vendor/vitest-host.test.ts'],
    lines: {
      'scripts/bundle-options.mjs': [
        ["  vitest: 'vitest/conformance.ts',\n  'vitest-reporter': 'vitest/reporter.ts',\n", ''],
      ],
    },
    tests: ['test/engine/library.test.ts'],
  },
  // Programs read both formats there.
  junit: reporter('junit', ['reporters/junit.ts', 'test/reporters/junit.test.ts', 'test/readers/readers.test.ts']),
  // Without the certificates: a registry renders these pages.
  html: reporter(
    'html',
    [
      'reporters/html',
      ...['page', 'marks', 'chromium'].map((name) => `test/reporters/html/${name}.test.ts`),
      'test/docs/pictures.ts',
      'test/docs/pictures.test.ts',
      ...CERTIFICATES,
    ],
    WITHOUT_CERTIFICATES,
  ),
  markdown: reporter('markdown', undefined, {
    'test/mutation/killers.ts': [["  'reporters/markdown.test.ts',\n", '']],
  }),
  har: reporter('har'),
  github: reporter('github', undefined, {
    'test/reporters/repetition.ts': [
      [/ *annotation: .*'github'.*\n/, ''],
      [/import { renderReport }.*\n/, ''],
    ],
  }),
  tap: reporter('tap', ['reporters/tap.ts', 'test/reporters/tap.test.ts', 'test/readers/readers.test.ts']),
  badge: reporter('badge'),
  repeat: reporter('repeat'),
};

/** With changes that are not committed, without ignored files. */
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
      const without = text.replace(from, () => to);
      if (without === text) throw new Error(`${file} has changed: it no longer contains ${from}`);
      text = without;
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
    const rooms = [...topFolders, 'servers', 'index.ts'];
    run('npm', 'run', 'generate');
    // Not incremental: the build info of the checkout is about other files.
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

const names = process.argv.slice(2);
for (const name of names)
  if (!Object.hasOwn(PARTS, name))
    throw new Error(`There is no part ${name}. The parts are ${Object.keys(PARTS).join(', ')}.`);
for (const [name, part] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  verify(part);
  console.log(`Without ${name}: types, lint, import directions and the tests of the rest pass.`);
}

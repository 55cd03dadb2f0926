import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXAMPLES, readExamples } from '../harness/example.mjs';
import { judge } from '../harness/judge.mjs';
import { must, run } from '../harness/processes.mjs';

const PINNED = new URL('expected.json', import.meta.url);
const FOLDER = join(EXAMPLES, 'tools');
const DOCUMENT = fileURLToPath(new URL('../../schemas/openapi.bundled.yaml', import.meta.url));
const PHASES = 'examples,coverage,fuzzing';

export const missingForTools = (isPresent) => (isPresent('python') ? [] : ['python']);

/** What Schemathesis found when this was pinned: the names of its findings, by example and style. */
export const toolFindings = () => JSON.parse(readFileSync(PINNED, 'utf8'));

/**
 * Has Schemathesis look at every example that can run here, with the suite's own OpenAPI document.
 * @returns whether it found nothing in the good ones, and in the default styles what is pinned
 */
export async function runTools({ databases, step, update }) {
  const install =
    'python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt';
  if (!(await step('build', () => must(install, { cwd: FOLDER }).then(() => ({}))))) return false;
  const pinned = toolFindings();
  const results = [];
  for (const example of readExamples([]).filter((one) => one.missing().length === 0)) {
    results.push(await step(example.name, () => compare(example, { databases, pinned, update })));
  }
  if (update) writeFileSync(PINNED, `${JSON.stringify(pinned, undefined, 2)}\n`);
  return results.every(Boolean);
}

async function compare(example, { databases, pinned, update }) {
  const good = await schemathesis(example, 'good', databases);
  const found = await schemathesis(example, 'default', databases);
  if (update) pinned[example.name] = found;
  const flaws = [
    ...good.map((name) => `It finds in the good one: ${name}.`),
    ...(`${found}` === `${pinned[example.name]}`
      ? []
      : [`It finds ${found} in the default style, not ${pinned[example.name]}.`]),
  ];
  return { flaws, summary: `nothing in the good one, in the default style: ${found.join(', ') || 'nothing'}` };
}

async function schemathesis(example, kind, databases) {
  const service = await example.start(kind, databases);
  const { target } = service;
  const folder = mkdtempSync(join(tmpdir(), 'schemathesis-')); // it keeps what it found where it runs, and tries that first
  try {
    await judge(target); // so that there are orders
    const { code, output } = await run(
      [
        join(FOLDER, '.venv/bin/schemathesis'),
        ...[
          '--config-file',
          join(FOLDER, 'schemathesis.toml'),
          'run',
          DOCUMENT,
          '--url',
          target.baseUrl,
          '-H',
          `Authorization: Bearer ${target.env.API_KEY}`,
        ],
        ...['--phases', PHASES, '--max-examples', '20', '--seed', '1', '--continue-on-failure', '--no-color'],
      ],
      { cwd: folder },
    );
    if (code !== 0 && code !== 1) throw new Error(`Schemathesis ended with ${code}.\n${output}`);
    return [...output.matchAll(/❌ (ST\d+ [^:\n]+): \d+/g)].map(([, name]) => name).sort();
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

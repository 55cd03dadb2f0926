import { readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { readExamples } from '../harness/example.mjs';
import { must } from '../harness/processes.mjs';
import { twoAtATime } from '../harness/steps.mjs';
import { judgeMock, MOCKS } from './mocks.mjs';
import { FOLDER } from './places.mjs';
import { isFalseAlarm, prismProxy } from './prism.mjs';
import { schemathesis } from './schemathesis.mjs';

const PINNED = new URL('expected.json', import.meta.url);
const INSTALLS = [
  'python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt',
  'npm ci --no-audit --no-fund --ignore-scripts',
];

export const missingForTools = (isPresent) => (isPresent('python') ? [] : ['python']);

/**
 * The pinned findings: of `schemathesis` and `prism` in the default style of each example, and of the suite in each of `mocks`.
 */
export const toolFindings = () => JSON.parse(readFileSync(PINNED, 'utf8'));

/**
 * Runs other tools against every example that can run here, and the suite against the mocks, all with the suite's OpenAPI
 * document.
 * @returns whether they found nothing in the examples, and exactly the pinned findings elsewhere
 */
export async function runTools({ databases, step, update }) {
  const install = () => Promise.all(INSTALLS.map((command) => must(command, { cwd: FOLDER }))).then(() => ({}));
  if (!(await step('build', install))) return false;
  const pinned = toolFindings();
  const examples = readExamples([]).filter((one) => one.missing().length === 0);
  const results = [
    ...(await twoAtATime(examples, (example) =>
      step(example.name, () => compareTools(example, { databases, pinned, update })),
    )),
    ...(await twoAtATime(Object.keys(MOCKS), (name) =>
      step(`${name} mock`, () => compareMock(name, { pinned, update })),
    )),
  ];
  if (update) writeFileSync(PINNED, `${JSON.stringify(pinned, undefined, 2)}\n`);
  return results.every(Boolean);
}

async function compareTools(example, { databases, pinned, update }) {
  const good = await findingsIn(example, 'good', databases);
  const found = await findingsIn(example, 'default', databases);
  if (update) for (const tool of Object.keys(found)) pinned[tool][example.name] = found[tool];
  const flaws = Object.keys(found).flatMap((tool) => [
    ...good[tool].map((finding) => `${tool} finds in the example: ${finding}.`),
    ...differences(`${tool} finds in the default style`, found[tool], pinned[tool][example.name]),
  ]);
  return {
    flaws,
    summary: `no findings in the example, ${Object.values(found).flat().length} in its default style`,
  };
}

async function findingsIn(example, kind, databases) {
  const service = await example.start(kind, databases);
  try {
    const prism = await prismProxy(service.target); // first: the suite's run makes the orders
    return {
      schemathesis: await schemathesis(service.target),
      prism: prism.filter((violation) => !isFalseAlarm(violation)),
    };
  } finally {
    await service.stop();
  }
}

async function compareMock(name, { pinned, update }) {
  const found = await judgeMock(MOCKS[name]);
  if (update) pinned.mocks[name] = found;
  const flaws = differences('The suite finds', found, pinned.mocks[name]);
  return { flaws, summary: `the suite names ${found.causes.join(', ')}` };
}

const differences = (words, found, expected) =>
  isDeepStrictEqual(found, expected) ? [] : [`${words} ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`];

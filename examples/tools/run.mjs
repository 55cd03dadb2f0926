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
 * What the tools found when this was pinned: `schemathesis` and `prism` in the default style of each example, and `mocks`,
 * what the suite finds in each.
 */
export const toolFindings = () => JSON.parse(readFileSync(PINNED, 'utf8'));

/**
 * Has other tools look at every example that can run here, and the suite at the mocks, all with the suite's own OpenAPI
 * document.
 * @returns whether they found nothing in the good ones, and in the rest what is pinned
 */
export async function runTools({ databases, step, update }) {
  const install = () => Promise.all(INSTALLS.map((command) => must(command, { cwd: FOLDER }))).then(() => ({}));
  if (!(await step('build', install))) return false;
  const pinned = toolFindings();
  const examples = readExamples([]).filter((one) => one.missing().length === 0);
  const results = [
    ...(await twoAtATime(examples, (example) =>
      step(example.name, () => lookAt(example, { databases, pinned, update })),
    )),
    ...(await twoAtATime(Object.keys(MOCKS), (name) =>
      step(`${name} mock`, () => compareMock(name, { pinned, update })),
    )),
  ];
  if (update) writeFileSync(PINNED, `${JSON.stringify(pinned, undefined, 2)}\n`);
  return results.every(Boolean);
}

async function lookAt(example, { databases, pinned, update }) {
  const good = await findingsIn(example, 'good', databases);
  const found = await findingsIn(example, 'default', databases);
  if (update) for (const tool of Object.keys(found)) pinned[tool][example.name] = found[tool];
  const flaws = Object.keys(found).flatMap((tool) => [
    ...good[tool].map((finding) => `${tool} finds in the good one: ${finding}.`),
    ...differences(`${tool} finds in the default style`, found[tool], pinned[tool][example.name]),
  ]);
  return {
    flaws,
    summary: `nothing in the good one, in the default style ${Object.values(found).flat().length} findings`,
  };
}

async function findingsIn(example, kind, databases) {
  const service = await example.start(kind, databases);
  try {
    const prism = await prismProxy(service.target); // first: its run makes orders, where there are none
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

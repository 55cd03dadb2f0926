/**
 * Builds, starts, judges and stops every example whose toolchain is installed, alone and behind proxies.
 *
 *   npm run examples -- [NAME…] [--runs N] [--update] [--require TOOLCHAIN,…]
 *
 * NAME       examples, `proxies`, `live` or `tools`
 * --runs     judge each example N times in a row
 * --update   pin the current findings, and write each repair.diff and docs/frameworks.md anew
 * --require  fail if one of these toolchains is missing: names, or `all` (for CI)
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkExample } from './harness/check.mjs';
import { Databases } from './harness/databases.mjs';
import { readExamples } from './harness/example.mjs';
import { SUITE } from './harness/judge.mjs';
import { isPageCurrent, renderPage, writePage } from './harness/page.mjs';
import { killAll } from './harness/processes.mjs';
import { say, step, twoAtATime } from './harness/steps.mjs';
import { howToGet, isPresent, toolchainNames } from './harness/toolchains.mjs';
import { missingForLive, runLive } from './live/run.mjs';
import { missingForProxies, runProxies } from './proxies/run.mjs';
import { missingForTools, runTools } from './tools/run.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    update: { type: 'boolean', default: false },
    require: { type: 'string', default: '' },
  },
});
const required = flags.require === 'all' ? toolchainNames : flags.require.split(',').filter(Boolean);
const unknown = required.filter((name) => !toolchainNames.includes(name));
if (unknown.length > 0)
  throw new Error(`Unknown toolchain for --require: ${unknown.join(', ')}. Known: ${toolchainNames.join(', ')}.`);
const { update } = flags;
/** Checks that are not about a single example. */
const PARTS = ['proxies', 'live', 'tools'];
const databases = new Databases();
const absent = new Set();

process.on('exit', () => {
  killAll();
  databases.remove();
});
for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
])
  process.on(signal, () => process.exit(code));

/** Does the action unless a toolchain is missing. @returns whether it succeeded, or was skipped and is not required */
async function unlessMissing(missing, action) {
  for (const toolchain of missing) absent.add(toolchain);
  for (const toolchain of missing) say(`  – skipped: ${toolchain} is missing. To install it: ${howToGet(toolchain)}.`);
  return missing.length === 0 ? await action() : !missing.some((toolchain) => required.includes(toolchain));
}

async function checkExamples(names) {
  const examples = readExamples(names);
  for (const { name, title } of examples) say(`${name}: ${title}`);
  const results = await twoAtATime(examples, (example) =>
    unlessMissing(example.missing(), () => checkExample(example, { databases, runs: Number(flags.runs), update })),
  );
  return examples.filter((_, index) => !results[index]).map(({ name }) => name);
}

async function checkProxies() {
  say('\nproxies: two examples behind nginx and HAProxy');
  const isWell = await unlessMissing(missingForProxies(isPresent), () => runProxies({ databases, step, update }));
  return isWell ? [] : ['proxies'];
}

async function checkTools() {
  say('\ntools: the findings of Schemathesis and Prism in the examples, and of the suite in mocks');
  const isWell = await unlessMissing(missingForTools(isPresent), () => runTools({ databases, step, update }));
  return isWell ? [] : ['tools'];
}

async function checkLive() {
  say('\nlive: two suites judge one store at the same time, while others place and remove orders');
  const runs = Number(flags.runs);
  return (await unlessMissing(missingForLive(), () => runLive({ databases, step, runs }))) ? [] : ['live'];
}

function checkPage() {
  const page = renderPage(readExamples([]));
  if (update) writePage(page);
  return isPageCurrent(page) ? [] : ['docs/frameworks.md (run with --update)'];
}

async function main() {
  if (!existsSync(SUITE)) throw new Error('The suite is not built: run `npm run build` first.');
  const isSelected = (part) => positionals.length === 0 || positionals.includes(part);
  const names = positionals.filter((name) => !PARTS.includes(name));
  const failed = [
    ...(names.length > 0 || positionals.length === 0 ? await checkExamples(names) : []),
    ...(isSelected('proxies') ? await checkProxies() : []),
    ...(isSelected('live') ? await checkLive() : []),
    ...(isSelected('tools') ? await checkTools() : []),
    ...checkPage(),
  ];
  say(
    failed.length === 0
      ? `\nAll as expected${absent.size > 0 ? `, except for what was skipped: ${[...absent].join(', ')} missing` : ''}.`
      : `\nNot as expected: ${failed.join(', ')}.`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}

try {
  await main();
} finally {
  await databases.stop();
}

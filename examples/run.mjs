/**
 * `npm run examples`: builds, starts, judges and stops every example whose toolchain is there.
 *
 *   npm run examples -- [NAME…] [--runs N] [--update] [--require TOOLCHAIN,…]
 *
 * --runs     judge each good one so many times in a row
 * --update   pin what the default styles get wrong now, and write their repair.diff and docs/frameworks.md again
 * --require  toolchains that must be there (for CI): `all`, or names
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Databases } from './harness/databases.mjs';
import { readExamples } from './harness/example.mjs';
import { Expectation } from './harness/expectation.mjs';
import { deviationsOf, flawsOf, judge, SUITE } from './harness/judge.mjs';
import { isPageCurrent, renderPage, writePage } from './harness/page.mjs';
import { killAll } from './harness/processes.mjs';
import { flawsOfRepairs, readRepairs, writeRepairs } from './harness/repairs.mjs';
import { howToGet, toolchainNames } from './harness/toolchains.mjs';

const RUNS_TO_PIN = 5;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '1' },
    update: { type: 'boolean', default: false },
    require: { type: 'string', default: '' },
  },
});
const required = flags.require === 'all' ? toolchainNames : flags.require.split(',').filter(Boolean);

process.on('exit', killAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

const say = (text) => process.stdout.write(`${text}\n`);
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** Does one step of an example and says how it went. @returns whether it went well */
async function step(name, action) {
  const since = performance.now();
  const flaws = [];
  let summary = '';
  try {
    summary = (await action((flaw) => flaws.push(flaw))) ?? '';
  } catch (error) {
    flaws.push(error.message);
  }
  say(
    `  ${flaws.length === 0 ? '✔' : '✘'} ${name.padEnd(8)} ${seconds(since).padStart(7)}  ${flaws.length === 0 ? summary : ''}`,
  );
  for (const flaw of flaws) say(`      ${flaw.trimEnd().replaceAll('\n', '\n      ')}`);
  return flaws.length === 0;
}

async function withService(example, kind, databases, action) {
  const service = await example.start(kind, databases);
  try {
    return await action(service);
  } finally {
    await service.stop();
  }
}

/** Several runs in a row, on one service; on a new one each where its orders are made only when it starts. */
async function judgeTimes(count, example, kind, databases) {
  const once = ({ target }) => judge(target);
  const runs = [];
  if (example.manifest.fresh) {
    for (let run = 0; run < count; run++) runs.push(await withService(example, kind, databases, once));
    return runs;
  }
  await withService(example, kind, databases, async (service) => {
    for (let run = 0; run < count; run++) runs.push(await once(service));
  });
  return runs;
}

const judgeGood = (example, databases) => async (flaw) => {
  const count = Number(flags.runs);
  const runs = await judgeTimes(count, example, 'good', databases);
  for (const [index, run] of runs.entries()) {
    const flaws = flawsOf(run);
    if (flaws.length > 0) flaw(`Run ${index + 1} of ${count}: ${flaws.join('; ')}`);
  }
  return `conformant, complete, without a warning${count === 1 ? '' : `, ${count} runs in a row`}`;
};

const judgeDefault = (example, databases, expectation) => async (flaw) => {
  const runs = await judgeTimes(flags.update ? RUNS_TO_PIN : 1, example, 'default', databases);
  for (const { code } of runs.filter((run) => run.code !== 1)) flaw(`It must get exit code 1, and got ${code}.`);
  const reports = runs.map(({ report }) => report);
  if (flags.update) expectation.update(reports);
  for (const difference of reports.flatMap((report) => expectation.differences(report))) flaw(difference);
  const broken = Object.values(deviationsOf(reports[0])).filter((verdict) => verdict === 'fail' || verdict === 'warn');
  return `${broken.length} requirements deviate, as pinned`;
};

const checkRepairs = (example, expectation) => (flaw) => {
  if (flags.update) writeRepairs(readRepairs(example));
  const repairs = readRepairs(example);
  flawsOfRepairs(repairs, expectation.causes).forEach(flaw);
  for (const id of expectation.unexplained()) flaw(`${id} deviates, and no cause in expected.json says why.`);
  return `${repairs.hunks.length} hunks repair ${expectation.causes.length} causes`;
};

async function runExample(example, databases) {
  const missing = example.missing();
  say(`\n${example.name}: ${example.title}`);
  if (missing.length > 0) {
    for (const toolchain of missing) say(`  – skipped: ${toolchain} is missing. To get it: ${howToGet(toolchain)}.`);
    return !missing.some((toolchain) => required.includes(toolchain));
  }
  if (!(await step('build', () => example.build().then(() => undefined)))) return false;
  const expectation = new Expectation(example);
  const results = [
    await step('good', judgeGood(example, databases)),
    await step('default', judgeDefault(example, databases, expectation)),
    await step('repair', checkRepairs(example, expectation)),
    await step('test', () => example.runTests(databases).then(() => `\`${example.manifest.test}\``)),
  ];
  return results.every(Boolean);
}

async function main() {
  if (!existsSync(SUITE)) throw new Error('The suite is not built: run `npm run build` first.');
  const databases = new Databases();
  const failed = [];
  try {
    for (const example of readExamples(positionals)) {
      if (!(await runExample(example, databases))) failed.push(example.name);
    }
  } finally {
    await databases.stop();
  }
  const page = renderPage(readExamples([]));
  if (flags.update) writePage(page);
  if (!isPageCurrent(page)) failed.push('docs/frameworks.md (run with --update)');
  say(failed.length === 0 ? '\nAll as expected.' : `\nNot as expected: ${failed.join(', ')}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

await main();

import { Expectation } from './expectation.mjs';
import { deviationsOf, flawsOf, judge } from './judge.mjs';
import { judgePasted } from './pasted.mjs';
import { flawsOfRepairs, readRepairs, writeRepairs } from './repairs.mjs';
import { step } from './steps.mjs';

const RUNS_TO_PIN = 5;

/**
 * Builds and judges an example and its default style.
 * @returns whether the results are as expected
 */
export async function checkExample(example, { databases, runs, update }) {
  const stepOf = (name, action) => step(`${example.name}: ${name}`, action);
  if (!(await stepOf('build', () => example.build().then(() => ({}))))) return false;
  const expectation = new Expectation(example);
  /** The reports on the default style, one for each run. */
  const reports = [];
  const results = [
    await stepOf('good', () => judgeGood(example, databases, runs)),
    await stepOf('default', () => judgeDefault(example, databases, { expectation, update, reports })),
    await stepOf('pasted', async () => {
      const flaws = await judgePasted(example, databases, reports[0]);
      return { flaws, summary: flaws ? 'the lines of the report end their causes' : 'no lines to paste' };
    }),
    await stepOf('repair', async () => checkRepairs(example, { expectation, update })),
    await stepOf('test', () => example.runTests(databases).then(() => ({ summary: `\`${example.manifest.test}\`` }))),
  ];
  return results.every(Boolean);
}

async function judgeGood(example, databases, count) {
  const runs = await judgeTimes(count, example, 'good', databases);
  const flaws = runs.flatMap((run, index) => flawsOf(run).map((flaw) => `Run ${index + 1} of ${count}: ${flaw}`));
  return { flaws, summary: `conformant, complete, without a warning${count === 1 ? '' : `, ${count} runs in a row`}` };
}

async function judgeDefault(example, databases, { expectation, update, reports }) {
  const runs = await judgeTimes(update ? RUNS_TO_PIN : 1, example, 'default', databases);
  reports.push(...runs.map(({ report }) => report));
  if (update) expectation.update(reports);
  const flaws = [
    ...runs.filter(({ code }) => code !== 1).map(({ code }) => `Expected exit code 1, got ${code}.`),
    ...reports.flatMap((report) => expectation.differences(report)),
  ];
  const broken = Object.values(deviationsOf(reports[0])).filter((verdict) => verdict === 'fail' || verdict === 'warn');
  return { flaws, summary: `${broken.length} requirements deviate, as pinned` };
}

function checkRepairs(example, { expectation, update }) {
  if (update) writeRepairs(readRepairs(example));
  const repairs = readRepairs(example);
  const unexplained = expectation.unexplained();
  const flaws = [
    ...flawsOfRepairs(repairs, expectation.causes),
    ...unexplained.map((id) => `${id} deviates, and no cause in expected.json says why.`),
  ];
  return { flaws, summary: `${repairs.hunks.length} hunks repair ${expectation.causes.length} causes` };
}

/** Judges several times in a row. Starts a new service for each run if its orders are made only at its start. */
async function judgeTimes(count, example, kind, databases) {
  const runs = [];
  while (runs.length < count) {
    const service = await example.start(kind, databases);
    try {
      do runs.push(await judge(service.target));
      while (runs.length < count && !example.manifest.fresh);
    } finally {
      await service.stop();
    }
  }
  return runs;
}

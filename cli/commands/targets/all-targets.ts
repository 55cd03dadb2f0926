import { groupBy } from '../../../interface/helpers/helpers.js';
import { UsageError } from '../../../interface/helpers/usage-error.js';
import { select } from '../../../runner/engine/selection.js';
import { parseWholeNumber } from '../../../runner/settings/assemble.js';
import { loadTargets, type NamedTarget, type RunFlags } from '../../../runner/settings/load.js';
import { OPTIONS } from '../../../runner/settings/option-table.js';
import { type Output, placesOfInputs } from '../../shell/files.js';
import { type ExitCode, type Io, interruptedCode } from '../../shell/io.js';
import { reportPlace } from '../../shell/report-file.js';
import { demandFiles } from '../../shell/run-files.js';
import { judgeOne, placedOutputs } from './judge-one.js';
import { type EndedTarget, lineOf, tableOf } from './table.js';

/** Judges all targets of the configuration, or a part of them. Returns the worst exit code. */
export async function runAllTargets(flags: RunFlags, io: Io): Promise<ExitCode> {
  const { jobs, shard } = partIn(flags);
  const all = await loadTargets({ ...io, flags });
  const groups = [...groupBy(all, ({ group }) => group).values()].filter(
    (_, index) => index % shard.of === shard.index,
  );
  const targets = groups.flat();
  if (targets.length === 0) {
    io.out(`This part has no target, since there are fewer than ${shard.of} to share out. Choose fewer parts.\n`);
    return 3;
  }
  const resume = flags.resume === true;
  const [outputs = []] = await demandSound(targets, resume);
  io.endsItself();
  // A line of JSON for each target goes to standard output: then text for people goes to standard error.
  const writesJson = outputs.some(({ option, path }) => option === '--report json' && path === undefined);
  const tell = (text: string): void => (writesJson ? io.err(text) : io.out(text));
  const started = performance.now();
  const ended: EndedTarget[] = [];
  const queue = groups.values();
  const work = async (): Promise<void> => {
    for (const group of queue) {
      for (const target of group) {
        if (io.interrupted.aborted) return;
        const { report, ...outcome } = await judgeOne(target, io, resume);
        ended.push(outcome);
        if (writesJson && report) io.out(`${JSON.stringify(report)}\n`);
        tell(lineOf(outcome));
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, groups.length) }, work));
  const { text, worst } = tableOf(ended, targets.length, performance.now() - started);
  tell(text);
  return interruptedCode(io) ?? worst;
}

/** The part to judge: its index from 0, and the number of parts; and the number of jobs. */
function partIn(flags: RunFlags) {
  const { jobs = String(OPTIONS.jobs.default), shard = '1/1', target, baseUrl, dryRun } = flags;
  if (target !== undefined || baseUrl !== undefined) {
    throw new UsageError('--all-targets judges every target of the configuration: leave --target and --base-url out.');
  }
  if (dryRun) throw new UsageError('--dry-run shows what is sent to one target: name it with --target.');
  const [, index = '', of = ''] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  const isPart = Number(index) >= 1 && Number(index) <= Number(of);
  if (!isPart) throw new UsageError('--shard: Expected I/N, such as 1/100, with I from 1 to N.');
  return {
    jobs: parseWholeNumber('--jobs', jobs, { min: 1, max: MAX_JOBS }),
    shard: { index: Number(index) - 1, of: Number(of) },
  };
}

/** Each job may hold 32 connections. */
const MAX_JOBS = 256;

/** Reports the mistakes of all targets before anything is sent to any of them. Returns the outputs of each target. */
async function demandSound(targets: readonly NamedTarget[], resume: boolean): Promise<readonly (readonly Output[])[]> {
  const problems = new Set<string>();
  const note = (error: unknown): void => {
    if (!(error instanceof UsageError)) throw error;
    problems.add(error.message);
  };
  const inputs = new Set<string>();
  const written: (readonly Output[])[] = [];
  const demand = async ({ name, settings }: NamedTarget): Promise<void> => {
    const loaded = await settings();
    for (const input of loaded.inputs) inputs.add(input);
    if (!loaded.apiKey) throw new UsageError(`${name}: ${NO_KEY}`);
    select(loaded.select);
    const outputs = placedOutputs(loaded);
    if (resume && reportPlace(outputs) === undefined) throw new UsageError(RESUMES_WHAT);
    written.push(outputs);
  };
  for (const target of targets) await demand(target).catch(note);
  // Only now are the inputs of all targets known.
  const taken = await placesOfInputs(inputs);
  for (const outputs of written) await demandFiles(outputs, taken, resume).catch(note);
  if (problems.size > 0) throw new UsageError([...problems].slice(0, MAX_PROBLEMS).join('\n'));
  return written;
}

const NO_KEY =
  'No API key was given. Name its `apiKeyVariable` or `apiKeyFile` in the configuration, or set STORE_ORDERS_API_KEY.';

const RESUMES_WHAT =
  '--resume looks at the reports of the earlier run: give --report json=PATH, with {target} in the path.';

/** Nobody reads more. */
const MAX_PROBLEMS = 100;

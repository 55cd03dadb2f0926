import { UsageError } from '../../../interface/helpers/usage-error.js';
import type { RunFlags } from '../../../runner/settings/load.js';
import type { ExitCode, Io } from '../../shell/io.js';
import type { CommandRow } from '../help.js';
import { optionsWhere } from '../options.js';

type RunAction = (flags: RunFlags, io: Io) => Promise<ExitCode>;

/** `run` with the options for judging all targets of the configuration. */
export const orAllTargets = (run: CommandRow): CommandRow => ({
  ...run,
  options: [...(run.options ?? []), ...optionsWhere(({ scope }, name) => scope === 'many' && name !== 'resume')],
  load: async (): Promise<RunAction> => async (flags, io) => {
    if (flags.allTargets) return (await import('./all-targets.js')).runAllTargets(flags, io);
    const needless = (['shard', 'jobs'] as const).find((name) => flags[name] !== undefined);
    if (needless) throw new UsageError(`--${needless} goes with --all-targets.`);
    const runOne = (await run.load()) as RunAction;
    return runOne(flags, io);
  },
});

import { UsageError } from '../../interface/helpers/usage-error.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { judgeTarget } from '../shell/judge.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  if (flags.allTargets) return (await import('./targets/all-targets.js')).runAllTargets(flags, io);
  const needless = (['shard', 'jobs'] as const).find((name) => flags[name] !== undefined);
  if (needless) throw new UsageError(`--${needless} goes with --all-targets.`);
  const settings = await loadSettings({ ...io, flags });
  const { foundConfig, baseUrl } = settings;
  if (foundConfig !== undefined)
    io.err(prose(`Using settings from ${foundConfig}, found in this directory. Target: ${baseUrl}\n`, io));
  return judgeTarget(settings, io, flags.resume);
}

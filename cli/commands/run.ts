import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { judgeTarget } from '../shell/judge.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const settings = await loadSettings({ ...io, flags });
  const { foundConfig, baseUrl } = settings;
  if (foundConfig !== undefined)
    io.err(prose(`Using settings from ${foundConfig}, found in this directory. Target: ${baseUrl}\n`, io));
  return judgeTarget(settings, io, flags.resume);
}

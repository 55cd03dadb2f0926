import { select } from '../../runner/engine/selection.js';
import { plainSettings } from '../../runner/settings/assemble.js';
import { loadSettings, type RunFlags } from '../../runner/settings/load.js';
import { flagsOf } from '../../runner/settings/sources.js';
import { type ExitCode, type Io, prose } from '../shell/io.js';
import { judgeTarget } from '../shell/judge.js';
import { requestedReports } from '../shell/reports.js';

export async function runCommand(flags: RunFlags, io: Io): Promise<ExitCode> {
  const input = { ...io, flags };
  // Reports misspelt options even if the address is missing.
  const flagged = flagsOf(input);
  requestedReports(flagged.report ?? []);
  select(plainSettings(flagged).select);
  const settings = await loadSettings(input);
  const { foundConfig, baseUrl } = settings;
  if (foundConfig !== undefined)
    io.err(prose(`Using settings from ${foundConfig}, found in this directory. Target: ${baseUrl}\n`, io));
  return judgeTarget(settings, io, flags.resume);
}

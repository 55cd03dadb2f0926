import { Option } from 'commander';
import type { RunFlags } from '../runner/settings/option-table.js';
import type { BaselineFlags } from './baseline.js';
import type { Commands } from './commands.js';
import type { CompareFlags } from './compare.js';
import type { InitFlags } from './init.js';
import { optionsWhere } from './run-options.js';

/** Those that judge a target or prepare for it, and those that work with the reports on it. */
export function defineTargetCommands(commands: Commands): void {
  defineRun(commands);
  definePreparation(commands);
  defineReports(commands);
}

function defineRun({ define, io, finish }: Commands): void {
  define(
    'run',
    'judge the target, report, exit (the default)',
    optionsWhere(() => true),
  ).action(async (flags: RunFlags) => finish(await (await import('./run.js')).runCommand(flags, io)));

  const rejudgeOptions = optionsWhere((_row, name) =>
    ['report', 'strict', 'edition', 'baseline', 'quiet', 'verbose'].includes(name),
  );
  define('rejudge', 'judge saved evidence again, offline, with the rules of this version', rejudgeOptions)
    .argument('<evidence>', 'file that `run --evidence` saved')
    .action(async (path: string, flags: RunFlags) =>
      finish(await (await import('./rejudge.js')).rejudgeCommand(path, flags, io)),
    );
}

function defineReports({ define, io, finish }: Commands): void {
  define('baseline', 'write a baseline of what is broken now, for a person to fill in the reasons')
    .argument('<report>', 'file that `--report json=PATH` wrote')
    .option('--output <file>', 'file to write it to; default: standard output')
    .option('--force', 'overwrite a file that exists')
    .action(async (path: string, flags: BaselineFlags) =>
      finish(await (await import('./baseline.js')).baselineCommand(path, flags, io)),
    );

  define('compare', 'what changed from one report to another; exit code 1 where something broke or is no longer judged')
    .argument('<old>', 'file that `--report json=PATH` wrote')
    .argument('<new>', 'the same, of a later run, another target or another version')
    .option('--format <format>', 'text, markdown or json; default: text')
    .action(async (older: string, newer: string, flags: CompareFlags) =>
      finish(await (await import('./compare.js')).compareCommand(older, newer, flags, io)),
    );
}

function definePreparation({ define, io, finish }: Commands): void {
  /** Of commands that look at a target, and send no DELETE. */
  const targetOptions = optionsWhere(
    ({ scope }, name) => (scope !== undefined && name !== 'readOnly') || ['wait', 'timeout', 'deadline'].includes(name),
  );
  define('doctor', 'check, without a DELETE, what a complete run would need', targetOptions).action(
    async (flags: RunFlags) => finish(await (await import('./doctor.js')).doctorCommand(flags, io)),
  );

  define('init', 'write a commented configuration and fixtures file to start from', [
    new Option('--force', 'overwrite files that exist'),
    new Option(
      '--from-target',
      'read the listing of the target, without a DELETE, and propose orders for you to confirm',
    ),
    new Option('--ci <host>', 'write a workflow for github or gitlab instead').conflicts('fromTarget'),
    ...targetOptions,
  ]).action(async (flags: InitFlags & RunFlags) => finish(await (await import('./init.js')).initCommand(flags, io)));
}

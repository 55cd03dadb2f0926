import { Command, CommanderError, Option } from 'commander';
import { isWord } from '../runner/input/suggestion.js';
import { UsageError } from '../runner/input/usage-error.js';
import type { OptionName, OptionRow, RunFlags } from '../runner/settings/option-table.js';
import { defaultOf, flagOf, optionRows, variableOf } from '../runner/settings/option-table.js';
import { tool } from '../runner/settings/tool.js';
import type { BaselineFlags } from './baseline.js';
import type { CompareFlags } from './compare.js';
import type { InitFlags } from './init.js';
import { type ExitCode, type Io, interruptedCode } from './io.js';
import type { ListFlags } from './list.js';
import type { ServeFlags } from './reference.js';

/** Parses the arguments and runs one command. Never throws, never exits: the exit code is returned. */
export async function program(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (result: ExitCode) => {
    code = result;
  };
  try {
    await commands(io, finish).parseAsync(isForRun(argv) ? ['run', ...argv] : argv, { from: 'user' });
    return code;
  } catch (error) {
    return report(error, io);
  }
}

/** Without a command word, `run` is meant. */
const isForRun = ([word = '-']: readonly string[]): boolean =>
  word.startsWith('-') && !['-h', '--help', '-V', '--version'].includes(word);

function report(error: unknown, io: Io): ExitCode {
  // Commander has printed its own message by now; help and version are its only successes.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    io.err(`${error.message}\n`);
    return interruptedCode(io) ?? 2;
  }
  io.err(defectSentence(error));
  return 4;
}

/** One line: what failed, and where. */
export function defectSentence(error: unknown): string {
  const [, place] = (error instanceof Error && /\n\s+at (.+)/.exec(error.stack ?? '')) || [];
  const [what] = String(error).split('\n');
  const detail = place === undefined ? what : `${what}, at ${place}`;
  return `The suite itself failed; this says nothing about the target. Please report it: ${detail}\n`;
}

/** What was taken for an option or a command may be the key, given by mistake. */
const discreet = (text: string, key: string | undefined): string =>
  text.replace(/^(error: unknown (?:option|command)) '(.*)'/s, (_, what: string, given: string) => {
    const [name = ''] = given.split('=');
    const word = name.replace(/^-+/, '');
    return word !== key && isWord(word) ? `${what} '${name}'` : what;
  });

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** Those options of `run` that a command has. */
const optionsWhere = (isMeant: (row: OptionRow, name: OptionName) => boolean): Option[] =>
  optionRows
    .filter(([name, row]) => row.only !== 'file' && isMeant(row, name))
    .map(([name, row]) => optionOf(name, row));

function optionOf(name: OptionName, row: OptionRow): Option {
  if (row.type === 'switch') return new Option(flagOf(name), row.text);
  const remarks = [variableOf(name), row.type === 'list' ? 'repeatable' : undefined, `default: ${defaultOf(row)}`];
  const text = `${row.text} (${remarks.filter((remark) => remark !== undefined).join('; ')})`;
  const option = new Option(`${flagOf(name)} <${row.value ?? 'file'}>`, text);
  return row.type === 'list' ? option.argParser(collect) : option;
}

const serverOptions = (): Option[] => [
  new Option('--fault <id>', 'serve the reference with this fault').conflicts('variant'),
  new Option('--variant <id>', 'serve this permitted variant of the reference'),
  new Option('--latency <ms>', 'wait before each response'),
];

function commands(io: Io, finish: (code: ExitCode) => void): Command {
  const root = new Command(tool.name)
    .description('Judges a deployment of the Store Orders Interface against its contract.')
    .version(tool.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(discreet(text, io.env.STORE_ORDERS_API_KEY)),
    })
    .showHelpAfterError(`Run \`${tool.name} --help\` for the options. Nothing was sent.`);
  const define = (name: string, text: string, options: readonly Option[] = []): Command =>
    options.reduce((command, option) => command.addOption(option), root.command(name).description(text));

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

  define('demo', 'start the reference implementation on a free port and judge it', [
    ...optionsWhere(({ scope = 'both' }) => scope === 'both'),
    ...serverOptions(),
  ]).action(async (flags: RunFlags & ServeFlags) => finish(await (await import('./demo.js')).demoCommand(flags, io)));

  define('serve', 'run the reference implementation until Ctrl-C', [
    new Option('--port <port>', 'default: a free port'),
    new Option('--api-key <key>', 'the key that it accepts; default: a new one'),
    ...serverOptions(),
  ]).action(async (flags: ServeFlags) => finish(await (await import('./serve.js')).serveCommand(flags, io)));

  define('list', 'suites, scenarios and requirements; with --faults, the faults and variants of the reference')
    .option('--faults', 'list the faults and permitted variants')
    .option('--json', 'as JSON')
    .action(async (flags: ListFlags) => finish(await (await import('./list.js')).listCommand(flags, io)));

  define('self-check', 'prove on this machine that every fault is caught and every variant passes').action(async () =>
    finish(await (await import('./self-check.js')).selfCheckCommand(io)),
  );

  define('explain', 'what the contract says, why it is judged so, how to fix a deviation')
    .argument('<id>', 'a requirement, scenario, fault or variant')
    .action(async (id: string) => finish(await (await import('./explain.js')).explainCommand(id, io)));

  define('init', 'write a commented configuration and fixtures file to start from')
    .option('--force', 'overwrite files that exist')
    .action(async (flags: InitFlags) => finish(await (await import('./init.js')).initCommand(flags, io)));
  return root;
}

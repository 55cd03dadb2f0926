import { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../runner/input/usage-error.js';
import type { RunFlags } from '../runner/settings/load.js';
import { tool } from '../runner/settings/tool.js';
import type { InitFlags, ListFlags, ServeFlags } from './flags.js';
import type { ExitCode, Io } from './io.js';

/** Parses the arguments and runs one command. Never throws, never exits: the exit code is returned. */
export async function program(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (result: ExitCode) => {
    code = result;
  };
  try {
    const root = commands(io, finish);
    demandKnownCommand(root, argv);
    await root.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return report(error, io);
  }
}

/** Without a command word, `run` is meant; a word that is none would be taken for its argument. */
function demandKnownCommand(root: Command, [word]: readonly string[]): void {
  const names = [...root.commands.map((command) => command.name()), 'help'];
  if (word === undefined || word.startsWith('-') || names.includes(word)) return;
  throw new UsageError(`There is no command "${word}". The commands are ${names.join(', ')}. Nothing was sent.`);
}

function report(error: unknown, io: Io): ExitCode {
  // Commander has printed its own message by now; help and version are its only successes.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    io.err(`${error.message}\n`);
    return 2;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`The suite itself failed; this says nothing about the target. Please report it.\n${detail}\n`);
  return 4;
}

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

/** What `run` and `demo` have in common. */
const runOptions = (): Option[] => [
  new Option('--suite <id>', 'run only this suite (repeatable)').argParser(collect),
  new Option('--scenario <glob>', 'run only these scenarios (repeatable)').argParser(collect),
  new Option('--requirement <id>', 'judge only this requirement (repeatable)').argParser(collect),
  new Option('--read-only', 'send no DELETE at all'),
  new Option('--dry-run', 'print the requests that would be sent, cancels first, and send none'),
  new Option('--strict', 'deviations from "should" requirements fail too'),
  new Option(
    '--report <format[=path]>',
    'terminal (default), json, junit, …; to standard output without a path (repeatable)',
  ).argParser(collect),
  new Option('--timeout <ms>', 'for one exchange'),
  new Option('--deadline <ms>', 'for the whole run'),
  new Option('--concurrency <n>', 'exchanges in flight'),
];

const targetOptions = (): Option[] => [
  new Option('--base-url <url>', 'base address of the target, with /v1 (STORE_ORDERS_BASE_URL)'),
  new Option('--api-key-file <file>', 'file that holds the API key (or set STORE_ORDERS_API_KEY)'),
  new Option('--fixtures <file>', 'orders that the suite may use (STORE_ORDERS_FIXTURES)'),
  new Option('--config <file>', 'configuration; default ./store-orders-conformance.yaml (STORE_ORDERS_CONFIG)'),
  new Option('--target <name>', 'one of the targets that the configuration names (STORE_ORDERS_TARGET)'),
];

const tlsOptions = (): Option[] => [
  new Option('--ca <file>', 'certificate authority to trust (PEM)'),
  new Option('--cert <file>', 'client certificate (PEM)'),
  new Option('--key <file>', 'key of the client certificate (PEM)'),
  new Option('--insecure', 'accept any certificate'),
];

const serverOptions = (): Option[] => [
  new Option('--fault <id>', 'serve the reference with this fault').conflicts('variant'),
  new Option('--variant <id>', 'serve this permitted variant of the reference'),
  new Option('--latency <ms>', 'wait before each response'),
];

const add = (command: Command, options: readonly Option[]): Command =>
  options.reduce((extended, option) => extended.addOption(option), command);

function commands(io: Io, finish: (code: ExitCode) => void): Command {
  const root = new Command(tool.name)
    .description('Judges a deployment of the Store Orders Interface against its contract.')
    .version(tool.version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.err(text) })
    .showHelpAfterError(`Run \`${tool.name} --help\` for the options. Nothing was sent.`);

  const run = root.command('run', { isDefault: true }).description('judge the target, report, exit (the default)');
  add(run, [...targetOptions(), ...runOptions(), ...tlsOptions()])
    .allowExcessArguments(false)
    .action(async (flags: RunFlags) => finish(await (await import('./run.js')).runCommand(flags, io)));

  add(root.command('demo').description('start the reference implementation on a free port and judge it'), [
    ...runOptions(),
    ...serverOptions(),
  ])
    .allowExcessArguments(false)
    .action(async (flags: RunFlags & ServeFlags) => finish(await (await import('./demo.js')).demoCommand(flags, io)));

  add(root.command('serve').description('run the reference implementation until Ctrl-C'), [
    new Option('--port <port>', 'default: a free port'),
    new Option('--api-key <key>', 'the key that it accepts; default: a new one'),
    ...serverOptions(),
  ])
    .allowExcessArguments(false)
    .action(async (flags: ServeFlags) => finish(await (await import('./serve.js')).serveCommand(flags, io)));

  root
    .command('list')
    .description('suites, scenarios and requirements; with --faults, the faults and variants of the reference')
    .option('--faults', 'list the faults and permitted variants')
    .option('--json', 'as JSON')
    .allowExcessArguments(false)
    .action(async (flags: ListFlags) => finish(await (await import('./list.js')).listCommand(flags, io)));

  root
    .command('self-check')
    .description('prove on this machine that every fault is caught and every variant passes')
    .allowExcessArguments(false)
    .action(async () => finish(await (await import('./self-check.js')).selfCheckCommand(io)));

  root
    .command('explain')
    .argument('<id>', 'a requirement, scenario, fault or variant')
    .description('what the contract says, why it is judged so, how to fix a deviation')
    .action(async (id: string) => finish(await (await import('./explain.js')).explainCommand(id, io)));

  root
    .command('init')
    .description('write a commented configuration and fixtures file to start from')
    .option('--force', 'overwrite files that exist')
    .allowExcessArguments(false)
    .action(async (flags: InitFlags) => finish(await (await import('./init.js')).initCommand(flags, io)));
  return root;
}

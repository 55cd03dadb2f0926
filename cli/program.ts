import { Command, CommanderError } from 'commander';
import { tool } from '../interface/helpers/helpers.js';
import { isWord, UsageError } from '../interface/helpers/usage-error.js';
import { commandOptions, optionsOf } from '../runner/settings/sources.js';
import { type CommandRow, epilogue } from './commands/help.js';
import { commands } from './commands/index.js';
import { type ExitCode, type Io, interruptedCode, prose } from './shell/io.js';

/** Parses the arguments and runs one command. Never throws and never exits; it returns the exit code. */
export async function program(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (result: ExitCode) => {
    code = result;
  };
  try {
    await commandLine(io, finish).parseAsync(wordsOf(argv), { from: 'user' });
    return code;
  } catch (error) {
    return report(error, io);
  }
}

/** Adds `run` if there is no command word. `help NAME` becomes `NAME --help`. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const [word = '-', name = '--help'] = argv;
  if (word === 'help') return Object.hasOwn(commands, name) ? [name, '--help'] : [name];
  return word.startsWith('-') && !['-h', '--help', '-V', '--version'].includes(word) ? ['run', ...argv] : argv;
}

function report(error: unknown, io: Io): ExitCode {
  // Commander has already printed its message. Only help and version are a success.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    io.err(prose(`${error.message}\n`, io));
    return interruptedCode(io) ?? 2;
  }
  io.tellDefect(error);
  return 4;
}

/** Removes an unknown option or command from the message: it may be the key, given by mistake. */
const discreet = (text: string, key: string | undefined): string =>
  text.replace(/^(error: unknown (?:option|command)) '(.*)'/s, (_, what: string, argument: string) => {
    const [name = ''] = argument.split('=');
    const word = name.replace(/^-+/, '');
    if (word === key || !isWord(word)) return what;
    return `${what} '${name}'${name === '--api-key' ? KEY_HINT : ''}`;
  });

const KEY_HINT = `.
No option takes the key itself, since lists of processes show it. Set STORE_ORDERS_API_KEY, or give --api-key-file FILE.`;

function commandLine(io: Io, finish: (code: ExitCode) => void): Command {
  const { columns = 80 } = io;
  const root = new Command(tool.name)
    .description('Judges a deployment of the Store Orders Interface against its contract.')
    .version(tool.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(prose(discreet(text, io.env.STORE_ORDERS_API_KEY), io)),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .showHelpAfterError(`Run \`${tool.name} --help\` for the commands. Nothing was sent.`);
  if (commands.run) root.addHelpText('after', epilogue({ ...commands.run, examples: FIRST_EXAMPLES }, io));
  for (const [name, row] of Object.entries(commands)) addCommand(root, name, row, io, finish);
  return root;
}

const FIRST_EXAMPLES = ['demo', 'init --from-target --base-url https://staging.example.com/v1'] as const;

function addCommand(root: Command, name: string, row: CommandRow, io: Io, finish: (code: ExitCode) => void): void {
  const { text, arguments: expected = {}, options = [], load } = row;
  const command = root
    .command(name)
    .description(text)
    .showHelpAfterError(`Run \`${tool.name} ${name} --help\` for its options. Nothing was sent.`)
    .addHelpText('after', epilogue(row, io));
  for (const [argument, meaning] of Object.entries(expected)) command.argument(`<${argument}>`, meaning);
  for (const option of options) command.addOption(option);
  command.action(async (...values) => {
    const { apiKey, ...flags } = command.opts(); // `serve` takes the key that it accepts
    const names = Object.keys(expected);
    commandOptions(
      { ...io, flags },
      optionsOf(
        names.map((argument, at) => [argument, argument, command.args[at]]),
        io.cwd,
      ),
    );
    const run = await load();
    finish(await run(...([...values.slice(0, -1), io] as never[])));
  });
}
